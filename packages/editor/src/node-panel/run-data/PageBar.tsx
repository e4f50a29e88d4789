import { Select } from '@mantine/core';
import { t } from '../../messages/panel.ts';
import { StepButton } from '../StepButton.tsx';
import classes from './run-data.module.css';
import { pageSizesFor } from './table.ts';

interface PageBarProps {
  /** Items altogether. */
  count: number;
  page: number;
  pageSize: number;
  onPage(page: number): void;
  onPageSize(size: number): void;
}

/** Stands under items: which page of them is shown, and how many make a page. */
export const PageBar = ({ count, page, pageSize, onPage, onPageSize }: PageBarProps) => {
  const pages = Math.max(1, Math.ceil(count / pageSize));
  return (
    <footer className={classes.pages}>
      <StepButton
        to="previous"
        label={t('panel.data.page.previous')}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <span>{t('panel.data.page', { page: page + 1, pages })}</span>
      <StepButton
        to="next"
        label={t('panel.data.page.next')}
        disabled={page >= pages - 1}
        onClick={() => onPage(page + 1)}
      />
      <span className={classes.spacer} />
      <span>{t('panel.data.pageSize')}</span>
      <Select
        size="xs"
        w={76}
        aria-label={t('panel.data.pageSize')}
        data={pageSizesFor(count, pageSize).map(String)}
        value={String(pageSize)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true, zIndex: 1000 }}
        onChange={(chosen) => onPageSize(Number(chosen))}
      />
    </footer>
  );
};
