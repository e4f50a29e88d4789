import { SegmentedControl, Select } from '@mantine/core';
import {
  type FilterCondition,
  type FilterOptions,
  type FilterValue,
  type FilterValueType,
  filterOperations,
  isObject,
  type ParameterDefinition,
} from '@millrace/contract';
import { useId, useMemo, useRef, useState } from 'react';
import { t } from '../../../messages/panel.ts';
import { FieldsProvider, type PanelContext, usePanel } from '../../panel-context.ts';
import { AddButton } from '../AddButton.tsx';
import { EntryActions } from '../EntryActions.tsx';
import classes from '../entries.module.css';
import { FieldValue } from '../FieldValue.tsx';
import type { ParameterInputProps } from '../parameter-input.ts';
import { moveEntry } from '../parameter-path.ts';
import { fittingOperator, newOperator, type OperandType, operandTypes, operatorOf } from './filter-operator.ts';

const operatorKey = (type: string, operation: string) => `${type}:${operation}`;

const operatorGroups = () =>
  operandTypes.map((type) => ({
    group: t(`panel.type.${type}`),
    items: filterOperations[type].map(({ operation }) => ({
      value: operatorKey(type, operation),
      label: t(`panel.operation.${operation}`),
    })),
  }));

/** What is written on a value's field while it is empty, and how it is converted back from text. */
const operandDefinition = (name: string, displayName: string, type: FilterValueType): ParameterDefinition => {
  const base = { name, displayName, placeholder: t('panel.filter.value') };
  if (type === 'number') return { ...base, type: 'number', default: null };
  if (type === 'boolean') return { ...base, type: 'boolean', default: false };
  if (type === 'dateTime') return { ...base, type: 'string', default: '', placeholder: t('panel.filter.date') };
  return { ...base, type: 'string', default: '' };
};

const asFilter = (value: unknown, combinator: 'and' | 'or' = 'and'): FilterValue => {
  const held = isObject(value) ? value : {};
  return {
    ...held,
    conditions: Array.isArray(held.conditions) ? (held.conditions as FilterCondition[]) : [],
    combinator: held.combinator === 'or' || held.combinator === 'and' ? held.combinator : combinator,
  };
};

const newCondition = (leftValue = ''): FilterCondition => ({
  id: crypto.randomUUID(),
  leftValue,
  rightValue: '',
  operator: newOperator,
});

/** Options of a new filter: what the definition says, where texts may be expressions over the node's parameters. */
const optionsOf = (definition: ParameterDefinition, typeText: PanelContext['typeText']): FilterOptions => {
  const {
    caseSensitive = true,
    typeValidation = 'strict',
    leftValue = '',
    version = 2,
  } = definition.typeOptions?.filter ?? {};
  const resolve = (setting: unknown): unknown => (typeof setting === 'string' ? typeText(setting) : setting);
  return {
    caseSensitive: resolve(caseSensitive) !== false,
    leftValue,
    typeValidation: resolve(typeValidation) === 'loose' ? 'loose' : 'strict',
    version: Number(resolve(version)) || 2,
  };
};

export const FilterInput = ({ definition, path, value, readOnly, onChange, onBlur }: ParameterInputProps<'filter'>) => {
  const id = useId();
  const groups = useMemo(operatorGroups, []);
  const panel = usePanel();
  const { change } = panel;
  const {
    maxConditions,
    leftValue: fixedLeft,
    allowedCombinators = ['and', 'or'],
  } = definition.typeOptions?.filter ?? {};
  const [unwritten] = useState(() => newCondition(fixedLeft));
  const filter = asFilter(value, allowedCombinators[0]);
  // A first condition stands ready; it is stored with the first thing that is written into it.
  const isUnwritten = filter.conditions.length === 0 && !readOnly;
  const conditions = isUnwritten ? [unwritten] : filter.conditions;
  const store = (change: Partial<FilterValue>) =>
    onChange({ ...filter, options: { ...optionsOf(definition, panel.typeText), ...filter.options }, ...change });
  const storeCondition = (index: number, change: Partial<FilterCondition>) =>
    store({ conditions: conditions.with(index, { ...conditions[index]!, ...change }) });
  const storeOperand = (index: number, side: 'leftValue' | 'rightValue', next: unknown) => {
    if (isUnwritten) storeCondition(index, { [side]: next ?? '' });
    else change([...path, 'conditions', index, side], next ?? '', typeof next === 'string' || typeof next === 'number');
  };
  /** Conditions may have changed when the value of the field is known. */
  const latest = useRef(storeCondition);
  latest.current = storeCondition;
  const storeDropped = (index: number, expression: string) =>
    panel.evaluate(expression, (result) => {
      const condition = conditions[index]!;
      const operator = result.kind === 'value' ? fittingOperator(condition, result.value) : condition.operator;
      latest.current(index, { leftValue: expression, operator });
    });

  /** The large editor writes by path, so the condition must be there before. */
  const whileUnwritten: PanelContext = {
    ...panel,
    openEditor: (request) => {
      store({ conditions });
      panel.openEditor(request);
    },
  };

  return (
    <FieldsProvider value={isUnwritten ? whileUnwritten : panel}>
      <div className={classes.group}>
        {conditions.map((condition, index) => {
          const operator = condition.operator ?? newOperator;
          const known = operandTypes
            .flatMap((type) => filterOperations[type].map((operation) => ({ ...operation, type })))
            .find((operation) => operation.type === operator.type && operation.operation === operator.operation);
          const isSingle = known?.singleValue ?? operator.singleValue ?? false;
          const rightType = known?.rightType ?? operator.rightType ?? operator.type;
          return (
            <div key={condition.id ?? index} className={classes.condition}>
              {index > 0 && (
                <div className={classes.combinator}>
                  {index === 1 && allowedCombinators.length > 1 ? (
                    <SegmentedControl
                      size="xs"
                      aria-label={t('panel.filter.combinator')}
                      readOnly={readOnly}
                      data={[
                        { value: 'and', label: t('panel.filter.and') },
                        { value: 'or', label: t('panel.filter.or') },
                      ]}
                      value={filter.combinator}
                      onChange={(combinator) => store({ combinator: combinator === 'or' ? 'or' : 'and' })}
                    />
                  ) : (
                    <span>{t(filter.combinator === 'or' ? 'panel.filter.or' : 'panel.filter.and')}</span>
                  )}
                </div>
              )}
              <div className={classes.conditionBody}>
                <div className={classes.conditionFields}>
                  {fixedLeft === undefined && (
                    <FieldValue
                      definition={operandDefinition(
                        'leftValue',
                        t('panel.filter.left'),
                        operator.type === 'boolean' ? 'any' : operator.type === 'number' ? 'any' : operator.type,
                      )}
                      path={[...path, 'conditions', index, 'leftValue']}
                      value={condition.leftValue ?? ''}
                      id={`${id}-${index}-left`}
                      result="over"
                      onChange={(next) => storeOperand(index, 'leftValue', next)}
                      onDropField={(next) => storeDropped(index, next)}
                      onBlur={onBlur}
                    />
                  )}
                  <Select
                    data-first={fixedLeft !== undefined || undefined}
                    aria-label={t('panel.filter.operator')}
                    data={groups}
                    value={known ? operatorKey(operator.type, operator.operation) : null}
                    placeholder={operator.operation}
                    allowDeselect={false}
                    searchable
                    openOnFocus={false}
                    readOnly={readOnly}
                    comboboxProps={{ withinPortal: true, zIndex: 1000 }}
                    onChange={(chosen) => {
                      const [type, operation] = (chosen ?? '').split(':') as [OperandType, string];
                      const found = filterOperations[type]?.find((candidate) => candidate.operation === operation);
                      if (!found) return;
                      storeCondition(index, { operator: operatorOf(type, found) });
                    }}
                  />
                  {!isSingle && (
                    <FieldValue
                      definition={operandDefinition('rightValue', t('panel.filter.right'), rightType)}
                      path={[...path, 'conditions', index, 'rightValue']}
                      value={condition.rightValue ?? ''}
                      id={`${id}-${index}-right`}
                      result="over"
                      onChange={(next) => storeOperand(index, 'rightValue', next)}
                      onBlur={onBlur}
                    />
                  )}
                </div>
                {!readOnly && conditions.length > 1 && (
                  <EntryActions
                    name={t('panel.filter.condition', { number: index + 1 })}
                    index={index}
                    count={conditions.length}
                    sortable
                    onMove={(to) => store({ conditions: [...moveEntry(conditions, index, to)] })}
                    onDelete={() => store({ conditions: conditions.toSpliced(index, 1) })}
                  />
                )}
              </div>
            </div>
          );
        })}
        {!readOnly && (maxConditions === undefined || conditions.length < maxConditions) && (
          <AddButton
            label={t('panel.filter.add')}
            choices={[{ name: 'condition', displayName: '' }]}
            onAdd={() =>
              store({
                conditions: [...conditions, newCondition(fixedLeft)],
              })
            }
          />
        )}
      </div>
    </FieldsProvider>
  );
};
