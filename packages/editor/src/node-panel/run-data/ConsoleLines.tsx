import { t } from '../../messages/panel.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import type { NodeKey } from '../../workflow/types.ts';
import classes from './run-data.module.css';

/** What the node has written to the console in the run that is shown. */
export const ConsoleLines = ({ nodeKey }: { nodeKey: NodeKey }) => {
  const lines = useWorkflow((state) =>
    Object.hasOwn(state.run.nodes, nodeKey) ? state.run.nodes[nodeKey]?.console : undefined,
  );
  if (!lines) return null;
  return (
    <details className={classes.console} open>
      <summary title={t('panel.data.console.hint')}>{t('panel.data.console', { count: lines.length })}</summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  );
};
