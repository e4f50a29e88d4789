/** The text of an expression that reads a field of the data on screen. */
import type { ParameterPath } from '../../workflow/types.ts';

const identifier = /^[A-Za-z_$][\w$]*$/;
/** Refused by the expression language by dot and by computed name alike, but they must at least be shown rightly. */
export const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

export const memberPath = (path: ParameterPath): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : identifier.test(key) ? `.${key}` : `[${quote(key)}]`))
    .join('');

/** `$json.a['b c'][0]`, or `$('Node').item.json.a` for a node further back. */
const fieldReference = (path: ParameterPath, olderNode?: string): string =>
  `${olderNode === undefined ? '$json' : `$(${quote(olderNode)}).item.json`}${memberPath(path)}`;

export const fieldExpression = (path: ParameterPath, olderNode?: string): string =>
  `{{ ${fieldReference(path, olderNode)} }}`;

/** Type of the drag data that a field of the run data carries: the text of its expression part. */
export const fieldDragType = 'application/x-millrace-field';

const reference = /^\{\{ (?:\$json|\$\('(?:[^'\\]|\\.)*'\)\.item\.json)(.*) \}\}$/s;

/** The path of a dragged field as text, for parameters that name fields: `a.b`, `list[0].name`, `['two words']` as it is. */
export const dataPathOf = (field: string): string | undefined => {
  const path = reference.exec(field)?.[1];
  if (path === undefined) return undefined;
  const only = /^\['((?:[^'\\.])*)'\]$/.exec(path)?.[1];
  return only ?? path.replace(/^\./, '');
};

/** The value of a parameter that names fields after one was dropped on it. */
export const dropDataPath = (value: unknown, field: string, several: boolean): string | undefined => {
  const path = dataPathOf(field);
  if (path === undefined || !several || typeof value !== 'string' || value.trim() === '') return path;
  return `${value.replace(/[\s,]+$/, '')}, ${path}`;
};

/** A parameter's value after a field was dropped on it: an expression that already stands there grows. */
export const dropField = (value: unknown, field: string): string => {
  if (typeof value !== 'string' || value === '' || value === '=') return `=${field}`;
  return value.startsWith('=') ? `${value} ${field}` : `=${value} ${field}`;
};
