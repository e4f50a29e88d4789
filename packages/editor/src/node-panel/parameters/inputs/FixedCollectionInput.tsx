import { isObject, type ParameterDefinition, type ParameterGroup } from '@millrace/contract';
import { t } from '../../../messages/panel.ts';
import type { ParameterPath } from '../../../workflow/types.ts';
import { useFields } from '../../panel-context.ts';
import { AddButton } from '../AddButton.tsx';
import { EntryActions } from '../EntryActions.tsx';
import classes from '../entries.module.css';
import type { ParameterInputProps } from '../parameter-input.ts';
import { moveEntry } from '../parameter-path.ts';
import { EntryFields, isPair } from './EntryFields.tsx';
import { entryTitle } from './entry-title.ts';

interface EntriesProps {
  definition: Extract<ParameterDefinition, { type: 'fixedCollection' }>;
  group: ParameterGroup;
  path: ParameterPath;
  entries: readonly unknown[];
  sortable: boolean;
  titled: boolean;
}

const Entries = ({ definition, group, path, entries, sortable, titled }: EntriesProps) => {
  const { change, readOnly } = useFields();
  const store = (next: readonly unknown[]) => change(path, next.length > 0 ? next : undefined);
  const template = definition.typeOptions?.fixedCollection?.itemTitle;
  return entries.map((entry, index) => {
    const name = `${group.displayName} ${index + 1}`;
    const values = isObject(entry) ? entry : {};
    const title = template && entryTitle(template, values, index);
    const actions = !readOnly && (
      <EntryActions
        name={name}
        index={index}
        count={entries.length}
        sortable={sortable}
        onMove={(to) => store(moveEntry(entries, index, to))}
        onDelete={() => store(entries.toSpliced(index, 1))}
      />
    );
    const fields = <EntryFields definition={definition} group={group} path={[...path, index]} values={values} />;
    // Of two short values it is plain what they are.
    if (isPair(definition, group) && !title && !titled) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place.
        <section key={index} className={classes.pair} aria-label={name}>
          {fields}
          {actions}
        </section>
      );
    }
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place.
      <section key={index} className={classes.entry} aria-label={name}>
        <header className={classes.entryHead}>
          <span className={classes.entryTitle}>
            {title || (titled || entries.length > 1 ? name : group.displayName)}
          </span>
          {actions}
        </header>
        {fields}
      </section>
    );
  });
};

/** Groups of fields: one of each, or as many as wanted. */
export const FixedCollectionInput = ({ definition, path, value, readOnly }: ParameterInputProps<'fixedCollection'>) => {
  const { change } = useFields();
  const groups = isObject(value) ? value : {};
  const isMany = definition.typeOptions?.multipleValues === true;
  const present = definition.options.filter((group) => groups[group.name] !== undefined);
  const entriesOf = (group: ParameterGroup): readonly unknown[] => {
    const held = groups[group.name];
    return Array.isArray(held) ? held : held === undefined ? [] : [held];
  };
  const count = present.reduce((sum, group) => sum + entriesOf(group).length, 0);
  const isFull = count >= (definition.typeOptions?.maxAllowedFields ?? Number.POSITIVE_INFINITY);
  return (
    <div className={classes.group} data-empty={count === 0 || undefined}>
      {present.map((group) =>
        isMany ? (
          <Entries
            key={group.name}
            definition={definition}
            group={group}
            path={[...path, group.name]}
            entries={entriesOf(group)}
            sortable={definition.typeOptions?.sortable === true}
            titled={definition.options.length > 1}
          />
        ) : (
          <section key={group.name} className={classes.entry} aria-label={group.displayName}>
            {definition.options.length > 1 && (
              <header className={classes.entryHead}>
                <span className={classes.entryTitle}>{group.displayName}</span>
                {!readOnly && (
                  <EntryActions
                    name={group.displayName}
                    index={0}
                    count={1}
                    onDelete={() => change([...path, group.name], undefined)}
                  />
                )}
              </header>
            )}
            <EntryFields
              definition={definition}
              group={group}
              path={[...path, group.name]}
              values={isObject(groups[group.name]) ? (groups[group.name] as Record<string, unknown>) : {}}
            />
          </section>
        ),
      )}
      {!readOnly && !isFull && (
        <AddButton
          label={
            definition.typeOptions?.multipleValueButtonText ??
            definition.placeholder ??
            t('panel.collection.add', {
              name: definition.options.length === 1 ? definition.options[0]!.displayName : '',
            })
          }
          choices={isMany ? definition.options : definition.options.filter((group) => groups[group.name] === undefined)}
          onAdd={(name) => {
            const group = definition.options.find((candidate) => candidate.name === name);
            if (group) change([...path, name], isMany ? [...entriesOf(group), {}] : {});
          }}
        />
      )}
    </div>
  );
};
