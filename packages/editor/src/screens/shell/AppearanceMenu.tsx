import { type MantineColorScheme, Menu, UnstyledButton } from '@mantine/core';
import { isLanguage } from '@millrace/contract';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { chooseLanguage, languageNames } from '../../account/language.ts';
import { useTheme } from '../../account/theme.ts';
import { t } from '../../messages/index.ts';
import { language } from '../../messages/language.ts';
import classes from './Sidebar.module.css';

const choices = [
  { scheme: 'light', label: 'shell.theme.light', icon: IconSun },
  { scheme: 'dark', label: 'shell.theme.dark', icon: IconMoon },
  { scheme: 'auto', label: 'shell.theme.system', icon: IconDeviceDesktop },
] as const;

/** Light, dark, or as the system has it; and the language. */
export const AppearanceMenu = ({ isOpen }: { isOpen: boolean }) => {
  const { theme, choose } = useTheme();
  const Current = choices.find((choice) => choice.scheme === theme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="right-end" offset={6} width={160}>
      <Menu.Target>
        <UnstyledButton className={classes.item} aria-label={t('shell.menu.appearance')}>
          <Current size={20} stroke={1.6} aria-hidden="true" />
          {isOpen && <span>{t('shell.menu.appearance')}</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.menu.theme')}</Menu.Label>
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
        <Menu.Divider />
        <Menu.Label>{t('shell.menu.language')}</Menu.Label>
        <Menu.RadioGroup
          value={language}
          onChange={(wanted) => {
            if (isLanguage(wanted)) void chooseLanguage(wanted);
          }}
        >
          {languageNames.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick lang={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
};
