import { isObject, type ParameterDefinition } from '@millrace/contract';
import { isDisplayed } from '@millrace/engine';
import { t } from '../../../messages/panel.ts';
import { useFields, useFieldValues } from '../../panel-context.ts';
import { AddButton } from '../AddButton.tsx';
import classes from '../entries.module.css';
import fields from '../fields.module.css';
import { ParameterList } from '../ParameterList.tsx';
import type { ParameterInputProps } from '../parameter-input.ts';

/** What an option begins with: its default, or the only group that it can hold, so that its fields show at once. */
const initialValue = (option: ParameterDefinition): unknown => {
  const [group, ...others] = option.type === 'fixedCollection' ? option.options : [];
  if (!group || others.length > 0) return structuredClone(option.default);
  return { [group.name]: option.typeOptions?.multipleValues ? [{}] : {} };
};

/** Options that are there only once they were added. */
export const CollectionInput = ({ definition, path, value, readOnly }: ParameterInputProps<'collection'>) => {
  const { change, typeVersion } = useFields();
  const { values } = useFieldValues();
  const chosen = isObject(value) ? value : {};
  const offered = definition.options.filter(
    (option) => !Object.hasOwn(chosen, option.name) && isDisplayed(option, chosen, values, typeVersion),
  );
  const present = definition.options.filter((option) => Object.hasOwn(chosen, option.name));
  return (
    <div className={classes.group} data-empty={present.length === 0 || undefined}>
      {present.length > 0 && <ParameterList definitions={present} path={path} values={chosen} removable />}
      {present.length === 0 && readOnly && <span className={fields.none}>{t('panel.collection.noProperties')}</span>}
      {!readOnly && (
        <AddButton
          label={definition.placeholder ?? t('panel.collection.addOption')}
          choices={offered.map((option) => ({
            name: option.name,
            displayName: option.displayName,
            description: option.description,
          }))}
          onAdd={(name) => {
            const option = offered.find((candidate) => candidate.name === name);
            if (option) change([...path, name], initialValue(option));
          }}
        />
      )}
    </div>
  );
};
