import { UnstyledButton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import { settingsQuery } from '../api/queries.ts';
import { useEverywhereCommands } from '../commands/everywhere.ts';
import { DialogStack } from '../dialogs/DialogStack.tsx';
import { openDialog } from '../dialogs/stack.ts';
import { t } from '../messages/accounts.ts';
import { maySee } from '../routes/access.ts';
import { useStanding } from '../start/use-standing.ts';
import { useFocusWithin } from '../ui/keep-focus.ts';
import classes from './SettingsFrame.module.css';
import { sections } from './sections.ts';

/** The settings area: its own sidebar, and a screen beside it. */
export const SettingsFrame = () => {
  const { data: settings } = useQuery(settingsQuery);
  const standing = useStanding();
  const main = useRef<HTMLElement>(null);
  useFocusWithin(main);
  useEverywhereCommands();
  return (
    <div className={classes.area}>
      <nav className={classes.sidebar} aria-label={t('settingsArea.navigation')}>
        <Link to="/" className={classes.back}>
          <IconArrowLeft size={18} stroke={1.7} aria-hidden="true" />
          <span>{t('settingsArea.title')}</span>
          <span className="visually-hidden">{t('settingsArea.back')}</span>
        </Link>
        <div className={classes.items}>
          {sections
            .filter(({ view }) => maySee(view, standing))
            .map(({ view, to, label, icon: Icon }) => (
              <Link key={view} to={to} className={classes.item}>
                <Icon size={18} stroke={1.6} aria-hidden="true" />
                <span>{t(label)}</span>
              </Link>
            ))}
        </div>
        {settings && (
          <UnstyledButton className={classes.version} onClick={() => openDialog('about', {})}>
            {t('settingsArea.version', { version: settings.versionCli })}
          </UnstyledButton>
        )}
      </nav>
      <main ref={main} className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <DialogStack />
    </div>
  );
};
