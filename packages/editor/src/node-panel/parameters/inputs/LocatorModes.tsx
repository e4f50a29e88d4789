import { Select } from '@mantine/core';
import { t } from '../../../messages/panel.ts';
import classes from '../fields.module.css';

interface LocatorModesProps {
  modes: readonly { name: string; displayName: string }[];
  mode: string;
  readOnly: boolean;
  onChange(mode: string): void;
}

/** The ways to name a thing. */
export const LocatorModes = ({ modes, mode, readOnly, onChange }: LocatorModesProps) => (
  <Select
    size="sm"
    className={classes.locatorMode}
    aria-label={t('panel.locator.mode')}
    data={modes.map(({ name, displayName }) => ({ value: name, label: displayName }))}
    value={mode}
    allowDeselect={false}
    readOnly={readOnly}
    comboboxProps={{ withinPortal: true, zIndex: 1000 }}
    onChange={(chosen) => {
      if (chosen) onChange(chosen);
    }}
  />
);
