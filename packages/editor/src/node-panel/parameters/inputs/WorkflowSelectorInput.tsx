import type { ParameterDefinition } from '@millrace/contract';
import { basePath } from '../../../base-path.ts';
import { t } from '../../../messages/panel.ts';
import { isExpressionValue } from '../../expression/expression-text.ts';
import { useFields } from '../../panel-context.ts';
import { FieldValue } from '../FieldValue.tsx';
import classes from '../fields.module.css';
import type { ParameterInputProps } from '../parameter-input.ts';
import { CalledInputs } from './CalledInputs.tsx';
import { LocatorModes } from './LocatorModes.tsx';
import { asLocator } from './locator-value.ts';
import { OpenLink } from './OpenLink.tsx';
import { WorkflowPicker } from './WorkflowPicker.tsx';

/** Names a workflow of this instance: by its name out of a list, by its id, or by an expression. */
export const WorkflowSelectorInput = ({
  definition,
  path,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'workflowSelector'>) => {
  const { change } = useFields();
  const locator = asLocator(value, 'list');
  const text = locator.value === null ? '' : String(locator.value);
  const isFixed = text !== '' && !isExpressionValue(text);
  const field: ParameterDefinition = {
    name: 'value',
    displayName: definition.displayName,
    type: 'string',
    default: '',
    noDataExpression: definition.noDataExpression,
  };
  return (
    <>
      <div className={classes.locator}>
        <LocatorModes
          modes={[
            { name: 'list', displayName: t('panel.locator.list') },
            { name: 'id', displayName: t('panel.locator.id') },
          ]}
          mode={locator.mode}
          readOnly={readOnly}
          onChange={(mode) => onChange({ __rl: true, mode, value: locator.value })}
        />
        <div className={classes.grow}>
          {locator.mode === 'list' && (text === '' || isFixed) ? (
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
              onChange={(next) => change(path, { __rl: true, mode: locator.mode, value: String(next ?? '') }, true)}
              onBlur={onBlur}
            />
          )}
        </div>
        {isFixed && (
          <OpenLink address={`${basePath}/workflow/${encodeURIComponent(text)}`} label={t('panel.workflow.open')} />
        )}
      </div>
      {isFixed && <CalledInputs workflow={text} />}
      {locator.mode === 'id' && <p className={classes.hint}>{t('panel.workflow.idHint')}</p>}
    </>
  );
};
