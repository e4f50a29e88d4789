import { IconHelpCircle } from '@tabler/icons-react';
import { t } from '../../messages/index.ts';
import { useHelpActions } from './help-actions.ts';
import { SidebarMenu } from './SidebarMenu.tsx';

export const HelpMenu = ({ isOpen }: { isOpen: boolean }) => (
  <SidebarMenu
    label={t('shell.menu.help')}
    icon={IconHelpCircle}
    actions={useHelpActions()}
    isOpen={isOpen}
    isFolded
    name="help"
  />
);
