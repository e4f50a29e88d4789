import type { ParameterDefinition } from '@millrace/contract';
import { type DragEvent, useState } from 'react';
import { t } from '../../messages/panel.ts';
import type { ParameterPath } from '../../workflow/types.ts';
import { ExpressionInput } from '../expression/ExpressionInput.tsx';
import { ExpressionResult } from '../expression/ExpressionResult.tsx';
import { dropDataPath, dropField, fieldDragType } from '../expression/expression-path.ts';
import {
  addExpression,
  fixedTextOf,
  isExpressionValue,
  looksLikeExpression,
  removeExpression,
  typedExpression,
} from '../expression/expression-text.ts';
import { useEvaluation } from '../expression/use-evaluation.ts';
import { useFields } from '../panel-context.ts';
import { BelowFieldPlace } from './BelowField.tsx';
import classes from './fields.module.css';

/** Types whose control is a text in which braces mean an expression. */
const writesText = new Set<ParameterDefinition['type']>(['string', 'json']);
const takesText = new Set<ParameterDefinition['type']>(['string', 'json', 'dateTime', 'color', 'resourceLocator']);

/** Types whose control is no field to write in. */
const unframed = new Set<ParameterDefinition['type']>(['boolean', 'icon']);

/** Whether a field of the run data can be dropped on a parameter: as an expression, or as the name that it asks for. */
const takesFields = (definition: ParameterDefinition, takesExpression: boolean): boolean =>
  takesExpression || definition.requiresDataPath !== undefined;

/** Whether a parameter may be an expression as a whole. */
export const useTakesExpression = (definition: ParameterDefinition): boolean => {
  const { expressionsDisabled, inputFor } = useFields();
  return !expressionsDisabled && !definition.noDataExpression && inputFor(definition.type).layout === 'value';
};

/** Moves one value between fixed and expression. */
export const useExpressionSwitch = (
  definition: ParameterDefinition,
  value: unknown,
  onChange: (value: unknown) => void,
) => {
  const { evaluate } = useFields();
  return (toExpression: boolean) => {
    if (toExpression === isExpressionValue(value)) return;
    if (toExpression) return onChange(addExpression(value));
    evaluate(value as string, (result) =>
      onChange(removeExpression(definition, value as string, result.kind === 'value' ? result.value : undefined)),
    );
  };
};

const plainText = (value: unknown): string => (typeof value === 'string' ? (fixedTextOf(value) ?? value) : '');

interface FieldValueProps {
  definition: ParameterDefinition;
  path: ParameterPath;
  value: unknown;
  id: string;
  invalid?: boolean;
  /** The field has a menu, in which the way to an expression is found by keyboard. */
  hasMenu?: boolean;
  /** Where the result of an expression stands: over what follows it leaves rows as high as they are. */
  result?: 'below' | 'over';
  /** The expression was just asked for: its editor takes the focus. */
  justSwitched?: boolean;
  onChange?(value: unknown): void;
  /** Takes the expression that a dropped field makes; `onChange` does if left out. */
  onDropField?(expression: string): void;
  onBlur?(): void;
}

/** The control of one value: fixed or expression, and a place to drop a field of the run data on. */
export const FieldValue = ({
  definition,
  path,
  value,
  id,
  invalid = false,
  hasMenu = false,
  result: place = 'below',
  justSwitched = false,
  onChange,
  onDropField,
  onBlur,
}: FieldValueProps) => {
  const { change, readOnly, inputFor } = useFields();
  const [isDropTarget, setDropTarget] = useState(false);
  const [switchedHere, setSwitchedHere] = useState(false);
  const [caret, setCaret] = useState<number>();
  const [below, setBelow] = useState<HTMLElement | null>(null);
  const takesExpression = useTakesExpression(definition);
  const store = onChange ?? ((next: unknown) => change(path, next));
  const switchTo = useExpressionSwitch(definition, value, store);
  const isExpression = takesExpression && isExpressionValue(value);
  const { Component } = inputFor(definition.type);
  const result = useEvaluation(isExpression ? value : undefined);

  const storeFixed = (next: unknown) => {
    const isText = takesExpression && writesText.has(definition.type) && !definition.typeOptions?.editor;
    const begun = isText && typeof next === 'string' ? typedExpression(plainText(value), plainText(next)) : undefined;
    if (!begun) return store(next);
    setCaret(begun.caret);
    setSwitchedHere(true);
    store(begun.expression);
  };

  const accepts = (event: DragEvent) =>
    takesFields(definition, takesExpression) && !readOnly && event.dataTransfer.types.includes(fieldDragType);
  const misread =
    takesExpression &&
    !readOnly &&
    definition.type === 'string' &&
    typeof value === 'string' &&
    looksLikeExpression(value);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; the same can be typed.
    <div
      className={classes.value}
      data-drop={isDropTarget || undefined}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setDropTarget(true);
      }}
      onDragLeave={() => setDropTarget(false)}
      onDropCapture={(event) => {
        setDropTarget(false);
        if (!accepts(event)) return;
        event.preventDefault();
        event.stopPropagation();
        const field = event.dataTransfer.getData(fieldDragType);
        const { requiresDataPath } = definition;
        const path =
          requiresDataPath && !isExpression ? dropDataPath(value, field, requiresDataPath === 'multiple') : undefined;
        const dropped = path ?? dropField(isExpression || takesText.has(definition.type) ? value : undefined, field);
        (onDropField ?? store)(dropped);
      }}
    >
      <div
        className={classes.frame}
        data-frame
        data-expression={isExpression || undefined}
        data-invalid={invalid || undefined}
        data-bare={(!isExpression && unframed.has(definition.type)) || undefined}
      >
        <div className={classes.control}>
          {isExpression ? (
            <ExpressionInput
              id={id}
              value={value}
              label={definition.displayName}
              path={path}
              evaluation={result}
              rows={definition.typeOptions?.rows}
              autoFocus={justSwitched || switchedHere}
              caret={caret}
              onChange={store}
              onBlur={onBlur}
            />
          ) : (
            <BelowFieldPlace value={below}>
              <Component
                definition={definition}
                path={path}
                value={value}
                id={id}
                readOnly={readOnly}
                invalid={invalid}
                onChange={storeFixed}
                onBlur={() => onBlur?.()}
              />
            </BelowFieldPlace>
          )}
        </div>
        {takesExpression && !readOnly && (
          <button
            type="button"
            className={classes.modeButton}
            tabIndex={hasMenu ? -1 : undefined}
            aria-pressed={isExpression}
            aria-label={t(isExpression ? 'panel.expression.remove' : 'panel.expression.add')}
            title={t(isExpression ? 'panel.expression.remove' : 'panel.expression.add')}
            onClick={() => {
              setCaret(undefined);
              setSwitchedHere(!isExpression);
              switchTo(!isExpression);
            }}
          >
            fx
          </button>
        )}
      </div>
      <div ref={setBelow} />
      {result && (
        <div className={classes.result} data-place={place}>
          <ExpressionResult evaluation={result} />
        </div>
      )}
      {misread && (
        <p className={classes.advice}>
          {t('panel.expression.misread', { braces: '{{ }}' })}{' '}
          <button type="button" className={classes.link} onClick={() => switchTo(true)}>
            {t('panel.expression.makeOne')}
          </button>
        </p>
      )}
    </div>
  );
};
