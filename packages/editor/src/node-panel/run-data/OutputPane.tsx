import { Button, Select, Tooltip } from '@mantine/core';
import type { Item, TaskData } from '@millrace/contract';
import { resolvePorts } from '@millrace/engine';
import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { t } from '../../messages/panel.ts';
import { formatDate, formatDuration } from '../../ui/dates.ts';
import { setPinData } from '../../workflow/commands/index.ts';
import { useTypeTexts } from '../../workflow/expressions.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import { runCount } from '../../workflow/node-run.ts';
import { pinnedFrom } from '../../workflow/pinned-from.ts';
import { pinnedItems } from '../../workflow/pinned-tasks.ts';
import type { NodeKey } from '../../workflow/types.ts';
import { useOpenedNode, usePanel } from '../panel-context.ts';
import { AskedNodes } from './AskedNodes.tsx';
import { hasFiles } from './binary-files.ts';
import { ConsoleLines } from './ConsoleLines.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorView } from './ErrorView.tsx';
import type { InputPaneProps } from './InputPane.tsx';
import { ItemsView } from './ItemsView.tsx';
import { NoOutput } from './NoOutput.tsx';
import { outputItems, storedCount } from './node-data.ts';
import { outputsOf, outputTypeOf } from './outputs.ts';
import { PaneHead } from './PaneHead.tsx';
import { PinEditor } from './PinEditor.tsx';
import { pinText } from './pin-data.ts';
import { ReadingTask } from './ReadingTask.tsx';
import { RunSelect } from './RunSelect.tsx';
import classes from './run-data.module.css';
import { StoredItems } from './StoredItems.tsx';
import { useTask } from './use-task.ts';

const output = { isInput: false, link: 'output' } as const;
const pinnedOutput = { isInput: false };

/** What the node gave: by run and by output, or why it failed, or the data that is pinned in its place. */
export const OutputPane = ({ runIndex, onChooseRun }: Pick<InputPaneProps, 'runIndex' | 'onChooseRun'>) => {
  const { dispatch } = useSession();
  const { key, description, readOnly } = usePanel();
  const { node } = useOpenedNode();
  const evaluate = useTypeTexts();
  const count = useWorkflow((state) => (Object.hasOwn(state.run.nodes, key) ? runCount(state.run.nodes[key]!) : 0));
  const isStale = useWorkflow((state) => state.run.stale.has(key));
  const pinned = useWorkflow((state) =>
    Object.hasOwn(state.document.pinData, key) ? state.document.pinData[key] : undefined,
  );
  const [wantedOutput, setWantedOutput] = useState<number | null>(null);
  const [isEditing, setEditing] = useState(false);

  const { outputs: ports } = useMemo(() => resolvePorts(description, node, evaluate), [description, node, evaluate]);
  const { task, ...reading } = useTask(key, runIndex);
  const outputs = outputsOf(ports, task);
  const branch = wantedOutput ?? outputs.find(({ count }) => count > 0)?.index ?? 0;
  const pinnedList = pinned && pinnedItems(pinned);
  const connection = outputTypeOf(ports);
  const items = pinnedList ?? outputItems(task, branch, connection);
  const canPin = !readOnly && outputs.length <= 1 && connection === 'main';

  const pinActions = useMemo(
    () => (canPin && items && items.length > 0 ? <PinButton nodeKey={key} items={items} /> : undefined),
    [canPin, items, key],
  );

  if (isEditing) {
    return (
      <Pane>
        <PinEditor
          nodeKey={key}
          initial={pinText(pinned ?? pinnedFrom(items ?? []))}
          onClose={() => setEditing(false)}
        />
      </Pane>
    );
  }

  const body = () => {
    if (pinned && pinnedList) {
      return pinnedList.length > 0 ? (
        <ItemsView items={pinnedList} source={pinnedOutput} />
      ) : (
        <EmptyState title={t('panel.empty.none.title')} />
      );
    }
    if (!task && (reading.isPending || reading.error)) return <ReadingTask {...reading} />;
    if (!task) return <NoOutput onPin={canPin ? () => setEditing(true) : undefined} />;
    if (items && items.length > 0) return <ItemsView items={items} source={output} actions={pinActions} />;
    if (storedCount(task, branch, connection))
      return (
        <StoredItems
          key={`${runIndex}:${branch}`}
          nodeKey={key}
          task={task}
          runIndex={runIndex}
          output={branch}
          connection={connection}
          source={output}
        />
      );
    if (task.error) return null;
    if (task.asks) return <AskedNodes asks={task.asks} />;
    return (
      <EmptyState title={t('panel.empty.none.title')} message={t('panel.empty.none.message')}>
        <p className={classes.remark}>{t('panel.empty.none.hint')}</p>
      </EmptyState>
    );
  };

  return (
    <Pane task={pinned ? undefined : task}>
      {pinned && (
        <div className={classes.banner}>
          <IconPin size={15} aria-hidden />
          <span>{t('panel.pin.banner')}</span>
          {!readOnly && (
            <>
              <Button size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
                {t('panel.pin.edit')}
              </Button>
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<IconPinnedOff size={14} />}
                onClick={() => dispatch('history.setPinData', setPinData(key, undefined))}
              >
                {t('panel.pin.unpin')}
              </Button>
            </>
          )}
        </div>
      )}
      {!pinned && isStale && task && <p className={classes.stale}>{t('panel.data.stale')}</p>}
      {!pinned && (count > 1 || outputs.length > 1) && (task || count > 1) && (
        <div className={classes.selectors}>
          {count > 1 && <RunSelect count={count} value={runIndex} onChange={onChooseRun} />}
          {outputs.length > 1 && (
            <Select
              size="xs"
              className={classes.nodeSelect}
              aria-label={t('panel.data.branch')}
              data={outputs.map(({ index, name, count }) => ({
                value: String(index),
                label: t('panel.data.branch.items', { name, items: t('panel.data.items', { count }) }),
              }))}
              value={String(branch)}
              allowDeselect={false}
              comboboxProps={{ withinPortal: true, zIndex: 1000 }}
              onChange={(chosen) => setWantedOutput(Number(chosen))}
            />
          )}
        </div>
      )}
      {!pinned && task?.error && <ErrorView error={task.error} />}
      {body()}
      {!pinned && <ConsoleLines nodeKey={key} />}
    </Pane>
  );
};

const PinButton = ({ nodeKey, items }: { nodeKey: NodeKey; items: readonly Item[] }) => {
  const { dispatch } = useSession();
  const withFiles = hasFiles(items);
  return (
    <Tooltip label={t(withFiles ? 'panel.pin.binary' : 'panel.pin.hint')}>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<IconPin size={14} />}
        disabled={withFiles}
        onClick={() => dispatch('history.setPinData', setPinData(nodeKey, pinnedFrom(items)))}
      >
        {t('panel.pin.pin')}
      </Button>
    </Tooltip>
  );
};

const Pane = ({ children, task }: { children: React.ReactNode; task?: TaskData }) => (
  <div className={classes.pane}>
    <PaneHead title={t('panel.data.output')}>
      {task && (
        <span
          className={classes.time}
          title={t('panel.data.time', {
            start: formatDate(task.startTime),
            duration: formatDuration(task.executionTime),
          })}
        >
          {formatDuration(task.executionTime)}
        </span>
      )}
    </PaneHead>
    {children}
  </div>
);
