import type { Item } from '@millrace/contract';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { t } from '../../messages/panel.ts';
import { dragField, type FieldSource } from './drag-field.ts';
import { FieldActions } from './FieldActions.tsx';
import classes from './run-data.module.css';
import { filterSchema, type SchemaField, schemaOf } from './schema.ts';
import { cellText } from './table.ts';

interface SchemaViewProps {
  items: readonly Item[];
  search: string;
  source: FieldSource;
}

/** Every field of the items with its type and a sample, as a tree. */
export const SchemaView = memo(({ items, search, source }: SchemaViewProps) => {
  const fields = useMemo(() => filterSchema(schemaOf(items), search), [items, search]);
  return (
    <div className={classes.scroll}>
      {fields.length === 0 ? (
        <p className={classes.remark}>{t('panel.data.noFields')}</p>
      ) : (
        <ul className={classes.schema}>
          {fields.map((field) => (
            <Field key={field.name} field={field} depth={0} source={source} />
          ))}
        </ul>
      )}
    </div>
  );
});

const openDepth = 2;
const maxChildren = 200;

const Field = ({ field, depth, source }: { field: SchemaField; depth: number; source: FieldSource }) => {
  const [isOpen, setOpen] = useState(depth < openDepth);
  const { path, name, types, sample, children } = field;
  return (
    <li>
      <div className={classes.schemaRow} style={{ paddingLeft: depth * 16 }}>
        {children.length > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'panel.data.fold' : 'panel.data.expand', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />}
          </button>
        ) : (
          <span className={classes.toggle} />
        )}
        <span
          className={classes.pill}
          data-draggable={source.isInput || undefined}
          {...(source.isInput ? { ...dragField(path, source.olderNode), title: t('panel.data.drag') } : {})}
        >
          <span
            className={classes.typeMark}
            data-type={types[0]}
            title={types.map((type) => t(`panel.type.${type}`)).join(', ')}
          >
            {typeMarks[types[0] ?? 'null']}
          </span>
          {name}
        </span>
        <span className={classes.sample}>{sample === undefined ? '' : cellText(sample)}</span>
        <FieldActions path={path} value={sample} item={0} olderNode={source.olderNode} />
      </div>
      {isOpen && children.length > 0 && (
        <ul className={classes.schema}>
          {children.slice(0, maxChildren).map((child) => (
            <Field key={child.name} field={child} depth={depth + 1} source={source} />
          ))}
        </ul>
      )}
    </li>
  );
};

const typeMarks: Record<SchemaField['types'][number], string> = {
  string: 'Aa',
  number: '12',
  boolean: '◐',
  null: '∅',
  array: '[ ]',
  object: '{ }',
};
