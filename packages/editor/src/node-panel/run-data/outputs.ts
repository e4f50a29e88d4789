import type { NodePort, TaskData } from '@millrace/contract';

interface OutputChoice {
  /** Among the outputs of type `main`. */
  index: number;
  name: string;
  count: number;
}

/** The main outputs of a node with what a run sent through each; a run of an older form of the node may have had more. */
export const outputsOf = (ports: readonly NodePort[], task: TaskData | undefined): OutputChoice[] => {
  const main = ports.filter(({ type }) => type === 'main');
  const sent = task?.data && Object.hasOwn(task.data, 'main') ? (task.data.main ?? []) : [];
  const stored = task?.stored && Object.hasOwn(task.stored.outputs, 'main') ? task.stored.outputs.main! : [];
  const counts = sent.length > 0 ? sent.map((items) => items?.length ?? 0) : stored;
  return Array.from({ length: Math.max(main.length, counts.length) }, (_, index) => ({
    index,
    name: main[index]?.displayName ?? String(index),
    count: counts[index] ?? 0,
  }));
};
