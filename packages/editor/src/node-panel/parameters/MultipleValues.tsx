import type { ParameterDefinition } from '@millrace/contract';
import { useId } from 'react';
import { t } from '../../messages/panel.ts';
import type { ParameterPath } from '../../workflow/types.ts';
import { useFields } from '../panel-context.ts';
import { AddButton } from './AddButton.tsx';
import { EntryActions } from './EntryActions.tsx';
import classes from './entries.module.css';
import { FieldValue } from './FieldValue.tsx';
import { moveEntry } from './parameter-path.ts';

interface MultipleValuesProps {
  definition: ParameterDefinition;
  path: ParameterPath;
  value: unknown;
  onBlur(): void;
}

const emptyValue = (definition: ParameterDefinition): unknown =>
  definition.type === 'number' ? 0 : definition.type === 'boolean' ? false : '';

/** A list of values of one parameter. */
export const MultipleValues = ({ definition, path, value, onBlur }: MultipleValuesProps) => {
  const { change, readOnly } = useFields();
  const id = useId();
  const values: readonly unknown[] = Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value];
  return (
    <div className={classes.entries} data-empty={values.length === 0 || undefined}>
      {values.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place.
        <div key={index} className={classes.row}>
          <FieldValue
            definition={definition}
            path={[...path, index]}
            value={entry}
            id={`${id}-${index}`}
            onChange={(next) => change([...path, index], next ?? emptyValue(definition))}
            onBlur={onBlur}
          />
          {!readOnly && (
            <EntryActions
              name={`${definition.displayName} ${index + 1}`}
              index={index}
              count={values.length}
              sortable={definition.typeOptions?.sortable}
              onMove={(to) => change(path, moveEntry(values, index, to))}
              onDelete={() => change(path, values.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {!readOnly && (
        <AddButton
          label={definition.typeOptions?.multipleValueButtonText ?? t('panel.collection.addValue')}
          choices={[{ name: 'value', displayName: definition.displayName }]}
          onAdd={() => change(path, [...values, emptyValue(definition)])}
        />
      )}
    </div>
  );
};
