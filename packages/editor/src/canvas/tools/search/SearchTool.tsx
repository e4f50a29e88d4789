import { IconChevronDown, IconChevronUp, IconNote } from '@tabler/icons-react';
import { ViewportPortal } from '@xyflow/react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useNodeTypes } from '../../../api/node-types.ts';
import { t } from '../../../messages/commands.ts';
import iconButton from '../../../ui/icon-button.module.css';
import { SearchList } from '../../../ui/SearchList.tsx';
import { keysOf } from '../../../ui/shortcuts.ts';
import { useSession, useWorkflow } from '../../../workflow/hooks.ts';
import { isStickyNote } from '../../../workflow/sticky-notes.ts';
import type { DocumentNode, NodeKey } from '../../../workflow/types.ts';
import { openNode } from '../../actions.ts';
import { openGroupsAround } from '../../groups/open-groups.ts';
import { NodeIcon } from '../../NodeIcon.tsx';
import { boxesOf, revealNode } from '../../view.ts';
import { ToolPanel } from '../ToolPanel.tsx';
import styles from '../tools.module.css';
import { findHits, type Hit } from './find-hits.ts';

/** Searches the open workflow; the node of the hit that the keys or the pointer have come to is shown on the canvas. */
export const SearchTool = () => {
  const session = useSession();
  const nodes = useWorkflow((state) => state.document.nodes);
  const types = useNodeTypes();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const typeOf = ({ data }: DocumentNode) => types.find(data.type, data.typeVersion ?? 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a type is called changes with the types alone
  const hits = useMemo(
    () => findHits({ nodes }, query, (node) => typeOf(node)?.displayName ?? node.data.type),
    [nodes, query, types],
  );
  const current = hits[Math.min(active, hits.length - 1)];
  const key = current?.key;
  useEffect(() => {
    if (key !== undefined) void revealNode(session, key);
  }, [session, key]);

  const step = (by: 1 | -1) => {
    if (hits.length > 0) setActive((Math.min(active, hits.length - 1) + by + hits.length) % hits.length);
  };
  const choose = (hit: Hit) => {
    openGroupsAround(session, hit.key);
    session.select([hit.key]);
    setActive(hits.indexOf(hit));
  };
  /** The first time it selects the node, then it goes on. */
  const takeOrStep = (hit: Hit) => {
    if (session.state().selection.has(hit.key) && hits.length > 1) step(1);
    else choose(hit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const keys = keysOf(event.nativeEvent);
    const actions = new Map<string, () => void>([
      ['shift+Enter', () => step(-1)],
      ['Enter', () => current && takeOrStep(current)],
      ['mod+Enter', () => current && openNode(session, current.key)],
      ['mod+f', () => event.target instanceof HTMLInputElement && event.target.select()],
    ]);
    const action = actions.get(keys);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <ToolPanel title={t('command.search')}>
      <SearchList
        label={t('search.field')}
        query={query}
        rows={hits}
        active={Math.min(active, hits.length - 1)}
        onQuery={(next) => {
          setQuery(next);
          setActive(0);
        }}
        onActive={setActive}
        onChoose={choose}
        onKeyDown={onKeyDown}
        isFocused
        content={(hit) => <HitText hit={hit} node={nodes[hit.key]!} type={typeOf(nodes[hit.key]!)} />}
        empty={query.trim() !== '' && <p className={styles.nothing}>{t('search.nothing', { query })}</p>}
      >
        {hits.length > 0 && (
          <span className={styles.count} role="status">
            {t('search.place', { number: Math.min(active, hits.length - 1) + 1, count: hits.length })}
          </span>
        )}
        <StepButton label={t('search.previous')} isDisabled={hits.length < 2} onClick={() => step(-1)}>
          <IconChevronUp size={16} stroke={1.8} aria-hidden="true" />
        </StepButton>
        <StepButton label={t('search.next')} isDisabled={hits.length < 2} onClick={() => step(1)}>
          <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
        </StepButton>
      </SearchList>
      {key !== undefined && <Spotlight node={key} />}
    </ToolPanel>
  );
};

const StepButton = ({
  label,
  isDisabled,
  onClick,
  children,
}: {
  label: string;
  isDisabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) => (
  <button
    type="button"
    className={`${iconButton.button} ${styles.button}`}
    title={label}
    aria-label={label}
    disabled={isDisabled}
    onClick={onClick}
  >
    {children}
  </button>
);

const HitText = ({
  hit: { kind, path, before, found, after },
  node,
  type,
}: {
  hit: Hit;
  node: DocumentNode;
  type: Parameters<typeof NodeIcon>[0]['type'];
}) => (
  <>
    {isStickyNote(node.data.type) ? (
      <IconNote size={18} stroke={1.6} aria-hidden="true" />
    ) : (
      <NodeIcon type={type} size={18} />
    )}
    <span className={styles.words}>
      <span className={styles.title}>{node.data.name}</span>
      {kind !== 'name' && (
        <span className={styles.quiet} title={path}>
          {before}
          <mark>{found}</mark>
          {after}
        </span>
      )}
    </span>
  </>
);

const margin = 8;

const Spotlight = ({ node }: { node: NodeKey }) => {
  const session = useSession();
  // It follows the node when that is moved.
  useWorkflow((state) => state.document.nodes[node]);
  const box = boxesOf(session).get(node);
  if (!box) return null;
  return (
    <ViewportPortal>
      <div
        className={styles.spotlight}
        style={{
          left: box.x - margin,
          top: box.y - margin,
          width: box.width + 2 * margin,
          height: box.height + 2 * margin,
        }}
      />
    </ViewportPortal>
  );
};
