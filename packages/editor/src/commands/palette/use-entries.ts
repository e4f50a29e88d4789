import { inOrder } from '@millrace/contract';
import {
  IconBook,
  IconHistory,
  IconKey,
  IconSitemap,
  IconTable,
  IconTemplate,
  IconToggleLeft,
  IconToggleRight,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { credentialsQuery, credentialTypesQuery } from '../../api/credentials.ts';
import { useNodeTypes } from '../../api/node-types.ts';
import { executionsKey, settingsQuery, workflowsQuery } from '../../api/queries.ts';
import { openGroupsAround } from '../../canvas/groups/open-groups.ts';
import { focusNode } from '../../canvas/view.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { helpAddress } from '../../help/address.ts';
import { documentationQuery } from '../../help/documentation.ts';
import { helpGroups } from '../../help/help-groups.ts';
import { t as tAccounts } from '../../messages/accounts.ts';
import { t } from '../../messages/commands.ts';
import { addChosenNode } from '../../node-creator/add-chosen-node.ts';
import { offeredTypes } from '../../node-creator/categories.ts';
import { maySee } from '../../routes/access.ts';
import { openPage, useHelpActions } from '../../screens/shell/help-actions.ts';
import { useWorkflowActions } from '../../screens/shell/workflow-actions.ts';
import { changeActive } from '../../screens/workflow/change-active.ts';
import { sections } from '../../settings/sections.ts';
import { useStanding } from '../../start/use-standing.ts';
import { formatDate } from '../../ui/dates.ts';
import { shortcutText } from '../../ui/shortcuts.ts';
import { useOpenSession } from '../../workflow/hooks.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { isStickyNote } from '../../workflow/sticky-notes.ts';
import { canBeActivated } from '../../workflow/triggers.ts';
import { aboutCommands, type CommandId, commandIds } from '../about.ts';
import { type CanvasCommandId, canvasCommands, isOffered } from '../canvas-commands.ts';
import { commandText } from '../command-text.ts';
import { everywhereCommands } from '../everywhere.ts';
import type { PaletteEntry } from './entries.ts';

/** All that the palette can lead to: what of it needs an open workflow is missing where there is none. */
export const usePaletteEntries = (query: string): PaletteEntry[] => {
  const session = useOpenSession();
  const types = useNodeTypes();
  const elsewhere = useElsewhere(session, query);
  const menu = useMenuEntries();
  const help = useHelpEntries(query);
  const isShowcase = useQuery(settingsQuery).data?.demoMode === false;
  return useMemo(() => {
    const active = session && !isShowcase ? activationEntries(session, types) : [];
    const ofSession = session ? [...actionEntries(session), ...active, ...menu, ...nodeEntries(session, types)] : menu;
    const added = session && !session.state().readOnly ? typeEntries(session, types) : [];
    return [...ofSession, ...elsewhere, ...(query.trim() === '' ? [] : added), ...help];
  }, [session, types, isShowcase, menu, elsewhere, help, query]);
};

const keysText = (keys: readonly string[] = []): { keys?: string } =>
  keys[0] === undefined ? {} : { keys: shortcutText(keys[0]) };

const actionEntries = (session: WorkflowSession): PaletteEntry[] =>
  commandIds.filter(isCanvasCommand).flatMap((id) => {
    const { isMove, keys, run } = canvasCommands[id];
    if (isMove || !isOffered(session, id)) return [];
    return {
      id: `command ${id}`,
      group: t('palette.group.actions'),
      title: commandText(id, session),
      words: commandText(id),
      ...keysText(keys),
      icon: aboutCommands[id].icon,
      run: () => run(session),
    };
  });

/** The switch in the header. */
const activationEntries = (session: WorkflowSession, types: Types): PaletteEntry[] => {
  const { active, readOnly, document } = session.state();
  if (readOnly || !(active || canBeActivated(document, types))) return [];
  return [
    {
      id: 'activation',
      group: t('palette.group.actions'),
      title: t(active ? 'palette.deactivate' : 'palette.activate'),
      icon: active ? IconToggleLeft : IconToggleRight,
      run: () => void changeActive(session, types, !active),
    },
  ];
};

const isCanvasCommand = (id: CommandId): id is CanvasCommandId => Object.hasOwn(canvasCommands, id);

/** What the menu of the sidebar offers. */
const useMenuEntries = (): PaletteEntry[] => {
  const actions = useWorkflowActions();
  const help = useHelpActions();
  return useMemo(
    () => [
      ...actions
        .filter(({ isDisabled }) => !isDisabled)
        .map(({ label, icon, shortcut, run }) => ({
          id: `menu ${label}`,
          group: t('palette.group.actions'),
          title: t('palette.workflow', { action: t(label) }),
          ...keysText(shortcut === undefined ? [] : [shortcut]),
          icon,
          run,
        })),
      {
        id: 'command shortcuts',
        group: t('palette.group.actions'),
        title: commandText('shortcuts'),
        ...keysText(everywhereCommands.shortcuts.keys),
        icon: aboutCommands.shortcuts.icon,
        run: everywhereCommands.shortcuts.run,
      },
      ...help
        .filter(({ label }) => label !== 'shell.menu.help.shortcuts')
        .map(({ label, icon, run }) => ({
          id: `help ${label}`,
          group: t('palette.group.help'),
          title: t(label),
          icon,
          run,
        })),
    ],
    [actions, help],
  );
};

/** Pages of the documentation; what they say is searched there. They are loaded when one searches. */
const useHelpEntries = (query: string): PaletteEntry[] => {
  const { data } = useQuery({ ...documentationQuery, enabled: query.trim().length > 1 });
  return useMemo(
    () =>
      (data ? helpGroups(data).flatMap(({ pages }) => pages) : []).map(({ address, title, summary }) => ({
        id: `help ${address}`,
        group: t('palette.group.help'),
        title,
        detail: summary,
        icon: IconBook,
        run: () => openPage(helpAddress(address)),
      })),
    [data],
  );
};

type Types = ReturnType<typeof useNodeTypes>;

const nodeEntries = (session: WorkflowSession, types: Types): PaletteEntry[] =>
  inOrder(session.state().document.nodes)
    .filter(({ data }) => !isStickyNote(data.type))
    .map(({ key, data }) => {
      const type = types.find(data.type, data.typeVersion ?? 1);
      return {
        id: `node ${key}`,
        group: t('palette.group.nodes'),
        title: data.name,
        detail: type?.displayName ?? data.type,
        nodeType: type,
        run: () => {
          openGroupsAround(session, key);
          session.select([key]);
          void focusNode(session, key);
        },
      };
    });

const typeEntries = (session: WorkflowSession, types: Types): PaletteEntry[] =>
  offeredTypes(types.list, 'all').map((type) => ({
    id: `type ${type.name}`,
    group: t('palette.group.add'),
    title: type.displayName,
    detail: type.description,
    words: [...(type.codex?.alias ?? []), ...type.aliases].join(' '),
    nodeType: type,
    run: () => addChosenNode(session, type, {}),
  }));

/** What is stored on the server, and the screens of the settings. What cannot be read is left out. */
const useElsewhere = (session: WorkflowSession | null, query: string): PaletteEntry[] => {
  const navigate = useNavigate();
  const standing = useStanding();
  const openId = session?.state().id ?? undefined;
  const { data: workflows } = useQuery(workflowsQuery);
  const { data: credentials } = useQuery(credentialsQuery);
  const { data: credentialTypes } = useQuery(credentialTypesQuery);
  const { data: executions } = useQuery({
    queryKey: [...executionsKey, 'latest', openId],
    queryFn: ({ signal }) =>
      client.executions.list({
        query: { filter: JSON.stringify(openId === undefined ? {} : { workflowId: openId }), limit: '6' },
        signal,
      }),
  });
  return useMemo(() => {
    const openExecution = (id: string) => () => void navigate({ to: '/execution/$id', params: { id } });
    const asked = /^#?(\d{1,15})$/.exec(query.trim())?.[1];
    const known = executions?.results.filter(({ id }) => id !== asked) ?? [];
    return [
      ...(workflows ?? [])
        .filter(({ id }) => id !== openId)
        .map(({ id, name }) => ({
          id: `workflow ${id}`,
          group: t('palette.group.workflows'),
          title: name || t('palette.unnamed'),
          icon: IconSitemap,
          run: () => void navigate({ to: '/workflow/$id', params: { id } }),
        })),
      ...[...(asked === undefined ? [] : [{ id: asked }]), ...known].map((execution) => ({
        id: `execution ${execution.id}`,
        group: t('palette.group.executions'),
        title: t('palette.execution', { id: execution.id }),
        ...('startedAt' in execution && {
          detail: [execution.workflowName, formatDate(execution.startedAt)].join(', '),
        }),
        words: `#${execution.id}`,
        icon: IconHistory,
        run: openExecution(execution.id),
      })),
      ...(credentials ?? []).map(({ id, name, type }) => ({
        id: `credential ${id}`,
        group: t('palette.group.credentials'),
        title: name,
        detail: credentialTypes?.find(type)?.displayName ?? type,
        icon: IconKey,
        run: () => openDialog('credentialEdit', { id }),
      })),
      {
        id: 'page executions',
        group: t('palette.group.pages'),
        title: t('shell.menu.executions'),
        icon: IconHistory,
        run: () => openDialog('executions', {}),
      },
      {
        id: 'page credentials',
        group: t('palette.group.pages'),
        title: t('shell.menu.credentials'),
        icon: IconKey,
        run: () => openDialog('credentials', {}),
      },
      {
        id: 'page data tables',
        group: t('palette.group.pages'),
        title: t('shell.menu.dataTables'),
        icon: IconTable,
        run: () => void navigate({ to: '/data-tables' }),
      },
      ...(maySee('TemplatesSearchView', standing)
        ? [
            {
              id: 'page templates',
              group: t('palette.group.pages'),
              title: t('shell.menu.templates'),
              icon: IconTemplate,
              run: () => void navigate({ to: '/templates/' }),
            },
          ]
        : []),
      ...sections
        .filter(({ view }) => maySee(view, standing))
        .map(({ to, label, icon }) => ({
          id: `page ${label}`,
          group: t('palette.group.pages'),
          title: tAccounts(label),
          detail: t('shell.menu.appSettings'),
          icon,
          run: () => void navigate({ to }),
        })),
    ];
  }, [workflows, executions, credentials, credentialTypes, standing, openId, navigate, query]);
};
