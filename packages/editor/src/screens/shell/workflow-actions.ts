import { asImported } from '@millrace/contract';
import {
  IconCopy,
  IconDeviceFloppy,
  IconDownload,
  IconFileImport,
  IconFilePlus,
  IconFolderOpen,
  IconHistory,
  type IconProps,
  IconSettings,
  IconTemplate,
  IconTrash,
  IconWorldDownload,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useMemo } from 'react';
import { importFromFile } from '../../canvas/import-from-file.ts';
import { openDialog } from '../../dialogs/stack.ts';
import type { MessageKey } from '../../messages/index.ts';
import { t } from '../../messages/index.ts';
import { useStanding } from '../../start/use-standing.ts';
import { saveFile } from '../../ui/files.ts';
import { useOpenSession, useOpenWorkflow } from '../../workflow/hooks.ts';
import { toPublicFormat } from '../../workflow/public-types.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { deleteWorkflow } from '../../workflow-list/changes.ts';

export interface MenuAction {
  label: MessageKey;
  icon: ComponentType<IconProps>;
  shortcut?: string;
  isDisabled: boolean;
  isDanger?: boolean;
  run: () => void;
}

/** What the workflow menu offers, in its order; most of it only where a workflow can be edited. */
export const useWorkflowActions = (): MenuAction[] => {
  const navigate = useNavigate();
  const session = useOpenSession();
  const isSaved = useOpenWorkflow((state) => state.id !== null);
  const isReadOnly = useOpenWorkflow((state) => state.readOnly);
  const standing = useStanding();
  const mayTemplate = (standing.has('owner') || standing.has('default')) && !standing.has('templatesOff');
  const isEditor = session !== null && !isReadOnly;

  return useMemo(() => {
    const startNew = () => void navigate({ to: '/workflow', state: { fresh: crypto.randomUUID() } });
    /** An action on the workflow that is open. */
    const on = (action: (session: WorkflowSession) => unknown) => () => void (session && action(session));
    const remove = async (open: WorkflowSession) => {
      const { id, document } = open.state();
      if (id === null || !(await deleteWorkflow({ id, name: document.name }))) return;
      open.markSaved();
      void navigate({ to: '/workflow' });
    };
    return [
      {
        label: 'shell.menu.new',
        icon: IconFilePlus,
        shortcut: 'mod+alt+n',
        isDisabled: false,
        run: startNew,
      },
      {
        label: 'shell.menu.open',
        icon: IconFolderOpen,
        shortcut: 'mod+o',
        isDisabled: false,
        run: () => openDialog('openWorkflow', {}),
      },
      {
        label: 'shell.menu.save',
        icon: IconDeviceFloppy,
        shortcut: 'mod+s',
        isDisabled: !isEditor,
        run: on(({ saves }) => saves.save()),
      },
      {
        label: 'shell.menu.duplicate',
        icon: IconCopy,
        isDisabled: !isEditor || !isSaved,
        run: on((open) => openDialog('duplicateWorkflow', { session: open })),
      },
      ...(mayTemplate
        ? [
            {
              label: 'shell.menu.saveTemplate',
              icon: IconTemplate,
              isDisabled: !isEditor,
              run: on((open) => openDialog('saveTemplate', { session: open })),
            } as const,
          ]
        : []),
      {
        label: 'shell.menu.settings',
        icon: IconSettings,
        isDisabled: !isEditor || !isSaved,
        run: on((open) => openDialog('workflowSettings', { session: open })),
      },
      {
        label: 'shell.menu.versions',
        icon: IconHistory,
        isDisabled: !isEditor || !isSaved,
        run: on(({ panel }) => panel.openVersions(true)),
      },
      { label: 'shell.menu.download', icon: IconDownload, isDisabled: !isEditor, run: on(download) },
      {
        label: 'shell.menu.importUrl',
        icon: IconWorldDownload,
        isDisabled: !isEditor,
        run: on((open) => openDialog('importFromUrl', { session: open })),
      },
      { label: 'shell.menu.importFile', icon: IconFileImport, isDisabled: !isEditor, run: on(importFromFile) },
      {
        label: 'shell.menu.delete',
        icon: IconTrash,
        isDisabled: !isEditor || !isSaved,
        isDanger: true,
        run: on(remove),
      },
    ];
  }, [session, isEditor, isSaved, mayTemplate, navigate]);
};

const download = ({ state }: WorkflowSession) => {
  const { document } = state();
  saveFile(
    `${document.name || t('workflow.unnamed')}.json`,
    JSON.stringify(asImported(toPublicFormat(document)), null, 2),
  );
};
