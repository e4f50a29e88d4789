import type { NodePort, TaskData } from '@millrace/contract';
import { t } from '../../messages/panel.ts';

interface OutputChoice {
  /** Among the outputs of its type. */
  index: number;
  name: string;
  count: number;
}

/** The type of the outputs that are shown: a node that serves another, such as a tool, has no main ones. */
export const outputTypeOf = (ports: readonly NodePort[]): string =>
  ports.length === 0 || ports.some(({ type }) => type === 'main') ? 'main' : ports[0]!.type;

/** The outputs of a node with what a run sent through each; a run of an older form of the node may have had more. */
export const outputsOf = (ports: readonly NodePort[], task: TaskData | undefined): OutputChoice[] => {
  const wanted = outputTypeOf(ports);
  const main = ports.filter(({ type }) => type === wanted);
  const sent = task?.data && Object.hasOwn(task.data, wanted) ? (task.data[wanted] ?? []) : [];
  const stored = task?.stored && Object.hasOwn(task.stored.outputs, wanted) ? task.stored.outputs[wanted]! : [];
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
