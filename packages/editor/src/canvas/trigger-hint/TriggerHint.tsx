import { useStore } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { useNodeTypes } from '../../api/node-types.ts';
import { t } from '../../messages/commands.ts';
import { useOpenNode, useSession, useWorkflow } from '../../workflow/hooks.ts';
import { isTrigger, typeOf } from '../../workflow/triggers.ts';
import type { DocumentNode, NodeKey } from '../../workflow/types.ts';
import { boxOf, type FlowNode } from '../flow-model.ts';
import classes from './trigger-hint.module.css';

/** Somebody who goes on at once needs no hint. */
const delay = 2500;

const newest = (nodes: Readonly<Record<NodeKey, DocumentNode>>): DocumentNode | undefined =>
  Object.values(nodes).reduce<DocumentNode | undefined>(
    (last, node) => (last === undefined || node.order > last.order ? node : last),
    undefined,
  );

/** At a trigger that was just added: how it is tried out. The next edit, a run or an opened node takes it away. */
export const TriggerHint = () => {
  const session = useSession();
  const types = useNodeTypes();
  const steps = useWorkflow((state) => state.past.length);
  const hasRun = useWorkflow((state) => state.run.status !== null);
  const isPanelOpen = useOpenNode() !== null;
  const [shown, setShown] = useState<{ key: NodeKey; hint: string }>();

  useEffect(() => {
    setShown(undefined);
    const { past, document } = session.state();
    const added = steps > 0 && past.at(-1)?.label === 'history.addNode' ? newest(document.nodes) : undefined;
    const type = added && typeOf(types, added);
    if (!added || !isTrigger(type) || hasRun || isPanelOpen) return;
    const hint = t(type?.hasWebhooks ? 'canvas.trigger.hint.call' : 'canvas.trigger.hint');
    const timer = setTimeout(() => setShown({ key: added.key, hint }), delay);
    return () => clearTimeout(timer);
  }, [session, types, steps, hasRun, isPanelOpen]);

  const place = useStore(
    ({ nodeLookup, transform: [x, y, zoom] }) => {
      const node = shown && nodeLookup.get(shown.key)?.internals.userNode;
      if (!node) return undefined;
      const box = boxOf(node as FlowNode);
      return {
        left: Math.round((box.x + box.width) * zoom + x),
        top: Math.round((box.y + box.height / 2) * zoom + y),
      };
    },
    (a, b) => a?.left === b?.left && a?.top === b?.top,
  );
  if (!shown || !place) return null;
  return (
    <div className={classes.hint} style={place} role="status">
      {shown.hint}
    </div>
  );
};
