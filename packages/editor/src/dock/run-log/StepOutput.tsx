import { Select } from '@mantine/core';
import { resolvePorts } from '@millrace/engine';
import { useState } from 'react';
import { useNodeTypes } from '../../api/node-types.ts';
import { t } from '../../messages/dock.ts';
import { AskedNodes } from '../../node-panel/run-data/AskedNodes.tsx';
import { ConsoleLines } from '../../node-panel/run-data/ConsoleLines.tsx';
import { EmptyState } from '../../node-panel/run-data/EmptyState.tsx';
import { ErrorView } from '../../node-panel/run-data/ErrorView.tsx';
import { outputsOf, outputTypeOf } from '../../node-panel/run-data/outputs.ts';
import { ReadingTask } from '../../node-panel/run-data/ReadingTask.tsx';
import { TaskItems } from '../../node-panel/run-data/TaskItems.tsx';
import { useTask } from '../../node-panel/run-data/use-task.ts';
import { useTypeTexts } from '../../workflow/expressions.ts';
import type { DocumentNode, LogEntry } from '../../workflow/types.ts';
import classes from './run-log.module.css';

const source = { isInput: false, link: 'output' } as const;

/** What a step gave: by output, or why it failed. */
export const StepOutput = ({ entry: { key, runIndex }, node: { data } }: { entry: LogEntry; node: DocumentNode }) => {
  const { find } = useNodeTypes();
  const evaluate = useTypeTexts();
  const [wanted, setWanted] = useState<number | null>(null);
  const { task, ...reading } = useTask(key, runIndex);
  const type = find(data.type, data.typeVersion ?? 1);
  const ports = type ? resolvePorts(type, data, evaluate).outputs : [];
  const outputs = outputsOf(ports, task);
  const output = wanted ?? outputs.find(({ count }) => count > 0)?.index ?? 0;
  if (!task) return <ReadingTask {...reading} />;
  return (
    <section className={classes.side} aria-label={t('log.output')}>
      {outputs.length > 1 && (
        <div className={classes.sideHead}>
          <Select
            size="xs"
            aria-label={t('panel.data.branch')}
            data={outputs.map(({ index, name, count }) => ({
              value: String(index),
              label: t('panel.data.branch.items', { name, items: t('panel.data.items', { count }) }),
            }))}
            value={String(output)}
            allowDeselect={false}
            onChange={(chosen) => setWanted(Number(chosen))}
          />
        </div>
      )}
      {task.error && <ErrorView error={task.error} />}
      {task.asks && <AskedNodes asks={task.asks} />}
      <TaskItems
        nodeKey={key}
        task={task}
        runIndex={runIndex}
        output={output}
        connection={task.serves ? outputTypeWith(task, ports) : outputTypeOf(ports)}
        source={source}
        empty={task.error || task.asks ? null : <EmptyState title={t('panel.empty.none.title')} />}
      />
      <ConsoleLines nodeKey={key} />
    </section>
  );
};

/** A sub-node that served has its output under the type of that connection. */
const outputTypeWith = (
  { data, stored }: NonNullable<ReturnType<typeof useTask>['task']>,
  ports: Parameters<typeof outputTypeOf>[0],
): string => Object.keys(data ?? stored?.outputs ?? {})[0] ?? outputTypeOf(ports);
