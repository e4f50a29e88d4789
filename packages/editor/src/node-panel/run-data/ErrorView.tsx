import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import type { ExecutionError, JsonObject } from '@millrace/contract';
import { limits } from '@millrace/contract';
import { IconAlertTriangleFilled, IconCopy } from '@tabler/icons-react';
import { useMemo } from 'react';
import { basePath } from '../../base-path.ts';
import { t } from '../../messages/panel.ts';
import { copyText } from '../../ui/copy-text.ts';
import { formatDate } from '../../ui/dates.ts';
import { JsonView } from './JsonView.tsx';
import classes from './run-data.module.css';

/** Levels of data that are open at first. */
const causeDepth = 3;

/** A text, or data as a tree; a note in place of what is too much for the page. */
const Detail = ({ value }: { value: unknown }) => {
  const items = useMemo(() => [{ item: { json: value as JsonObject }, index: 0 }], [value]);
  const length = typeof value === 'string' ? value.length : (JSON.stringify(value) ?? '').length;
  if (length > limits.maxDisplayDataSize) return <p className={classes.errorText}>{t('panel.error.tooLarge')}</p>;
  if (typeof value !== 'object') return <pre>{String(value)}</pre>;
  return (
    <div className={classes.tree}>
      <JsonView items={items} openDepth={causeDepth} />
    </div>
  );
};

/** Why a node failed: what a person needs first, the rest folded away. */
export const ErrorView = ({ error }: { error: ExecutionError }) => {
  const facts: [string, string][] = [];
  if (error.itemIndex !== undefined) facts.push([t('panel.error.item'), String(error.itemIndex + 1)]);
  if (error.runIndex) facts.push([t('panel.error.run'), String(error.runIndex + 1)]);
  if (error.httpCode !== undefined) facts.push([t('panel.error.httpCode'), error.httpCode]);
  if (error.timestamp) facts.push([t('panel.error.time'), formatDate(error.timestamp)]);
  const folded: [string, unknown][] = [];
  if (error.cause !== undefined && error.cause !== null) folded.push([t('panel.error.cause'), error.cause]);
  if (error.context && Object.keys(error.context).length > 0) {
    folded.push([t('panel.error.context'), error.context]);
  }
  const called = error.context?.executionId;
  if (error.stack) folded.push([t('panel.error.stack'), error.stack]);

  return (
    <div className={classes.error} role="alert">
      <header className={classes.errorHead}>
        <IconAlertTriangleFilled size={18} aria-hidden />
        <strong>{error.message || t('panel.error.title')}</strong>
        <Tooltip label={t('panel.error.copy')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('panel.error.copy')}
            onClick={() => void copyText(JSON.stringify(error, null, 2))}
          >
            <IconCopy size={14} />
          </ActionIcon>
        </Tooltip>
      </header>
      {error.description && <p className={classes.errorText}>{error.description}</p>}
      {typeof called === 'string' && (
        <Anchor href={`${basePath}/execution/${encodeURIComponent(called)}`} target="_blank" size="sm">
          {t('panel.error.openExecution', { id: called })}
        </Anchor>
      )}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {folded.map(([name, value]) => (
        <details key={name} className={classes.details}>
          <summary>{name}</summary>
          <Detail value={value} />
        </details>
      ))}
    </div>
  );
};
