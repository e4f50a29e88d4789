import type { NodePort, TaskData } from '@millrace/contract';
import { t } from '../../messages/panel.ts';

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
  const length = Math.max(main.length, counts.length);
  // Beside an output for errors the regular one needs no number.
  const isNamelessAlone = length - main.filter(({ displayName }) => displayName).length === 1;
  return Array.from({ length }, (_, index) => ({
    index,
    name: main[index]?.displayName ?? (isNamelessAlone ? t('panel.data.output') : String(index)),
    count: counts[index] ?? 0,
  }));
};
