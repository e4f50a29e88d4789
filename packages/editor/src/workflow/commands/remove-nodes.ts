import type { Command, NodeKey, WireKey } from '../types.ts';
import { connect, removeWires, wiresOf } from './wires.ts';

/** Deletes nodes and wires. A deleted node with one wire in and one out of the same type is bridged: its neighbours are joined. */
export const removeNodes =
  (keys: Iterable<NodeKey>, wires: Iterable<WireKey> = []): Command =>
  (draft) => {
    removeWires(wires)(draft);
    for (const key of keys) {
      const { into, outOf } = wiresOf(draft, key);
      for (const wire of [...into, ...outOf]) delete draft.wires[wire.key];
      delete draft.nodes[key];
      delete draft.pinData[key];
      delete draft.placeholders[key];
      const [before, after] = [into[0], outOf[0]];
      const bridged =
        into.length === 1 && outOf.length === 1 && before && after && before.sourceType === after.sourceType;
      if (!bridged || before.source === key) continue;
      connect(draft, {
        source: before.source,
        sourceType: before.sourceType,
        sourceIndex: before.sourceIndex,
        target: after.target,
        targetType: after.targetType,
        targetIndex: after.targetIndex,
      });
    }
  };
