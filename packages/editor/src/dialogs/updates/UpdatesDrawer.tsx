import { Drawer, Skeleton } from '@mantine/core';
import type { Release, ServerSettings } from '@millrace/contract';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { settingsQuery } from '../../api/queries.ts';
import { t } from '../../messages/updates.ts';
import { useUpdates } from '../../updates/updates-query.ts';
import { ReleaseCard } from './ReleaseCard.tsx';
import classes from './UpdatesDrawer.module.css';

const none: readonly Release[] = [];
const firstShown = 6;

/** The running version, and those that are newer. */
export const UpdatesDrawer = ({ close }: { close: () => void }) => {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <Drawer
      opened
      onClose={close}
      title={t('updates.title')}
      position="left"
      size={520}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
      classNames={{ content: classes.drawer, header: classes.head, title: classes.title }}
    >
      {settings && <Versions settings={settings} />}
    </Drawer>
  );
};

const Versions = ({ settings: { versionCli, versionNotifications } }: { settings: ServerSettings }) => {
  const updates = useUpdates();
  const { enabled, infoUrl } = versionNotifications;
  const newer = updates?.newer ?? none;
  // Of a hundred those that are seen first, and the others when nothing else is to be done.
  const shown = useDeferredValue(newer, newer.slice(0, firstShown));
  return (
    <>
      <section className={classes.part} aria-labelledby="running-version">
        <h3 id="running-version" className={classes.heading}>
          {t('updates.running')}
        </h3>
        <ReleaseCard release={updates?.current ?? { name: versionCli }} isCurrent />
        {!enabled && <p className={classes.remark}>{t('updates.off')}</p>}
        {enabled && updates && newer.length === 0 && <p className={classes.remark}>{t('updates.latest')}</p>}
        {infoUrl !== '' && (
          <a className={classes.howTo} href={infoUrl} target="_blank" rel="noreferrer">
            {t('updates.howTo')}
            <IconExternalLink size={14} aria-hidden="true" />
          </a>
        )}
      </section>
      {enabled && !updates && <Skeleton height={96} role="status" aria-label={t('shell.loading')} />}
      {newer.length > 0 && (
        <section className={classes.part} aria-labelledby="newer-versions">
          <h3 id="newer-versions" className={classes.heading}>
            {t('updates.newer', { count: newer.length })}
          </h3>
          {shown.map((release) => (
            <ReleaseCard key={release.name} release={release} />
          ))}
        </section>
      )}
    </>
  );
};
