import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import type { ParameterDefinition } from '@millrace/contract';
import { IconLock, IconTrash } from '@tabler/icons-react';
import { memo, useId, useMemo, useState } from 'react';
import { t } from '../../messages/panel.ts';
import type { ParameterPath } from '../../workflow/types.ts';
import { isExpressionValue } from '../expression/expression-text.ts';
import { FieldsProvider, useFields } from '../panel-context.ts';
import { FieldMenu } from './FieldMenu.tsx';
import { FieldValue, useExpressionSwitch, useTakesExpression } from './FieldValue.tsx';
import { issuesToShow } from './field-issues.ts';
import { MultipleValues } from './MultipleValues.tsx';
import { sameJson } from './parameter-path.ts';
import classes from './parameters.module.css';

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

/** Values and paths are made anew with each keystroke anywhere in the node. */
const sameField = (a: ParameterFieldProps, b: ParameterFieldProps): boolean =>
  a.definition === b.definition &&
  a.removable === b.removable &&
  a.locked === b.locked &&
  sameJson(a.path, b.path) &&
  sameJson(a.issues, b.issues) &&
  sameJson(a.value, b.value);

/** One parameter: label, menu, control, hint and issues. */
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
  const field = (
    <FieldValue
      definition={definition}
      path={path}
      value={value}
      id={id}
      invalid={issues.length > 0}
      justSwitched={justSwitched}
      onBlur={leave}
    />
  );
  return (
    <div className={classes.field} data-layout={layout} data-parameter={definition.name}>
      <div className={classes.head}>
        <label className={classes.label} htmlFor={layout === 'value' && !isMany ? id : undefined}>
          {definition.displayName}
          {definition.required && (
            <span className={classes.required} title={t('panel.field.required')}>
              *
            </span>
          )}
        </label>
        {definition.description && (
          <Tooltip
            label={definition.description}
            multiline
            maw={320}
            withinPortal
            events={{ hover: true, focus: true, touch: true }}
          >
            <button type="button" className={classes.help} aria-label={definition.description}>
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
        <span className={classes.spacer} />
        {takesExpression && !readOnly && !isInline && (
          <SegmentedControl
            className={classes.mode}
            data-on={isExpression || undefined}
            size="xs"
            aria-label={t('panel.field.mode', { name: definition.displayName })}
            data={[
              { value: 'fixed', label: t('panel.field.fixed') },
              { value: 'expression', label: t('panel.field.expression') },
            ]}
            value={isExpression ? 'expression' : 'fixed'}
            onChange={(mode) => switchTo(mode === 'expression')}
          />
        )}
        {!readOnly && (
          <FieldMenu
            name={definition.displayName}
            isExpression={takesExpression ? isExpression : undefined}
            canReset={!sameJson(value, definition.default)}
            onSwitch={switchTo}
            onReset={() => store(undefined)}
          />
        )}
        {removable && !readOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('panel.collection.remove', { name: definition.displayName })}
            onClick={() => store(undefined)}
          >
            <IconTrash size={14} />
          </ActionIcon>
        )}
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
      {definition.hint && <p className={classes.hint}>{definition.hint}</p>}
      {issues.map((issue) => (
        <p key={issue} className={classes.issue}>
          {issue}
        </p>
      ))}
    </div>
  );
};
