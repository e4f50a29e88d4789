import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { NodeTypeDescription } from '@millrace/contract';
import { limits } from '@millrace/contract';
import { IconBook2, IconPlayerPlayFilled, IconPlayerStopFilled, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../api/queries.ts';
import { NodeIcon } from '../canvas/NodeIcon.tsx';
import { typeDocumentation } from '../help/type-documentation.ts';
import { t } from '../messages/panel.ts';
import { shortcutText } from '../ui/shortcuts.ts';
import { useEditFocus } from '../ui/use-edit-focus.ts';
import { renameNode } from '../workflow/commands/index.ts';
import { withExpressions } from '../workflow/expressions.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import { isRunning } from '../workflow/run-view.ts';
import type { DocumentNode } from '../workflow/types.ts';
import classes from './NodePanel.module.css';
import { isTrigger, listensForCalls } from './node-kind.ts';
import { runToNode } from './run-to-node.ts';

interface PanelHeaderProps {
  node: DocumentNode;
  /** Undefined for unknown types. */
  description: NodeTypeDescription | undefined;
  onClose(): void;
}

export const PanelHeader = ({ node, description, onClose }: PanelHeaderProps) => {
  const typeName = description?.displayName ?? node.data.type;
  const { data: settings } = useQuery(settingsQuery);
  const address =
    description &&
    typeDocumentation(description.name, description.documentationUrl, `nodes/${description.name}`, settings);
  return (
    <header className={classes.header}>
      <NodeIcon type={description} size={28} />
      <NodeName node={node} />
      {typeName !== node.data.name && <span className={classes.type}>{typeName}</span>}
      <span className={classes.description}>{description?.description}</span>
      {address && (
        <Tooltip label={t('panel.documentation')}>
          <ActionIcon
            component="a"
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={t('panel.documentation')}
          >
            <IconBook2 size={18} />
          </ActionIcon>
        </Tooltip>
      )}
      {description && <RunButton node={node} description={description} />}
      <Tooltip label={t('panel.close')}>
        <ActionIcon aria-label={t('panel.close')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
};

const NodeName = ({ node }: { node: DocumentNode }) => {
  const { dispatch } = useSession();
  const readOnly = useWorkflow((state) => state.readOnly);
  const [draft, setDraft] = useState<string | null>(null);
  const focus = useEditFocus();
  const { name } = node.data;
  if (draft === null || readOnly) {
    return (
      <button
        ref={focus.text}
        type="button"
        className={classes.name}
        disabled={readOnly}
        title={readOnly ? name : `${name} (${t('panel.rename')})`}
        onClick={() => setDraft(name)}
      >
        {name}
      </button>
    );
  }
  const submit = () => {
    const typed = draft.trim();
    if (typed !== '' && typed !== name) {
      withExpressions(({ renameReferences }) =>
        dispatch('history.renameNode', renameNode(node.key, typed, renameReferences)),
      );
    }
    setDraft(null);
  };
  return (
    <input
      className={classes.nameField}
      aria-label={t('panel.rename')}
      aria-invalid={draft.trim() === ''}
      title={draft.trim() === '' ? t('panel.name.empty') : undefined}
      value={draft}
      maxLength={limits.nodeNameMaxLength}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to rename.
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // Else the name, which has the focus then, would take the key as a click.
        event.preventDefault();
        focus.leaveByKey();
        if (event.key === 'Enter') return submit();
        event.stopPropagation();
        setDraft(null);
      }}
    />
  );
};

const RunButton = ({ node, description }: { node: DocumentNode; description: NodeTypeDescription }) => {
  const session = useSession();
  const readOnly = useWorkflow((state) => state.readOnly);
  const status = useWorkflow((state) => state.run.status);
  const running = useWorkflow((state) => isRunning(state.run));
  if (readOnly) return null;
  if (running) {
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlayerStopFilled size={14} />}
        onClick={() => void session.runs.stop()}
      >
        {t(status === 'waitingForWebhook' ? 'panel.run.listening' : 'panel.run.running')} · {t('panel.run.stop')}
      </Button>
    );
  }
  return (
    <Button
      size="xs"
      leftSection={<IconPlayerPlayFilled size={14} />}
      title={shortcutText('mod+Enter')}
      disabled={node.data.disabled && isTrigger(description)}
      onClick={() => runToNode(session, node.key, description)}
    >
      {t(
        listensForCalls(description) ? 'panel.run.listen' : isTrigger(description) ? 'panel.run.trigger' : 'panel.run',
      )}
    </Button>
  );
};
