import type { TaskData } from '@millrace/contract';
import type { ReactNode } from 'react';
import type { NodeKey } from '../../workflow/types.ts';
import type { FieldSource } from './drag-field.ts';
import { ItemsView } from './ItemsView.tsx';
import { outputItems, storedCount } from './node-data.ts';
import { StoredItems } from './StoredItems.tsx';

interface TaskItemsProps {
  nodeKey: NodeKey;
  task: TaskData;
  runIndex: number;
  output: number;
  /** Type of the output. */
  connection?: string;
  source: FieldSource;
  /** Stands there where it gave no items. */
  empty: ReactNode;
  actions?: ReactNode;
}

/** The items of one output of a node run, here or on the server. */
export const TaskItems = ({ task, output, connection = 'main', empty, actions, ...view }: TaskItemsProps) => {
  const items = outputItems(task, output, connection);
  if (items && items.length > 0) return <ItemsView items={items} source={view.source} actions={actions} />;
  if (!storedCount(task, output, connection)) return empty;
  return (
    <StoredItems key={`${view.runIndex}:${output}`} task={task} output={output} connection={connection} {...view} />
  );
};
