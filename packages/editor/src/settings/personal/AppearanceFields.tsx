import { type MantineColorScheme, SegmentedControl, Select } from '@mantine/core';
import type { SignedInUser } from '@millrace/contract';
import { useId } from 'react';
import { storeUserSettings, useTheme } from '../../account/theme.ts';
import { languages, t } from '../../messages/accounts.ts';
import classes from './personal.module.css';

/** Theme and language. They are stored at once. */
export const AppearanceFields = ({ user }: { user: SignedInUser }) => {
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
      {languages.length > 1 && (
        <Select
          label={t('personal.language')}
          size="md"
          classNames={{ label: classes.label }}
          data={[...languages]}
          value={user.settings.language ?? languages[0]?.value}
          allowDeselect={false}
          onChange={(language) => {
            if (language !== null) void storeUserSettings({ language });
          }}
        />
      )}
    </div>
  );
};
