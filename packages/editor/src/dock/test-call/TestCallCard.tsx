import { useStore } from '@xyflow/react';
import { boxOf, type FlowNode } from '../../canvas/flow-model.ts';
import { chatTriggerOf, isChatCall } from '../../chat/chat-trigger.ts';
import { t } from '../../messages/dock.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { useDock } from '../dock-state.ts';
import { TestCall } from './TestCall.tsx';
import classes from './test-call.module.css';

const size = { width: 340, height: 210 };
const gap = 12;

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** The dock shows the same, or the chat by which the run is started. */
const useIsToldInDock = (): boolean => {
  const tab = useDock((state) => (state.isOpen ? state.tab : null));
  return useWorkflow(({ document, run: { awaited = [] } }) => {
    if (tab !== 'chat') return tab !== null;
    return chatTriggerOf(document) === null || awaited.some(isChatCall);
  });
};

/** Below the trigger that waits for a call, or where the canvas ends. */
export const TestCallCard = () => (useIsToldInDock() ? null : <Card />);

const Card = () => {
  const trigger = useWorkflow(({ run }) => Object.entries(run.nodes).find(([, { phase }]) => phase === 'waiting')?.[0]);
  const place = useStore(
    ({ nodeLookup, transform: [x, y, zoom], width, height }) => {
      const node = trigger === undefined ? undefined : nodeLookup.get(trigger)?.internals.userNode;
      const box = node ? boxOf(node as FlowNode) : { x: 0, y: 0, width: 0, height: 0 };
      const left = node ? (box.x + box.width / 2) * zoom + x - size.width / 2 : (width - size.width) / 2;
      const top = node ? (box.y + box.height) * zoom + y + gap : height;
      return {
        left: Math.round(within(left, gap, Math.max(gap, width - size.width - gap))),
        top: Math.round(within(top, gap, Math.max(gap, height - size.height - gap))),
      };
    },
    (a, b) => a.left === b.left && a.top === b.top,
  );
  return (
    <section className={classes.card} style={place} aria-label={t('call.title')}>
      <TestCall />
    </section>
  );
};
