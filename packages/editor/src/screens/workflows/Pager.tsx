import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { t } from '../../messages/organizing.ts';
import classes from './workflows.module.css';

/** Which part of a long list is shown, and the ways to the ones beside it. */
export const Pager = ({
  from,
  shown,
  count,
  onPage,
}: {
  /** Of the first that is shown, from 0. */
  from: number;
  shown: number;
  count: number;
  onPage: (step: 1 | -1) => void;
}) => (
  <div className={classes.pager}>
    <span role="status">{t('workflows.range', { from: from + 1, to: from + shown, count })}</span>
    {count > shown && (
      <>
        <ActionIcon aria-label={t('workflows.page.previous')} disabled={from === 0} onClick={() => onPage(-1)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon aria-label={t('workflows.page.next')} disabled={from + shown >= count} onClick={() => onPage(1)}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </>
    )}
  </div>
);
