import { NumberInput, Select } from '@mantine/core';
import { t } from '../../messages/panel.ts';
import classes from './run-data.module.css';

/** So many runs can be looked through in a list; of more, one is chosen by its number. */
const mostListed = 100;

/** Which run of a node is shown. */
export const RunSelect = ({ count, value, onChange }: { count: number; value: number; onChange(run: number): void }) =>
  count > mostListed ? (
    <NumberInput
      size="xs"
      w={152}
      aria-label={t('panel.data.run')}
      min={1}
      max={count}
      clampBehavior="strict"
      allowDecimal={false}
      value={value + 1}
      prefix={`${t('panel.data.run')} `}
      rightSectionWidth={76}
      rightSection={<span className={classes.runCount}>{t('panel.data.ofRuns', { count })}</span>}
      onChange={(number) => {
        if (typeof number === 'number') onChange(number - 1);
      }}
    />
  ) : (
    <Select
      size="xs"
      w={128}
      aria-label={t('panel.data.run')}
      data={Array.from({ length: count }, (_, index) => ({
        value: String(index),
        label: t('panel.data.runOf', { number: index + 1, count }),
      }))}
      value={String(value)}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true, zIndex: 1000 }}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
