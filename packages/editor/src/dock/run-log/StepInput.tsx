import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { t } from '../../messages/dock.ts';
import { EmptyState } from '../../node-panel/run-data/EmptyState.tsx';
import { ItemsView } from '../../node-panel/run-data/ItemsView.tsx';
import { inputsOf } from '../../node-panel/run-data/node-data.ts';
import { ReadingTask } from '../../node-panel/run-data/ReadingTask.tsx';
import { TaskItems } from '../../node-panel/run-data/TaskItems.tsx';
import { useTask } from '../../node-panel/run-data/use-task.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import type { LogEntry, NodeKey } from '../../workflow/types.ts';
import classes from './run-log.module.css';

const servedSource = { isInput: false };

/** What came into a step: by input, with the node that it came from. */
export const StepInput = ({ entry: { key, runIndex } }: { entry: LogEntry }) => {
  const document = useWorkflow((state) => state.document);
  const run = useWorkflow((state) => state.run);
  const [wanted, setWanted] = useState<string | null>(null);
  const { task, ...reading } = useTask(key, runIndex);
  if (!task) return <ReadingTask {...reading} />;
  if (task.serves) {
    return (
      <Side>
        <ItemsView items={task.serves.input} source={servedSource} />
      </Side>
    );
  }
  const inputs = task.source.length === 0 ? [] : inputsOf({ document, run }, key, task);
  const given = inputs.flatMap(({ source }, index) => (source ? [{ index, source }] : []));
  const chosen = given.find(({ index }) => String(index) === wanted) ?? given[0];
  if (!chosen) {
    return (
      <Side>
        <EmptyState title={t('log.noInput.title')} message={t('log.noInput.message')} />
      </Side>
    );
  }
  const { source } = chosen;
  return (
    <Side>
      <div className={classes.sideHead}>
        {given.length > 1 ? (
          <Select
            size="xs"
            aria-label={t('log.input')}
            data={given.map(({ index, source: from }) => ({
              value: String(index),
              label: t('log.from', { name: from.name }),
            }))}
            value={String(chosen.index)}
            allowDeselect={false}
            onChange={setWanted}
          />
        ) : (
          t('log.from', { name: source.name })
        )}
      </div>
      <GivenItems
        key={`${source.key} ${source.run} ${source.output}`}
        nodeKey={source.key}
        run={source.run}
        output={source.output}
        input={chosen.index}
      />
    </Side>
  );
};

const Side = ({ children }: { children: React.ReactNode }) => (
  <section className={classes.side} aria-label={t('log.input')}>
    {children}
  </section>
);

interface GivenItemsProps {
  nodeKey: NodeKey;
  run: number;
  output: number;
  /** Of the step, that they came in by. */
  input: number;
}

const GivenItems = ({ nodeKey, run, output, input }: GivenItemsProps) => {
  const source = useMemo(() => ({ isInput: false, link: { input } }), [input]);
  const { task, ...reading } = useTask(nodeKey, run);
  if (!task) return <ReadingTask {...reading} />;
  return (
    <TaskItems
      nodeKey={nodeKey}
      task={task}
      runIndex={run}
      output={output}
      source={source}
      empty={<EmptyState title={t('log.noItems')} />}
    />
  );
};
