import { Button } from '@mantine/core';
import type { WorkflowVersion } from '@millrace/contract';
import type { KeyboardEvent } from 'react';
import { personName } from '../../../account/person-name.ts';
import { t } from '../../../messages/versions.ts';
import { formatDate } from '../../../ui/dates.ts';
import classes from './versions.module.css';

interface VersionListProps {
  versions: readonly WorkflowVersion[];
  chosen: number;
  /** The one that an active workflow runs as; null: it is not active. */
  published: number | null;
  onChoose(revision: number): void;
  /** Undefined: all are here. */
  onMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

/** Arrow keys go from one to the next. */
const onArrow = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li button')];
  const index = buttons.indexOf(document.activeElement as HTMLElement);
  const next = buttons[index + (event.key === 'ArrowDown' ? 1 : -1)];
  if (index < 0 || !next) return;
  event.preventDefault();
  next.focus();
  next.click();
};

export const VersionList = ({ versions, chosen, published, onChoose, onMore, isLoadingMore }: VersionListProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys between the buttons in it
  <div className={classes.scroll} onKeyDown={onArrow}>
    <ol className={classes.list}>
      {versions.map(({ revision, name, savedAt, savedBy, changes }, index) => (
        <li key={revision}>
          <button
            type="button"
            className={classes.version}
            aria-current={revision === chosen || undefined}
            onClick={() => onChoose(revision)}
          >
            <span className={classes.head}>
              <strong title={name ?? undefined}>{name ?? t('versions.number', { revision })}</strong>
              {index === 0 && <span className={classes.badge}>{t('versions.latest')}</span>}
              {revision === published && (
                <span className={classes.badge} data-published>
                  {t('versions.published')}
                </span>
              )}
            </span>
            <span>{formatDate(savedAt)}</span>
            <span>
              {(savedBy && personName(savedBy)) || t('versions.someone')} · {t('versions.changes', { count: changes })}
            </span>
          </button>
        </li>
      ))}
    </ol>
    {onMore && (
      <Button size="xs" variant="default" className={classes.more} loading={isLoadingMore} onClick={onMore}>
        {t('versions.more')}
      </Button>
    )}
  </div>
);
