import { ActionIcon, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { t } from '../../messages/panel.ts';
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
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        disabled={page === 0}
        aria-label={t('panel.data.page.previous')}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={14} />
      </ActionIcon>
      <span>{t('panel.data.page', { page: page + 1, pages })}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        disabled={page >= pages - 1}
        aria-label={t('panel.data.page.next')}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={14} />
      </ActionIcon>
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
