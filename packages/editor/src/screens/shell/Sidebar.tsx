import { Tooltip, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDeviceDesktop,
  IconHelpCircle,
  IconHistory,
  IconKey,
  IconLayoutList,
  IconList,
  IconPlus,
  type IconProps,
  IconSitemap,
  IconTable,
  IconTemplate,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { credentialsQuery, credentialTypesQuery } from '../../api/credentials.ts';
import { queryClient } from '../../api/queries.ts';
import { laterPart } from '../../canvas/later-part.tsx';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/index.ts';
import { maySee } from '../../routes/access.ts';
import { useStanding } from '../../start/use-standing.ts';
import { Mark } from '../../ui/Mark.tsx';
import { whenIdle } from '../../ui/when-idle.ts';
import { MenuItems } from './MenuItems.tsx';
import { useMenuShortcuts } from './menu-shortcuts.ts';
import { SettingsLink } from './SettingsLink.tsx';
import classes from './Sidebar.module.css';
import { SidebarMenu } from './SidebarMenu.tsx';
import { type MenuAction, useWorkflowActions } from './workflow-actions.ts';

const credentialActions: readonly MenuAction[] = [
  {
    label: 'shell.menu.credentials.new',
    icon: IconPlus,
    isDisabled: false,
    run: () => openDialog('credentialSelect', {}),
  },
  {
    label: 'shell.menu.credentials.open',
    icon: IconList,
    isDisabled: false,
    run: () => openDialog('credentials', {}),
  },
];

/** Who opens the menu is about to see the list, or to choose a type. */
const fetchCredentialsAhead = (): void => {
  void queryClient.prefetchQuery(credentialsQuery);
  void queryClient.prefetchQuery(credentialTypesQuery);
};

/* Not part of the first load: the default user has no account, and the warning and the help come when the page is idle. */
const AppearanceMenu = laterPart(async () => ({ default: (await import('./AppearanceMenu.tsx')).AppearanceMenu }));
const AccountMenu = laterPart(async () => ({ default: (await import('./AccountMenu.tsx')).AccountMenu }));
const HelpMenu = laterPart(async () => ({ default: (await import('./HelpMenu.tsx')).HelpMenu }));
const SetUpWarning = laterPart(async () => ({ default: (await import('./SetUpWarning.tsx')).SetUpWarning }));
const UpdatesItem = laterPart(async () => ({ default: (await import('./UpdatesItem.tsx')).UpdatesItem }));

/** Versions are those of the workflow whose name stands in the header, where they are found. */
const isOfSidebar = ({ label }: MenuAction): boolean => label !== 'shell.menu.versions';

/** The main navigation: icons with flyouts, or, opened, with words. */
export const Sidebar = () => {
  const [isOpen, setIsOpen] = useLocalStorage({
    key: 'millrace.sidebar',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const actions = useWorkflowActions();
  useMenuShortcuts(actions);
  const standing = useStanding();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle([async () => setIsIdle(true)]), []);
  const helpToCome = <SidebarButton icon={IconHelpCircle} label={t('shell.menu.help')} isOpen={isOpen} isDisabled />;
  const appearanceToCome = (
    <SidebarButton icon={IconDeviceDesktop} label={t('shell.menu.appearance')} isOpen={isOpen} isDisabled />
  );
  const toggleLabel = t(isOpen ? 'shell.sidebar.collapse' : 'shell.sidebar.expand');
  return (
    <nav className={classes.sidebar} data-open={isOpen || undefined} aria-label={t('shell.navigation')}>
      <Link to="/" className={classes.brand} aria-label={t('shell.product')}>
        <Mark size={28} />
        {isOpen && <span className={classes.name}>{t('shell.product')}</span>}
      </Link>

      <div className={classes.items}>
        <MenuItems position="top" isOpen={isOpen} />
        <Tooltip label={t('shell.menu.workflows')} position="right" disabled={isOpen}>
          <Link to="/workflows" className={classes.item} aria-label={t('shell.menu.workflows')}>
            <IconLayoutList size={20} stroke={1.6} aria-hidden="true" />
            {isOpen && <span>{t('shell.menu.workflows')}</span>}
          </Link>
        </Tooltip>
        {maySee('TemplatesSearchView', standing) && (
          <Tooltip label={t('shell.menu.templates')} position="right" disabled={isOpen}>
            <Link to="/templates/" className={classes.item} aria-label={t('shell.menu.templates')}>
              <IconTemplate size={20} stroke={1.6} aria-hidden="true" />
              {isOpen && <span>{t('shell.menu.templates')}</span>}
            </Link>
          </Tooltip>
        )}
        <SidebarMenu
          label={t('shell.menu.workflow')}
          icon={IconSitemap}
          actions={actions.filter(isOfSidebar)}
          isOpen={isOpen}
        />
        <SidebarMenu
          label={t('shell.menu.credentials')}
          icon={IconKey}
          actions={credentialActions}
          isOpen={isOpen}
          onOpen={fetchCredentialsAhead}
        />
        <Tooltip label={t('shell.menu.dataTables')} position="right" disabled={isOpen}>
          <Link to="/data-tables" className={classes.item} aria-label={t('shell.menu.dataTables')}>
            <IconTable size={20} stroke={1.6} aria-hidden="true" />
            {isOpen && <span>{t('shell.menu.dataTables')}</span>}
          </Link>
        </Tooltip>
        <SidebarButton
          icon={IconHistory}
          label={t('shell.menu.executions')}
          isOpen={isOpen}
          onClick={() => openDialog('executions', {})}
        />
      </div>

      <div className={classes.bottom}>
        <MenuItems position="bottom" isOpen={isOpen} />
        {isIdle && maySee('SetupView', standing) && (
          <Suspense fallback={null}>
            <SetUpWarning isOpen={isOpen} />
          </Suspense>
        )}
        {isIdle && (
          <Suspense fallback={null}>
            <UpdatesItem isOpen={isOpen} />
          </Suspense>
        )}
        <SettingsLink isOpen={isOpen} />
        <Suspense fallback={appearanceToCome}>
          {isIdle ? <AppearanceMenu isOpen={isOpen} /> : appearanceToCome}
        </Suspense>
        <Suspense fallback={helpToCome}>{isIdle ? <HelpMenu isOpen={isOpen} /> : helpToCome}</Suspense>
        <SidebarButton
          icon={isOpen ? IconChevronLeft : IconChevronRight}
          label={toggleLabel}
          isOpen={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
        {!standing.has('default') && (
          <Suspense fallback={null}>
            <AccountMenu isOpen={isOpen} />
          </Suspense>
        )}
      </div>
    </nav>
  );
};

const SidebarButton = ({
  icon: Icon,
  label,
  isOpen,
  isDisabled = false,
  onClick,
}: {
  icon: ComponentType<IconProps>;
  label: string;
  isOpen: boolean;
  /** What it opens is on the way. */
  isDisabled?: boolean;
  onClick?: () => void;
}) => (
  <Tooltip label={label} position="right" disabled={isOpen}>
    <UnstyledButton className={classes.item} aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      {isOpen && <span>{label}</span>}
    </UnstyledButton>
  </Tooltip>
);
