import { Button, Select } from '@mantine/core';
import { resolvePorts } from '@millrace/engine';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { useNodeTypes } from '../../api/node-types.ts';
import { t } from '../../messages/panel.ts';
import { useTypeTexts } from '../../workflow/expressions.ts';
import { useNode, useSession, useWorkflow } from '../../workflow/hooks.ts';
import { isRunning } from '../../workflow/run-view.ts';
import type { NodeKey } from '../../workflow/types.ts';
import { usePanel } from '../panel-context.ts';
import { runToNode } from '../run-to-node.ts';
import type { FieldSource } from './drag-field.ts';
import { EmptyState } from './EmptyState.tsx';
import { ItemsView } from './ItemsView.tsx';
import { isNoRecord, NoSharedData } from './NoOutput.tsx';
import { ancestorsOf, inputsOf, outputItems, parentsOf, runCountOf, storedCount, tasksOf } from './node-data.ts';
import { outputsOf } from './outputs.ts';
import { PaneHead } from './PaneHead.tsx';
import { ReadingTask } from './ReadingTask.tsx';
import { RunSelect } from './RunSelect.tsx';
import classes from './run-data.module.css';
import { StoredItems } from './StoredItems.tsx';
import { useTask } from './use-task.ts';

export interface InputPaneProps {
  /** Of the open node; -1: it has not run. */
  runIndex: number;
  onChooseRun(index: number): void;
  itemIndex: number;
  onChooseItem(item: number): void;
}

/** What comes into the node: from the nodes connected to it, or, for looking and dragging, from any node before. */
export const InputPane = memo(({ runIndex, onChooseRun, itemIndex, onChooseItem }: InputPaneProps) => {
  const { key, document } = usePanel();
  const run = useWorkflow((state) => state.run);
  const readOnly = useWorkflow((state) => state.readOnly);
  const runsElsewhere = useWorkflow(isNoRecord);
  const [wanted, setWanted] = useState<string | null>(null);

  const snapshot = { document, run };
  const ownRuns = runCountOf(snapshot, key);
  const own = useTask(key, runIndex);
  const inputs = inputsOf(snapshot, key, own.task);
  const parents = parentsOf(document, key);
  const ancestors = [...ancestorsOf(document, key)];
  const { find } = useNodeTypes();
  const evaluate = useTypeTexts();
  const outputName = ({ key: parent, output }: NodeChoice): string => {
    const data = document.nodes[parent]?.data;
    const type = data && find(data.type, data.typeVersion ?? 1);
    return outputsOf(type ? resolvePorts(type, data, evaluate).outputs : [], undefined)[output]?.name ?? String(output);
  };
  const choices = nodeChoices(parents, ancestors, (ancestor) => document.nodes[ancestor]?.data.name ?? '', outputName);

  const first = inputs[0]?.source ?? inputs.find(({ source }) => source !== null)?.source ?? null;
  const current = wanted !== null && choices.all.has(wanted) ? wanted : first ? `${first.key}:${first.output}` : null;
  const shown = current === null ? null : (choices.all.get(current) ?? first);
  const isJson = shown !== null && inputs[0]?.source?.key === shown.key && inputs[0].source.output === shown.output;
  const olderNode = isJson ? undefined : shown?.name;
  const input = inputs.findIndex(({ source }) => source?.key === shown?.key && source?.output === shown?.output);
  const source = useMemo<FieldSource>(
    () => ({ isInput: true, olderNode, ...(input >= 0 && { link: { input } }) }),
    [olderNode, input],
  );
  const recorded = inputs[input];
  const tasks = shown === null ? [] : tasksOf(snapshot, shown.key);
  const shownRun = recorded?.source?.run ?? tasks.length - 1;
  const given = useTask(shown?.key, shownRun);
  if (shown === null) {
    return (
      <Pane>
        <EmptyState title={t('panel.empty.unconnected.title')} message={t('panel.empty.unconnected.message')} />
      </Pane>
    );
  }
  const task = tasks[shownRun] ?? given.task;
  const items = recorded?.items ?? outputItems(task, shown.output);

  const select = choices.all.size > 1 && (
    <Select
      size="xs"
      className={classes.nodeSelect}
      aria-label={t('panel.data.node')}
      data={choices.groups}
      value={current}
      allowDeselect={false}
      searchable={choices.all.size > 8}
      comboboxProps={{ withinPortal: true, zIndex: 1000, width: 'max-content' }}
      onChange={setWanted}
    />
  );
  const runs = ownRuns > 1 && <RunSelect count={ownRuns} value={runIndex} onChange={onChooseRun} />;
  const selectors =
    select || runs ? (
      <div className={classes.selectors}>
        {select}
        {runs}
      </div>
    ) : null;

  const choosing = isJson ? { chosen: itemIndex, onChoose: onChooseItem } : {};
  const reading = [own, given].find(({ isPending, error }) => isPending || error);
  if (reading) {
    return (
      <Pane>
        {selectors}
        <ReadingTask {...reading} />
      </Pane>
    );
  }
  if (task && storedCount(task, shown.output)) {
    return (
      <Pane>
        {selectors}
        <StoredItems
          key={`${shown.key}:${shownRun}:${shown.output}`}
          nodeKey={shown.key}
          task={task}
          runIndex={shownRun}
          output={shown.output}
          source={source}
          {...choosing}
        />
      </Pane>
    );
  }
  if (items === null || items.length === 0) {
    const hasRun = tasks.length > 0;
    return (
      <Pane>
        {selectors}
        {task?.error ? (
          <EmptyState title={t('panel.empty.failed.title', { node: shown.name })} message={task.error.message} />
        ) : hasRun ? (
          <EmptyState title={t('panel.empty.none.title')} message={t('panel.empty.none.message')} />
        ) : readOnly && runsElsewhere ? (
          <NoSharedData />
        ) : (
          <EmptyState
            title={t('panel.empty.input.title')}
            message={t(readOnly ? 'panel.empty.readOnly.message' : 'panel.empty.input.message')}
          >
            {!readOnly && <RunParent parent={shown.key} />}
          </EmptyState>
        )}
      </Pane>
    );
  }
  return (
    <Pane>
      {selectors}
      <ItemsView items={items} source={source} {...choosing} />
    </Pane>
  );
});

const Pane = ({ children }: { children: React.ReactNode }) => (
  <div className={classes.pane}>
    <PaneHead title={t('panel.data.input')} />
    {children}
  </div>
);

const RunParent = ({ parent }: { parent: NodeKey }) => {
  const session = useSession();
  const running = useWorkflow((state) => isRunning(state.run));
  const data = useNode(parent)?.data;
  const { find } = useNodeTypes();
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlayerPlayFilled size={12} />}
      disabled={running}
      onClick={() => runToNode(session, parent, data && find(data.type, data.typeVersion ?? 1))}
    >
      {t('panel.empty.input.run')}
    </Button>
  );
};

interface NodeChoice {
  key: NodeKey;
  name: string;
  output: number;
}

/** Connected outputs first, then the nodes further back. Keys are `node:output`. */
const nodeChoices = (
  parents: readonly NodeChoice[],
  ancestors: readonly [NodeKey, number][],
  nameOf: (key: NodeKey) => string,
  outputNameOf: (choice: NodeChoice) => string,
) => {
  const isByOutput = (choice: NodeChoice) =>
    parents.some(({ key, output }) => key === choice.key && output !== choice.output);
  const all = new Map<string, NodeChoice>();
  const option = (choice: NodeChoice) => {
    const value = `${choice.key}:${choice.output}`;
    if (all.has(value)) return [];
    all.set(value, choice);
    const label = isByOutput(choice)
      ? t('panel.data.node.output', { name: choice.name, output: outputNameOf(choice) })
      : choice.name;
    return [{ value, label }];
  };
  const connected = parents.flatMap(option);
  const earlier = ancestors
    .filter(([key]) => !parents.some((parent) => parent.key === key))
    .flatMap(([key, output]) => option({ key, name: nameOf(key), output }));
  return {
    all,
    groups: [
      { group: t('panel.data.parents'), items: connected },
      ...(earlier.length > 0 ? [{ group: t('panel.data.ancestors'), items: earlier }] : []),
    ],
  };
};
