import { ActionIcon, Tooltip } from '@mantine/core';
import type { ParameterDefinition } from '@millrace/contract';
import { IconLock, IconX } from '@tabler/icons-react';
import { memo, useId, useMemo, useState } from 'react';
import { t } from '../../messages/panel.ts';
import type { ParameterPath } from '../../workflow/types.ts';
import { isExpressionValue } from '../expression/expression-text.ts';
import { FieldsProvider, useFields } from '../panel-context.ts';
import { FieldMenu } from './FieldMenu.tsx';
import { FieldValue, useExpressionSwitch, useTakesExpression } from './FieldValue.tsx';
import { issuesToShow } from './field-issues.ts';
import classes from './fields.module.css';
import { MultipleValues } from './MultipleValues.tsx';
import { sameJson } from './parameter-path.ts';

interface ParameterFieldProps {
  definition: ParameterDefinition;
  path: ParameterPath;
  value: unknown;
  /** Messages about its value. */
  issues: readonly string[];
  /** With a button that takes the field away. */
  removable: boolean;
  /** It is shown and cannot be changed. */
  locked: boolean;
}

const onHoverAndTouch = { hover: true, focus: false, touch: true };

/** Values and paths are made anew with each keystroke anywhere in the node. */
const sameField = (a: ParameterFieldProps, b: ParameterFieldProps): boolean =>
  a.definition === b.definition &&
  a.removable === b.removable &&
  a.locked === b.locked &&
  sameJson(a.path, b.path) &&
  sameJson(a.issues, b.issues) &&
  sameJson(a.value, b.value);

/** One parameter: label, control, menu, hint and issues. */
export const ParameterField = memo((props: ParameterFieldProps) => {
  const panel = useFields();
  const locked = useMemo(() => ({ ...panel, readOnly: true }), [panel]);
  return (
    <FieldsProvider value={props.locked ? locked : panel}>
      <Field {...props} />
    </FieldsProvider>
  );
}, sameField);

const Field = ({ definition, path, value, issues: ownIssues, removable, locked }: ParameterFieldProps) => {
  const { change, readOnly, inputFor, showsRequired } = useFields();
  const id = useId();
  const [wasLeft, setWasLeft] = useState(false);
  const isMany = definition.typeOptions?.multipleValues === true && Array.isArray(definition.default);
  const takesExpression = useTakesExpression(definition) && !isMany;
  const store = (next: unknown) => change(path, next);
  const switchValue = useExpressionSwitch(definition, value, store);
  const [justSwitched, setJustSwitched] = useState(false);
  const switchTo = (toExpression: boolean) => {
    setJustSwitched(toExpression);
    switchValue(toExpression);
  };
  const issues = issuesToShow(ownIssues, showsRequired || wasLeft);
  const { Component, layout } = inputFor(definition.type);
  const isExpression = isExpressionValue(value);
  const leave = () => setWasLeft(true);

  if (layout === 'bare') {
    return (
      <Component
        definition={definition}
        path={path}
        value={value}
        id={id}
        readOnly={readOnly}
        invalid={false}
        onChange={store}
        onBlur={leave}
      />
    );
  }
  const isInline = definition.type === 'boolean' && !isExpression;
  const isGroup = layout === 'group' || isMany;
  const canReset = !sameJson(value, definition.default);
  const menu = !readOnly && (takesExpression || canReset) && (
    <FieldMenu
      name={definition.displayName}
      description={definition.description}
      isExpression={takesExpression ? isExpression : undefined}
      canReset={canReset}
      onSwitch={switchTo}
      onReset={() => store(undefined)}
    />
  );
  const remove = removable && !readOnly && (
    <ActionIcon
      className={classes.remove}
      variant="subtle"
      color="gray"
      size={18}
      aria-label={t('panel.collection.remove', { name: definition.displayName })}
      onClick={() => store(undefined)}
    >
      <IconX size={14} />
    </ActionIcon>
  );
  const field = (
    <FieldValue
      definition={definition}
      path={path}
      value={value}
      id={id}
      invalid={issues.length > 0}
      hasMenu={!readOnly}
      justSwitched={justSwitched}
      onBlur={leave}
    />
  );
  return (
    <div
      className={classes.field}
      data-layout={isGroup ? 'group' : isInline ? 'inline' : 'value'}
      data-type={definition.type}
      data-parameter={definition.name}
      data-removable={(removable && !readOnly) || undefined}
    >
      <div className={classes.head}>
        <label className={classes.label} htmlFor={isGroup ? undefined : id}>
          {definition.displayName}
          {definition.required && (
            <span className={classes.required} title={t('panel.field.required')}>
              *
            </span>
          )}
        </label>
        {definition.description && (
          <Tooltip label={definition.description} multiline maw={320} withinPortal events={onHoverAndTouch}>
            <button type="button" tabIndex={-1} className={classes.help} aria-label={definition.description}>
              ?
            </button>
          </Tooltip>
        )}
        {locked && (
          <Tooltip label={t('panel.field.locked')} events={{ hover: true, focus: true, touch: true }}>
            <span className={classes.lock} role="img" aria-label={t('panel.field.locked')}>
              <IconLock size={14} aria-hidden />
            </span>
          </Tooltip>
        )}
        {isGroup && menu}
        {isGroup && remove}
        {isInline && field}
      </div>
      {isMany ? (
        <MultipleValues definition={definition} path={path} value={value} onBlur={leave} />
      ) : layout === 'group' ? (
        <Component
          definition={definition}
          path={path}
          value={value}
          id={id}
          readOnly={readOnly}
          invalid={issues.length > 0}
          onChange={store}
          onBlur={leave}
        />
      ) : (
        !isInline && field
      )}
      {/* Behind its control, so that one steps from control to control and not over menus to the first of them. */}
      {!isGroup && menu}
      {!isGroup && remove}
      {definition.hint && <p className={classes.hint}>{definition.hint}</p>}
      {issues.map((issue) => (
        <p key={issue} className={classes.issue}>
          {issue}
        </p>
      ))}
    </div>
  );
};
