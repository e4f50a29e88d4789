import { TextInput } from '@mantine/core';
import { type AssignmentCollectionValue, isObject, type ParameterDefinition } from '@millrace/contract';
import { type DragEvent, useId, useRef, useState } from 'react';
import { t } from '../../../messages/panel.ts';
import { fieldDragType } from '../../expression/expression-path.ts';
import { isExpressionValue } from '../../expression/expression-text.ts';
import { useFields } from '../../panel-context.ts';
import { AddButton } from '../AddButton.tsx';
import { EntryActions } from '../EntryActions.tsx';
import classes from '../entries.module.css';
import { FieldValue } from '../FieldValue.tsx';
import fields from '../fields.module.css';
import type { ParameterInputProps } from '../parameter-input.ts';
import { moveEntry } from '../parameter-path.ts';
import { valueTypeOf } from '../value-type.ts';
import { AssignmentTypeMenu } from './AssignmentTypeMenu.tsx';
import { type AssignmentType, assignmentTypes, convertedValue, isBrokenJson } from './assignment-type.ts';

type Assignment = AssignmentCollectionValue['assignments'][number];

const valueDefinition = (type: AssignmentType): ParameterDefinition => {
  const base = { name: 'value', displayName: t('panel.assignment.value'), placeholder: t('panel.assignment.value') };
  if (type === 'number') return { ...base, type: 'number', default: 0 };
  if (type === 'boolean') return { ...base, type: 'boolean', default: false };
  if (type === 'array' || type === 'object') return { ...base, type: 'json', default: type === 'array' ? '[]' : '{}' };
  return { ...base, type: 'string', default: '' };
};

/** A dropped field is called after the last name in its path. */
const nameOfField = (field: string): string =>
  /(?:\.([\w$]+)|\['((?:[^'\\]|\\.)*)'\])\s*\}\}$/.exec(field)?.slice(1).find(Boolean)?.replace(/\\(.)/g, '$1') ?? '';

export const AssignmentCollectionInput = ({
  definition: { typeOptions },
  path,
  value,
  readOnly,
  onChange,
  onBlur,
}: ParameterInputProps<'assignmentCollection'>) => {
  const id = useId();
  const { change, evaluate } = useFields();
  const { hideType, disableType, defaultType } = typeOptions?.assignment ?? {};
  const newType = assignmentTypes.find((known) => known === defaultType) ?? 'string';
  const [isDropTarget, setDropTarget] = useState(false);
  /** Id of the field that was added last: its name is written next. */
  const [added, setAdded] = useState<string>();
  const held = isObject(value) ? value : {};
  const assignments: Assignment[] = Array.isArray(held.assignments) ? held.assignments : [];
  const store = (next: readonly Assignment[]) => onChange({ ...held, assignments: next });
  const storeOne = (index: number, change: Partial<Assignment>) =>
    store(assignments.with(index, { ...assignments[index]!, ...change }));

  /** Other fields may have changed when the type of the dropped one is known. */
  const add = (assignment: Assignment) => store([...assignments, assignment]);
  const latest = useRef(add);
  latest.current = add;

  const drop = (event: DragEvent) => {
    const field = event.dataTransfer.getData(fieldDragType);
    evaluate(`=${field}`, (result) => {
      const found = result.kind === 'value' ? valueTypeOf(result.value) : undefined;
      const type = hideType || disableType ? newType : (assignmentTypes.find((known) => known === found) ?? newType);
      latest.current({ id: crypto.randomUUID(), name: nameOfField(field), value: `=${field}`, type });
    });
  };

  return (
    <div className={classes.group}>
      {assignments.map((assignment, index) => {
        const type = assignment.type ?? newType;
        const definition = valueDefinition(type);
        const isBroken = definition.type === 'json' && isBrokenJson(assignment.value);
        const name = assignment.name || t('panel.assignment.entry', { number: index + 1 });
        return (
          <section
            key={assignment.id ?? index}
            className={classes.assignment}
            aria-label={name}
            data-json={definition.type === 'json' || undefined}
          >
            <TextInput
              autoFocus={added !== undefined && assignment.id === added}
              aria-label={t('panel.assignment.name')}
              placeholder={t('panel.assignment.name')}
              value={isExpressionValue(assignment.name) ? assignment.name.slice(1) : assignment.name}
              readOnly={readOnly}
              spellCheck={false}
              onChange={(event) => {
                const typed = event.currentTarget.value;
                const name = isExpressionValue(assignment.name) ? `=${typed}` : typed;
                change([...path, 'assignments', index, 'name'], name);
              }}
              onBlur={onBlur}
            />
            <FieldValue
              definition={definition}
              path={[...path, 'assignments', index, 'value']}
              value={assignment.value}
              invalid={isBroken}
              id={`${id}-${index}`}
              onChange={(next) => change([...path, 'assignments', index, 'value'], next ?? definition.default)}
              onBlur={onBlur}
            />
            {!hideType && (
              <AssignmentTypeMenu
                type={type}
                readOnly={readOnly || disableType === true}
                onChange={(next) => {
                  const keeps = isExpressionValue(assignment.value);
                  storeOne(index, { type: next, ...(keeps ? {} : { value: convertedValue(assignment.value, next) }) });
                }}
              />
            )}
            {!readOnly && (
              <EntryActions
                name={name}
                index={index}
                count={assignments.length}
                sortable
                onMove={(to) => store(moveEntry(assignments, index, to))}
                onDelete={() => store(assignments.toSpliced(index, 1))}
              />
            )}
            {isBroken && (
              <p className={`${fields.issue} ${classes.assignmentIssue}`}>{t('panel.assignment.notJson')}</p>
            )}
          </section>
        );
      })}
      {!readOnly && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; the button inside does the same.
        <div
          className={classes.dropArea}
          data-drop={isDropTarget || undefined}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes(fieldDragType)) return;
            event.preventDefault();
            setDropTarget(true);
          }}
          onDragLeave={() => setDropTarget(false)}
          onDrop={(event) => {
            setDropTarget(false);
            if (!event.dataTransfer.types.includes(fieldDragType)) return;
            event.preventDefault();
            drop(event);
          }}
        >
          <AddButton
            label={t('panel.assignment.add')}
            choices={[{ name: 'field', displayName: '' }]}
            onAdd={() => {
              const id = crypto.randomUUID();
              setAdded(id);
              store([...assignments, { id, name: '', value: valueDefinition(newType).default, type: newType }]);
            }}
          />
          <span className={classes.dropHint}>{t('panel.assignment.dropHint')}</span>
        </div>
      )}
    </div>
  );
};
