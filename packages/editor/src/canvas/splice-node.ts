import { addWire } from '../workflow/commands/index.ts';
import type { Command, NodeKey, WireKey } from '../workflow/types.ts';

/** Puts a node that is there into a wire: the wire's source leads to it, and it leads to the wire's target. */
export const spliceNode =
  (key: NodeKey, wireKey: WireKey): Command =>
  (draft) => {
    const wire = draft.wires[wireKey];
    if (!wire || !draft.nodes[key] || wire.source === key || wire.target === key) return;
    const { source, sourceType, sourceIndex, target, targetType, targetIndex } = wire;
    delete draft.wires[wireKey];
    addWire({ source, sourceType, sourceIndex, target: key, targetType, targetIndex: 0 })(draft);
    addWire({ source: key, sourceType, sourceIndex: 0, target, targetType, targetIndex })(draft);
  };
