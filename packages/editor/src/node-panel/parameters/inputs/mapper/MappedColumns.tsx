import { ActionIcon } from '@mantine/core';
import type { Json, MappedField, ResourceMapperValue } from '@millrace/contract';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '../../../../messages/panel.ts';
import type { ParameterPath } from '../../../../workflow/types.ts';
import { AddButton } from '../../AddButton.tsx';
import entriesClasses from '../../entries.module.css';
import { FieldValue } from '../../FieldValue.tsx';
import fields from '../../fields.module.css';
import classes from '../../parameters.module.css';
import { columnDefinition, withRemoved, withValue, writableColumns } from './mapper-value.ts';

interface MappedColumnsProps {
  mapper: ResourceMapperValue;
  path: ParameterPath;
  words: { singular: string; plural: string };
  readOnly: boolean;
  /** @param typing one keystroke of several */
  onChange(mapper: ResourceMapperValue, typing?: boolean): void;
  onBlur(): void;
}

const everything = '';

/** The columns that are written, with a field for each. */
export const MappedColumns = ({ mapper, path, words, readOnly, onChange, onBlur }: MappedColumnsProps) => {
  const id = useId();
  const writable = writableColumns(mapper);
  const shown = writable.filter(({ removed }) => !removed);
  const left = writable.filter(({ removed }) => removed);
  const isMatched = (field: MappedField) => mapper.matchingColumns.includes(field.id);
  const mayGo = (field: MappedField) => !readOnly && !field.required && !isMatched(field);
  return (
    <div className={entriesClasses.entries}>
      {shown.map((field, index) => {
        const definition = columnDefinition(field, mapper);
        const value = mapper.value && Object.hasOwn(mapper.value, field.id) ? mapper.value[field.id] : undefined;
        const fieldId = `${id}-${index}`;
        return (
          <div key={field.id} className={classes.column}>
            <div className={classes.columnHead}>
              <label className={fields.label} htmlFor={fieldId}>
                {definition.displayName}
                {field.required && (
                  <span className={fields.required} title={t('panel.field.required')}>
                    *
                  </span>
                )}
              </label>
              {isMatched(field) && <span className={classes.columnNote}>{t('panel.mapper.matched')}</span>}
              <span className={classes.spacer} />
              {mayGo(field) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('panel.collection.remove', { name: definition.displayName })}
                  onClick={() => onChange(withRemoved(mapper, [field.id], true))}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              )}
            </div>
            <FieldValue
              definition={definition}
              path={[...path, 'value', field.id]}
              value={value ?? definition.default ?? ''}
              id={fieldId}
              onChange={(next) => {
                const isText = typeof next === 'string' || typeof next === 'number';
                onChange(withValue(mapper, field.id, next as Json | undefined), isText);
              }}
              onBlur={onBlur}
            />
          </div>
        );
      })}
      {!readOnly && left.length > 0 && (
        <AddButton
          label={t('panel.collection.add', { name: words.singular })}
          choices={[
            ...(left.length > 1
              ? [{ name: everything, displayName: t('panel.mapper.addAll', { plural: words.plural }) }]
              : []),
            ...left.map((field) => ({ name: field.id, displayName: field.displayName || field.id })),
          ]}
          onAdd={(chosen) =>
            onChange(withRemoved(mapper, chosen === everything ? left.map((field) => field.id) : [chosen], false))
          }
        />
      )}
    </div>
  );
};
