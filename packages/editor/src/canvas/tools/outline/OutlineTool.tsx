import { IconFocusCentered, IconNote } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useMemo } from 'react';
import { useNodeTypes } from '../../../api/node-types.ts';
import { t } from '../../../messages/commands.ts';
import iconButton from '../../../ui/icon-button.module.css';
import { useNodeRun, useSession, useWorkflow } from '../../../workflow/hooks.ts';
import { isStickyNote } from '../../../workflow/sticky-notes.ts';
import type { NodeKey, Wire } from '../../../workflow/types.ts';
import { openNode } from '../../actions.ts';
import { openGroupsAround } from '../../groups/open-groups.ts';
import { NodeIcon } from '../../NodeIcon.tsx';
import { focusNode, shownPorts } from '../../view.ts';
import { ToolPanel } from '../ToolPanel.tsx';
import styles from '../tools.module.css';
import { type OutlineEntry, outlineOf } from './outline.ts';

/** The workflow as a list: every node with how it stands and where it leads, wherever on the canvas it is. */
export const OutlineTool = () => {
  const nodes = useWorkflow((state) => state.document.nodes);
  const wires = useWorkflow((state) => state.document.wires);
  const outline = useMemo(() => outlineOf({ nodes, wires }), [nodes, wires]);
  return (
    <ToolPanel title={t('command.outline')}>
      {outline.length === 0 && <p className={styles.nothing}>{t('outline.empty')}</p>}
      <ol className={styles.list} onKeyDown={walk}>
        {outline.map((entry, index) => (
          <Entry key={entry.node.key} entry={entry} isFirst={index === 0} />
        ))}
      </ol>
    </ToolPanel>
  );
};

const isStep = (key: string): key is 'ArrowDown' | 'ArrowUp' => key === 'ArrowDown' || key === 'ArrowUp';

/** The arrow keys go from node to node; Tab also through their connections. */
const walk = (event: KeyboardEvent<HTMLElement>) => {
  if (!isStep(event.key)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-node]')];
  const row = (event.target as Element).closest('li[data-entry]')?.querySelector<HTMLElement>('[data-node]');
  const next = rows[(row ? rows.indexOf(row) : -1) + (event.key === 'ArrowDown' ? 1 : -1)];
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
};

const focusEntry = (key: NodeKey): void =>
  document.querySelector<HTMLElement>(`[data-node="${CSS.escape(key)}"]`)?.focus();

const Entry = memo(({ entry: { node, next, addOns }, isFirst }: { entry: OutlineEntry; isFirst: boolean }) => {
  const session = useSession();
  const types = useNodeTypes();
  const names = useWorkflow((state) => state.document.nodes);
  const { key, data } = node;
  const type = types.find(data.type, data.typeVersion ?? 1);
  const isNote = isStickyNote(data.type);
  const state = useStateText(key);
  const nameOf = (other: NodeKey) => names[other]?.data.name ?? '';
  const title = isNote
    ? String(data.parameters?.content ?? '')
        .split('\n', 1)[0]
        ?.replace(/^#+\s*/, '') || data.name
    : data.name;
  return (
    <li data-entry="">
      <span className={styles.entry}>
        <button
          type="button"
          className={styles.row}
          data-node={key}
          // biome-ignore lint/a11y/noAutofocus: it was asked for by its shortcut, and is left by Escape
          autoFocus={isFirst}
          onClick={() => openNode(session, key)}
          onFocus={() => session.select([key])}
        >
          {isNote ? <IconNote size={18} stroke={1.6} aria-hidden="true" /> : <NodeIcon type={type} size={18} />}
          <span className={styles.words}>
            <span className={styles.title}>{title}</span>
            <span className={styles.quiet}>
              {[isNote ? t('canvas.note') : (type?.displayName ?? data.type), state].filter(Boolean).join(' · ')}
            </span>
          </span>
        </button>
        <button
          type="button"
          className={`${iconButton.button} ${styles.button}`}
          title={t('outline.show')}
          aria-label={t('outline.show.node', { name: title })}
          onClick={() => {
            openGroupsAround(session, key);
            void focusNode(session, key);
          }}
        >
          <IconFocusCentered size={16} stroke={1.7} aria-hidden="true" />
        </button>
      </span>
      {next.length + addOns.length > 0 && (
        <ul className={styles.connections}>
          {addOns.map((wire) => (
            <Connection
              key={wire.key}
              text={t('outline.addOn', { kind: addOnName(wire), name: nameOf(wire.source) })}
              to={wire.source}
            />
          ))}
          {next.map((wire) => {
            const { outputs } = shownPorts(session, key);
            const label = outputs.find((port) => port.type === 'main' && port.index === wire.sourceIndex)?.label;
            const name = nameOf(wire.target);
            return (
              <Connection
                key={wire.key}
                text={label ? t('outline.next.output', { output: label, name }) : t('outline.next', { name })}
                to={wire.target}
              />
            );
          })}
        </ul>
      )}
    </li>
  );
});

const Connection = ({ text, to }: { text: string; to: NodeKey }) => (
  <li>
    <button type="button" className={styles.connection} onClick={() => focusEntry(to)}>
      {text}
    </button>
  </li>
);

/** `ai_languageModel` is a language model. */
const addOnName = ({ sourceType }: Wire): string =>
  sourceType
    .replace(/^ai_/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());

const useStateText = (key: NodeKey): string => {
  const run = useNodeRun(key);
  const isDisabled = useWorkflow((state) => state.document.nodes[key]?.data.disabled ?? false);
  const isPinned = useWorkflow((state) => state.document.pinData[key] !== undefined);
  return [isDisabled && t('canvas.node.disabled'), isPinned && t('outline.pinned'), run && t(`outline.${run.phase}`)]
    .filter(Boolean)
    .join(' · ');
};
