import type { Folder } from '@millrace/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { t } from '../../messages/organizing.ts';
import classes from './workflows.module.css';

/** The title of the page: where one is, with the ways out. */
export const FolderPath = ({
  path,
  onOpen,
}: {
  path: readonly Folder[];
  onOpen: (folder: string | undefined) => void;
}) => {
  const here = path.at(-1);
  return (
    <nav className={classes.path} aria-label={t('folders.path')}>
      {here ? (
        <button type="button" className={classes.crumb} onClick={() => onOpen(undefined)}>
          {t('folders.all')}
        </button>
      ) : (
        <h1 className={classes.title}>{t('workflows.title')}</h1>
      )}
      {path.slice(0, -1).map(({ id, name }) => (
        <span key={id} className={classes.step}>
          <IconChevronRight size={14} aria-hidden="true" />
          <button type="button" className={classes.crumb} title={name} onClick={() => onOpen(id)}>
            <bdi>{name}</bdi>
          </button>
        </span>
      ))}
      {here && (
        <span className={classes.step}>
          <IconChevronRight size={14} aria-hidden="true" />
          <h1 className={classes.title} title={here.name}>
            <bdi>{here.name}</bdi>
          </h1>
        </span>
      )}
    </nav>
  );
};
