import { type MantineColorScheme, Menu, UnstyledButton } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTheme } from '../../account/theme.ts';
import { t } from '../../messages/index.ts';
import classes from './Sidebar.module.css';

const choices = [
  { scheme: 'light', label: 'shell.theme.light', icon: IconSun },
  { scheme: 'dark', label: 'shell.theme.dark', icon: IconMoon },
  { scheme: 'auto', label: 'shell.theme.system', icon: IconDeviceDesktop },
] as const;

/** Light, dark, or as the system has it. */
export const ThemeMenu = ({ isOpen }: { isOpen: boolean }) => {
  const { theme, choose } = useTheme();
  const Current = choices.find((choice) => choice.scheme === theme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="right-end" offset={6} width={160}>
      <Menu.Target>
        <UnstyledButton className={classes.item} aria-label={t('shell.menu.theme')}>
          <Current size={20} stroke={1.6} aria-hidden="true" />
          {isOpen && <span>{t('shell.menu.theme')}</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={theme} onChange={(scheme) => choose(scheme as MantineColorScheme)}>
          {choices.map(({ scheme, label, icon: Icon }) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              closeMenuOnClick
              rightSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
            >
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
};
