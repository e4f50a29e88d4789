import { Select } from '@mantine/core';
import { isObject, type ParameterDefinition, type ResourceLocatorValue } from '@millrace/contract';
import { t } from '../../../messages/panel.ts';
import { isExpressionValue } from '../../expression/expression-text.ts';
import { usePanel } from '../../panel-context.ts';
import { FieldValue } from '../FieldValue.tsx';
import type { ParameterInputProps } from '../parameter-input.ts';
import classes from '../parameters.module.css';
import { CalledInputs } from './CalledInputs.tsx';
import { OpenWorkflowLink, WorkflowPicker } from './WorkflowPicker.tsx';

const asLocator = (value: unknown, firstMode: string): ResourceLocatorValue => {
  if (isObject(value)) {
    const { mode, value: held } = value;
    return {
      ...value,
      __rl: true,
      mode: typeof mode === 'string' && mode !== '' ? mode : firstMode,
      value: typeof held === 'string' || typeof held === 'number' ? held : '',
    };
  }
  return { __rl: true, mode: firstMode, value: typeof value === 'string' || typeof value === 'number' ? value : '' };
};

/** Names one thing by the way that the mode says: an id, an address, a name, or a choice from a list. */
export const ResourceLocatorInput = ({
  definition,
  path,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'resourceLocator'>) => {
  const { change } = usePanel();
  const locator = asLocator(value, definition.modes[0]?.name ?? 'id');
  const mode = definition.modes.find(({ name }) => name === locator.mode);
  const text = locator.value === null ? '' : String(locator.value);
  const field: ParameterDefinition = {
    name: 'value',
    displayName: definition.displayName,
    type: 'string',
    default: '',
    placeholder: mode?.placeholder,
    noDataExpression: definition.noDataExpression,
  };
  const listsWorkflows = definition.modes.some(
    ({ typeOptions }) => typeOptions?.searchListMethod === 'searchWorkflows',
  );
  const isFixed = text !== '' && !isExpressionValue(text);
  return (
    <>
      <div className={classes.locator}>
        <Select
          size="sm"
          className={classes.locatorMode}
          aria-label={t('panel.locator.mode')}
          data={definition.modes.map(({ name, displayName }) => ({ value: name, label: displayName }))}
          value={locator.mode}
          allowDeselect={false}
          readOnly={readOnly}
          comboboxProps={{ withinPortal: true, zIndex: 1000 }}
          onChange={(chosen) => {
            if (chosen) onChange({ __rl: true, mode: chosen, value: locator.value });
          }}
        />
        <div className={classes.grow}>
          {mode?.typeOptions?.searchListMethod === 'searchWorkflows' && (text === '' || isFixed) ? (
            <WorkflowPicker
              id={id}
              label={definition.displayName}
              value={text}
              knownName={locator.cachedResultName}
              readOnly={readOnly}
              invalid={invalid}
              onChange={(workflow) =>
                onChange({ __rl: true, mode: locator.mode, value: workflow.id, cachedResultName: workflow.name })
              }
              onBlur={onBlur}
            />
          ) : (
            <FieldValue
              definition={field}
              path={[...path, 'value']}
              value={text}
              id={id}
              invalid={invalid}
              compact
              onChange={(next) => change(path, { __rl: true, mode: locator.mode, value: String(next ?? '') }, true)}
              onBlur={onBlur}
            />
          )}
        </div>
        {listsWorkflows && isFixed && <OpenWorkflowLink workflow={text} />}
      </div>
      {!listsWorkflows && locator.cachedResultName && <p className={classes.hint}>{locator.cachedResultName}</p>}
      {listsWorkflows && isFixed && <CalledInputs workflow={text} />}
      {mode?.hint && <p className={classes.hint}>{mode.hint}</p>}
    </>
  );
};
