import { Checkbox, Skeleton } from '@mantine/core';
import type { TemplateCategory } from '@millrace/contract';
import { useState } from 'react';
import { t } from '../messages/templates.ts';
import classes from './templates.module.css';

/** So many are shown at first. */
const shownAtFirst = 12;

/** Which categories are looked through: all of them, or what belongs to any of those that are chosen. */
export const CategoryFilter = ({
  categories,
  chosen,
  onChange,
}: {
  /** Undefined: they are on the way. */
  categories: readonly TemplateCategory[] | undefined;
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  if (!categories) {
    return (
      <div className={classes.filter} aria-hidden="true">
        {Array.from({ length: shownAtFirst }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <Skeleton key={place} height={20} width={`${60 + ((place * 37) % 35)}%`} />
        ))}
      </div>
    );
  }
  const isChosenLater = categories.slice(shownAtFirst).some(({ id }) => chosen.includes(id));
  const shown = isOpen || isChosenLater ? categories : categories.slice(0, shownAtFirst);
  const rest = categories.length - shown.length;
  return (
    <fieldset className={classes.filter}>
      <legend className="visually-hidden">{t('templates.categories')}</legend>
      <Checkbox
        size="xs"
        label={t('templates.categories.all')}
        checked={chosen.length === 0}
        onChange={() => onChange([])}
      />
      {shown.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="xs"
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
      {rest > 0 && (
        <button type="button" className={classes.more} onClick={() => setIsOpen(true)}>
          {t('templates.categories.more', { count: rest })}
        </button>
      )}
    </fieldset>
  );
};
