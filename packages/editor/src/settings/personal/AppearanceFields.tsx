import { type MantineColorScheme, SegmentedControl, Select } from '@mantine/core';
import { isLanguage } from '@millrace/contract';
import { useId } from 'react';
import { chooseLanguage, languageNames } from '../../account/language.ts';
import { useTheme } from '../../account/theme.ts';
import { t } from '../../messages/accounts.ts';
import { language } from '../../messages/language.ts';
import classes from './personal.module.css';

/** Theme and language. They are stored at once. */
export const AppearanceFields = () => {
  const { theme, choose } = useTheme();
  const themeLabel = useId();
  return (
    <div className={classes.appearance}>
      <div>
        <span id={themeLabel} className={classes.label}>
          {t('shell.menu.theme')}
        </span>
        <SegmentedControl
          aria-labelledby={themeLabel}
          fullWidth
          data={[
            { value: 'light', label: t('shell.theme.light') },
            { value: 'dark', label: t('shell.theme.dark') },
            { value: 'auto', label: t('shell.theme.system') },
          ]}
          value={theme}
          onChange={(value) => choose(value as MantineColorScheme)}
        />
      </div>
      <Select
        label={t('personal.language')}
        size="md"
        classNames={{ label: classes.label }}
        data={[...languageNames]}
        value={language}
        allowDeselect={false}
        onChange={(wanted) => {
          if (isLanguage(wanted)) void chooseLanguage(wanted);
        }}
      />
    </div>
  );
};
