import type { ParameterDefinition, ResourceLocatorMode, ResourceLocatorValue } from '@millrace/contract';
import { extractValue } from '@millrace/engine';
import { t } from '../../../messages/panel.ts';
import { isExpressionValue } from '../../expression/expression-text.ts';
import { useFields } from '../../panel-context.ts';
import { FieldValue } from '../FieldValue.tsx';
import classes from '../fields.module.css';
import type { ParameterInputProps } from '../parameter-input.ts';
import { ListPicker } from './ListPicker.tsx';
import { LocatorModes } from './LocatorModes.tsx';
import { asLocator, inMode } from './locator-value.ts';
import { OpenLink } from './OpenLink.tsx';

const extractedOr = (locator: ResourceLocatorValue, definition: ParameterDefinition): string => {
  try {
    return extractValue(locator, definition);
  } catch {
    return String(locator.value);
  }
};

/** The page of the named thing: as the service gave it, as it was typed, or as the mode makes it out of the value. */
const addressOf = (locator: ResourceLocatorValue, mode: ResourceLocatorMode | undefined): string | undefined => {
  const address =
    locator.mode === 'url'
      ? String(locator.value)
      : (locator.cachedResultUrl ??
        mode?.url?.replace(/^=/, '').replace(/\{\{\s*\$value\s*\}\}/g, encodeURIComponent(String(locator.value))));
  return address && /^https?:\/\//i.test(address) && !address.includes('{{') ? address : undefined;
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
  const { change } = useFields();
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
  const isFixed = text !== '' && !isExpressionValue(text);
  const address = isFixed ? addressOf(locator, mode) : undefined;
  const storeMode = (next: string) => {
    // An address is exchanged for what it names.
    const held = locator.mode === 'url' && isFixed ? { ...locator, value: extractedOr(locator, definition) } : locator;
    onChange(inMode(held, next));
  };
  return (
    <>
      <div className={classes.locator}>
        {definition.modes.length > 1 && (
          <LocatorModes modes={definition.modes} mode={locator.mode} readOnly={readOnly} onChange={storeMode} />
        )}
        <div className={classes.grow}>
          {mode?.type === 'list' && mode.typeOptions?.searchListMethod && (text === '' || isFixed) ? (
            <ListPicker
              id={id}
              label={definition.displayName}
              mode={mode}
              path={path}
              dependsOn={definition.typeOptions?.loadOptionsDependsOn}
              chosen={locator}
              readOnly={readOnly}
              invalid={invalid}
              onChange={({ name, value: chosen, url }) =>
                onChange({
                  __rl: true,
                  mode: locator.mode,
                  value: chosen,
                  cachedResultName: name,
                  ...(url && { cachedResultUrl: url }),
                })
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
        {address && <OpenLink address={address} label={t('panel.locator.open')} />}
      </div>
      {mode?.type !== 'list' && locator.cachedResultName && <p className={classes.hint}>{locator.cachedResultName}</p>}
      {mode?.hint && <p className={classes.hint}>{mode.hint}</p>}
    </>
  );
};
