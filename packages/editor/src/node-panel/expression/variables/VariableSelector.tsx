import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronRight, IconPlus, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../../messages/panel.ts';
import classes from './VariableSelector.module.css';
import { filterVariables, type VariableEntry } from './variable-tree.ts';

interface VariableSelectorProps {
  entries: readonly VariableEntry[];
  readOnly: boolean;
  onChoose(code: string): void;
}

/** What is open when it is first shown. */
const first: ReadonlySet<string> = new Set(['current', 'current/input', 'nodes']);

/** Everything that an expression may read, to be found by name and put in by a click. */
export const VariableSelector = ({ entries, readOnly, onChoose }: VariableSelectorProps) => {
  const [typed, setTyped] = useState('');
  const filter = useDeferredValue(typed);
  const [open, setOpen] = useState(first);
  const shown = useMemo(() => filterVariables(entries, filter), [entries, filter]);
  const isFiltered = filter.trim() !== '';
  const toggle = (id: string, to: boolean) =>
    setOpen((before) => (to ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))));
  return (
    <section className={classes.selector} aria-label={t('panel.variables.title')}>
      <TextInput
        size="xs"
        aria-label={t('panel.variables.filter')}
        placeholder={t('panel.variables.filter')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of a tree are those of its items. */}
      <div className={classes.scroll} onKeyDown={walk}>
        {shown.length === 0 ? (
          <p className={classes.nothing}>{t('panel.options.nothingFound')}</p>
        ) : (
          <ul aria-label={t('panel.variables.title')} className={classes.list}>
            {shown.map((entry, index) => (
              <Branch
                key={entry.id}
                entry={entry}
                level={1}
                isFirst={index === 0}
                isOpen={(id) => isFiltered || open.has(id)}
                readOnly={readOnly}
                onToggle={toggle}
                onChoose={onChoose}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
};

interface BranchProps {
  entry: VariableEntry;
  level: number;
  /** The one that Tab leads to. */
  isFirst: boolean;
  isOpen(id: string): boolean;
  readOnly: boolean;
  onToggle(id: string, to: boolean): void;
  onChoose(code: string): void;
}

const Branch = ({ entry, level, isFirst, isOpen, readOnly, onToggle, onChoose }: BranchProps) => {
  const { id, label, preview, code, entries } = entry;
  const expanded = entries ? isOpen(id) : undefined;
  const choose = () => {
    if (code !== undefined && !readOnly) onChoose(code);
  };
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-expanded={expanded}
      aria-label={preview === undefined ? label : `${label}: ${preview}`}
      tabIndex={isFirst ? 0 : -1}
      className={classes.item}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'ArrowRight' && expanded === false) onToggle(id, true);
        else if (event.key === 'ArrowLeft' && expanded) onToggle(id, false);
        else if (event.key === 'Enter') {
          if (code === undefined && entries) onToggle(id, !expanded);
          else choose();
        } else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the item around it takes the keys. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
      <div
        className={classes.row}
        style={{ paddingLeft: 4 + (level - 1) * 14 }}
        data-heading={code === undefined || undefined}
        title={code}
        onClick={() => (entries ? onToggle(id, !expanded) : choose())}
      >
        {entries ? (
          <IconChevronRight size={12} className={classes.chevron} aria-hidden />
        ) : (
          <span className={classes.gap} />
        )}
        <span className={classes.label}>{label}</span>
        {preview !== undefined && <span className={classes.preview}>{preview}</span>}
        {entries && code !== undefined && !readOnly && (
          <ActionIcon
            className={classes.whole}
            size={18}
            tabIndex={-1}
            aria-label={t('panel.variables.insert', { name: label })}
            onClick={(event) => {
              event.stopPropagation();
              choose();
            }}
          >
            <IconPlus size={12} />
          </ActionIcon>
        )}
      </div>
      {expanded && (
        // biome-ignore lint/a11y/useSemanticElements: the entries of a tree.
        <ul role="group" className={classes.list}>
          {entries?.().map((child) => (
            <Branch
              key={child.id}
              entry={child}
              level={level + 1}
              isFirst={false}
              isOpen={isOpen}
              readOnly={readOnly}
              onToggle={onToggle}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </li>
  );
};

/** Up and down through what is shown. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const next = items[items.indexOf(document.activeElement as HTMLElement) + step];
  event.preventDefault();
  next?.focus();
};
