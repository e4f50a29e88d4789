/** What an expression may read, as a tree to choose from: each entry has the text that reads it. */
import type { Item } from '@millrace/contract';
import { isObject } from '@millrace/contract';
import { t } from '../../../messages/panel.ts';
import type { ParameterPath } from '../../../workflow/types.ts';
import { memberPath, quote } from '../expression-path.ts';

export interface VariableEntry {
  /** Names it among all. */
  id: string;
  label: string;
  /** Its value in short; of what has entries of its own, none. */
  preview?: string;
  /** The code that reads it, without braces; a heading has none. */
  code?: string;
  /** Made when they are looked at. */
  entries?(): readonly VariableEntry[];
}

/** Of a list or an object with more, the first ones are offered. */
const mostEntries = 200;

/** Characters as JSON beyond which data of an input is not taken apart. */
export const largestData = 102_400;

const shortest = 60;

const previewOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > shortest ? `${text.slice(0, shortest)}…` : text;
};

/** A value and what it is made of. */
export const entryOfValue = (id: string, label: string, value: unknown, code: string): VariableEntry => {
  const list: readonly (readonly [string | number, unknown])[] | undefined = Array.isArray(value)
    ? value.slice(0, mostEntries).map((element, index) => [index, element] as const)
    : isObject(value)
      ? Object.entries(value).slice(0, mostEntries)
      : undefined;
  if (!list) return { id, label, code, preview: value === undefined ? undefined : previewOf(value) };
  return {
    id,
    label,
    code,
    preview: Array.isArray(value) ? `[${value.length}]` : undefined,
    entries: () =>
      list.map(([key, element]) => entryOfValue(`${id}/${key}`, String(key), element, `${code}${memberPath([key])}`)),
  };
};

const group = (id: string, label: string, entries: () => readonly VariableEntry[]): VariableEntry => ({
  id,
  label,
  entries,
});
const note = (id: string, label: string): VariableEntry => ({ id, label });

const fields = (id: string, values: object, code: string): readonly VariableEntry[] => {
  const entry = entryOfValue(id, '', values, code);
  return entry.entries?.() ?? [];
};

const isTooLarge = (value: unknown): boolean => JSON.stringify(value).length > largestData;

/** The data of one item; a single entry where there is none, or too much of it. */
const dataEntries = (id: string, item: Item | undefined, json: string, binary: string): readonly VariableEntry[] => {
  if (!item) return [note(`${id}/none`, t('panel.variables.noData'))];
  if (isTooLarge(item.json)) return [note(`${id}/large`, t('panel.variables.tooLarge'))];
  const files = Object.entries(item.binary ?? {}).map(([name, { fileName, mimeType }]) =>
    entryOfValue(`${id}/binary/${name}`, name, { fileName, mimeType }, `${binary}${memberPath([name])}`),
  );
  const own = fields(id, item.json, json);
  if (own.length + files.length === 0) return [note(`${id}/none`, t('panel.variables.noFields'))];
  return files.length > 0 ? [...own, group(`${id}/binary`, t('panel.data.binary'), () => files)] : own;
};

export interface VariableSources {
  /** The item that is looked at, of the first input. */
  item: Item | undefined;
  itemIndex: number;
  runIndex: number;
  workflow: { id: string | null; name: string; active: boolean };
  executionId: string | null;
  /** Of the open node, with defaults. */
  parameters: Readonly<Record<string, unknown>>;
  /** The nodes before it, nearest first. */
  nodes: readonly {
    name: string;
    item(): Item | undefined;
    parameters(): Readonly<Record<string, unknown>>;
  }[];
}

const contextEntries = ({ itemIndex, runIndex, workflow, executionId }: VariableSources): readonly VariableEntry[] => {
  const known = (code: string, value: unknown, path: ParameterPath = []) =>
    entryOfValue(`context/${code}`, code, value, `${code}${memberPath(path)}`);
  const later = t('panel.expression.atRunTime');
  return [
    known('$execution.id', executionId ?? later),
    known('$execution.mode', later),
    known('$execution.resumeUrl', later),
    known('$workflow.id', workflow.id ?? later),
    known('$workflow.name', workflow.name),
    known('$workflow.active', workflow.active),
    known('$itemIndex', itemIndex),
    known('$runIndex', runIndex),
    known('$now', undefined),
    known('$today', undefined),
    known('$prevNode.name', later),
    known('$vars', undefined),
    known('$env', undefined),
  ];
};

export const variableTree = (sources: VariableSources): readonly VariableEntry[] => [
  group('current', t('panel.variables.current'), () => [
    group('current/input', t('panel.variables.input'), () => dataEntries('input', sources.item, '$json', '$binary')),
    group('current/context', t('panel.variables.context'), () => contextEntries(sources)),
    group('current/parameters', t('panel.tab.parameters'), () =>
      fields('parameters', sources.parameters, '$parameter'),
    ),
  ]),
  ...(sources.nodes.length > 0
    ? [
        group('nodes', t('panel.variables.nodes'), () =>
          sources.nodes.map(({ name, item, parameters }) => {
            const id = `nodes/${name}`;
            const node = `$(${quote(name)})`;
            return group(id, name, () => [
              group(`${id}/output`, t('panel.variables.output'), () =>
                dataEntries(`${id}/output`, item(), `${node}.item.json`, `${node}.item.binary`),
              ),
              group(`${id}/parameters`, t('panel.tab.parameters'), () =>
                fields(`${id}/parameters`, parameters(), `${node}.params`),
              ),
            ]);
          }),
        ),
      ]
    : []),
];

/** So many entries are looked through at most, so that a keystroke in the filter stays one. */
const mostSearched = 5000;
const deepest = 8;

/** The entries whose name contains the text, within those that they stand in. */
export const filterVariables = (entries: readonly VariableEntry[], text: string): readonly VariableEntry[] => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return entries;
  let searched = 0;
  const within = (list: readonly VariableEntry[], depth: number): readonly VariableEntry[] =>
    list.flatMap((entry) => {
      searched += 1;
      if (searched > mostSearched) return [];
      if (entry.label.toLowerCase().includes(wanted)) return [entry];
      const found = entry.entries && depth < deepest ? within(entry.entries(), depth + 1) : [];
      return found.length > 0 ? [{ ...entry, entries: () => found }] : [];
    });
  return within(entries, 0);
};
