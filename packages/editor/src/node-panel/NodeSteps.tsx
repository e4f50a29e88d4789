import { Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, memo } from 'react';
import { useNodeTypes } from '../api/node-types.ts';
import { NodeIcon } from '../canvas/NodeIcon.tsx';
import { wireIndex } from '../canvas/wire-index.ts';
import { t } from '../messages/panel.ts';
import { shortcutText } from '../ui/shortcuts.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import type { NodeKey, WorkflowDocument } from '../workflow/types.ts';
import classes from './NodeSteps.module.css';

type Side = 'before' | 'after';

/** So many have a tab; of more, the first ones. */
const mostTabs = 5;

/** The nodes that are wired to a node on one side, in the order of its ports. */
export const nodesBeside = ({ nodes, wires }: WorkflowDocument, key: NodeKey, side: Side): NodeKey[] => {
  const index = wireIndex(wires);
  const beside =
    side === 'before'
      ? index.into(key).toSorted((a, b) => a.targetIndex - b.targetIndex)
      : index.outOf(key).toSorted((a, b) => a.sourceIndex - b.sourceIndex);
  const keys = beside.map((wire) => (side === 'before' ? wire.source : wire.target));
  return [...new Set(keys)].filter((other) => other !== key && Object.hasOwn(nodes, other));
};

/** The side to which a key steps, if it does. */
export const stepOf = (
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): Side | null => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  return event.key === 'ArrowLeft' ? 'before' : event.key === 'ArrowRight' ? 'after' : null;
};

/** Tabs at the edge of the panel, to the nodes before or after the open one. */
export const NodeSteps = ({ of, side }: { of: NodeKey; side: Side }) => {
  const document = useWorkflow((state) => state.document);
  const keys = nodesBeside(document, of, side).slice(0, mostTabs);
  if (keys.length === 0) return null;
  return (
    <nav className={classes.steps} data-side={side} aria-label={t(`panel.step.${side}`)}>
      {keys.map((key, index) => {
        const { name, type, typeVersion = 1 } = document.nodes[key]!.data;
        return (
          <Step key={key} to={key} side={side} name={name} type={type} version={typeVersion} isFirst={index === 0} />
        );
      })}
    </nav>
  );
};

interface StepProps {
  to: NodeKey;
  side: Side;
  name: string;
  type: string;
  version: number;
  /** The one that the keys go to. */
  isFirst: boolean;
}

const Step = memo(({ to, side, name, type, version, isFirst }: StepProps) => {
  const { panel } = useSession();
  const { find } = useNodeTypes();
  const isBefore = side === 'before';
  const Arrow = isBefore ? IconChevronLeft : IconChevronRight;
  const keys = isFirst ? ` (${shortcutText(isBefore ? 'alt+←' : 'alt+→')})` : '';
  return (
    <Tooltip label={`${name}${keys}`} position={isBefore ? 'left' : 'right'}>
      <button type="button" className={classes.step} aria-label={name} onClick={() => panel.openNode(to)}>
        <Arrow size={12} aria-hidden />
        <NodeIcon type={find(type, version)} size={20} />
      </button>
    </Tooltip>
  );
});
