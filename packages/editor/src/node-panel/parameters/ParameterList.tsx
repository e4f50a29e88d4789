import { isObject, type ParameterDefinition } from '@millrace/contract';
import { isDisplayed, isLocked } from '@millrace/engine';
import { useMemo } from 'react';
import type { ParameterPath } from '../../workflow/types.ts';
import { useFields, useFieldValues } from '../panel-context.ts';
import type { StoredValues } from './change-parameter.ts';
import { ContainerContext } from './container-context.ts';
import { issuesAt } from './field-issues.ts';
import classes from './fields.module.css';
import { ParameterField } from './ParameterField.tsx';

interface ParameterListProps {
  definitions: readonly ParameterDefinition[];
  path: ParameterPath;
  /** Values of the container at the path, with defaults filled in. */
  values: StoredValues;
  /** Gives each field a remove button. */
  removable?: boolean;
}

/** A collection of which nothing is set and nothing can be: none of its options is there for what the node does. */
const isBare = (definition: ParameterDefinition, value: unknown, root: StoredValues, typeVersion: number): boolean =>
  definition.type === 'collection' &&
  (!isObject(value) || Object.keys(value).length === 0) &&
  !definition.options.some((option) => isDisplayed(option, {}, root, typeVersion));

/** The fields of one object of parameters that are to be shown for its values. */
export const ParameterList = ({ definitions, path, values, removable = false }: ParameterListProps) => {
  const { typeVersion } = useFields();
  const opened = useFieldValues();
  const container = useMemo(() => ({ path, values }), [path, values]);
  const shown = definitions.filter(
    (definition) =>
      isDisplayed(definition, values, opened.values, typeVersion) &&
      !isBare(definition, values[definition.name], opened.values, typeVersion),
  );
  return (
    <ContainerContext value={container}>
      <div className={classes.list} data-fields>
        {shown.map((definition) =>
          definition.type === 'hidden' ? null : (
            <ParameterField
              key={`${definition.name}:${definition.type}`}
              definition={definition}
              path={[...path, definition.name]}
              value={Object.hasOwn(values, definition.name) ? values[definition.name] : definition.default}
              issues={issuesAt(opened.issues, [...path, definition.name])}
              removable={removable}
              locked={isLocked(definition, values, opened.values, typeVersion)}
            />
          ),
        )}
      </div>
    </ContainerContext>
  );
};
