import { isObject, type ParameterDefinition, type ParameterGroup } from '@millrace/contract';
import { isDisplayed } from '@millrace/engine';
import { t } from '../../../messages/panel.ts';
import type { ParameterPath } from '../../../workflow/types.ts';
import { useFields, useFieldValues } from '../../panel-context.ts';
import { AddButton } from '../AddButton.tsx';
import entries from '../entries.module.css';
import fields from '../fields.module.css';
import { ParameterList } from '../ParameterList.tsx';
import { readPath } from '../parameter-path.ts';

interface EntryFieldsProps {
  definition: Extract<ParameterDefinition, { type: 'fixedCollection' }>;
  group: ParameterGroup;
  path: ParameterPath;
  /** With defaults filled in. */
  values: Record<string, unknown>;
}

const short = new Set<ParameterDefinition['type']>(['string', 'number', 'options', 'boolean']);

/** Whether an entry is two short values, such as a name and what it stands for: they are written side by side. */
export const isPair = ({ typeOptions }: EntryFieldsProps['definition'], { values }: ParameterGroup): boolean =>
  values.length === 2 &&
  !typeOptions?.hideOptionalFields &&
  values.every(
    ({ type, typeOptions: { rows = 1, editor } = {} }) => short.has(type) && rows === 1 && editor === undefined,
  );

/** The fields of one entry: all of them, or the required ones and those that were added. */
export const EntryFields = ({ definition, group, path, values }: EntryFieldsProps) => {
  const { typeOptions = {} } = definition;
  const layout = typeOptions.fixedCollection?.layout;
  if (typeOptions.hideOptionalFields) {
    return <AddedFields definition={definition} group={group} path={path} values={values} />;
  }
  return (
    <div className={layout === 'inline' ? entries.inline : isPair(definition, group) ? entries.columns : undefined}>
      <ParameterList definitions={group.values} path={path} values={values} />
    </div>
  );
};

const AddedFields = ({ definition, group, path, values }: EntryFieldsProps) => {
  const { change, readOnly, typeVersion } = useFields();
  const { stored: all, values: root } = useFieldValues();
  const stored = readPath(all, path);
  const isAdded = ({ name }: ParameterDefinition) => isObject(stored) && Object.hasOwn(stored, name);
  const isFixed = (field: ParameterDefinition) =>
    field.required === true || field.typeOptions?.showEvenWhenOptional === true;
  const displayed = group.values.filter((field) => isDisplayed(field, values, root, typeVersion));
  const offered = displayed.filter((field) => field.type !== 'hidden' && !isFixed(field) && !isAdded(field));
  const added = displayed.filter((field) => !isFixed(field) && isAdded(field));
  return (
    <div className={fields.list}>
      <ParameterList definitions={displayed.filter(isFixed)} path={path} values={values} />
      {added.length > 0 && <ParameterList definitions={added} path={path} values={values} removable />}
      {!readOnly && (
        <AddButton
          label={definition.typeOptions?.addOptionalFieldButtonText ?? t('panel.collection.addOptional')}
          choices={offered}
          isMenu
          onAdd={(name) => {
            const field = offered.find((candidate) => candidate.name === name);
            if (field) change([...path, name], structuredClone(field.default), false);
          }}
        />
      )}
    </div>
  );
};
