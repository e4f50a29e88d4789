import type { Item, ParameterDefinition, ParameterOption } from '@millrace/contract/data';
import type { ParameterValues } from '@millrace/engine/node-api';

/** Where a value goes in a request. */
type Place = 'body' | 'query' | 'header';

/** What a value may be made of besides itself. */
export interface SendingTools {
  readonly item: Item;
  value(name: string): unknown;
}

export interface Sending {
  in: Place;
  /** Name there; dots lead into objects of a body. Default: the field's own. */
  as?: string;
  /** How the value is written: text with commas as a list, a list with commas as text, JSON text as what it says, a date as ISO text. */
  form?: 'list' | 'commas' | 'json' | 'isoDate';
  /** What is sent for the value; undefined leaves it out. */
  map?(value: unknown, tools: SendingTools): unknown;
  /** It is sent even where it is empty. */
  empty?: true;
}

/** False: it is not sent where the collection that it is in is. */
export type Send = Place | Sending | false;

type Collection = Extract<ParameterDefinition, { type: 'collection' }>;

/** A parameter of an operation, and where its value goes. What is sent nowhere is read by the path of the request, or by a function. */
export type Field =
  | (Exclude<ParameterDefinition, Collection> & { send?: Send })
  | (Omit<Collection, 'options'> & { options: readonly Field[]; send?: Send });

/** Values as operations read them: a resource locator is the id that it names. */
export type FieldValues<F extends readonly Field[]> = {
  [D in F[number] as D['name']]: D['type'] extends 'resourceLocator'
    ? string
    : ParameterValues<readonly [Extract<D, ParameterDefinition>]> extends infer V
      ? V[D['name'] & keyof V]
      : never;
};

type Of<T extends Field['type']> = Extract<Field, { type: T }>;
type More<T extends Field['type']> = Partial<Omit<Of<T>, 'name' | 'displayName' | 'type'>>;
type Built<T extends Field['type'], N extends string, M, D> = {
  name: N;
  displayName: string;
  type: T;
  default: D;
} & Omit<M, 'default'>;

/*
 * Fields in a line each: `text('title', 'Title', { required: true, send: 'body' })`. A parameter definition written in full is a field too.
 */

type Builder<T extends Field['type'], D> = <const N extends string, const M extends More<T> = object>(
  name: N,
  displayName: string,
  more?: M & More<T>,
) => Built<T, N, M, D>;

const build =
  <T extends Field['type'], D>(type: T, fallback: D): Builder<T, D> =>
  (name, displayName, more) =>
    ({ displayName, name, type, default: fallback, ...more }) as never;

export const text: Builder<'string', string> = build('string', '');
export const number: Builder<'number', number> = build('number', 0);
export const toggle: Builder<'boolean', boolean> = build('boolean', false);
export const date: Builder<'dateTime', string> = build('dateTime', '');
export const json: Builder<'json', string> = build('json', '');

const toOptions = (choices: Readonly<Record<string, string>>): ParameterOption[] =>
  Object.entries(choices).map(([value, name]) => ({ name, value }));

/** One of some values, each with its name: `{ open: 'Open', closed: 'Closed' }`. The first is the default. */
export const choice = <
  const N extends string,
  const C extends Readonly<Record<string, string>>,
  const M extends More<'options'> = object,
>(
  name: N,
  displayName: string,
  choices: C,
  more?: M & More<'options'>,
): Built<'options', N, M, string> & { options: readonly { name: string; value: keyof C & string }[] } =>
  ({
    displayName,
    name,
    type: 'options',
    options: toOptions(choices),
    default: Object.keys(choices)[0],
    ...more,
  }) as never;

/** Several of some values. */
export const choices = <
  const N extends string,
  const C extends Readonly<Record<string, string>>,
  const M extends More<'multiOptions'> = object,
>(
  name: N,
  displayName: string,
  values: C,
  more?: M & More<'multiOptions'>,
): Built<'multiOptions', N, M, readonly string[]> & { options: readonly { name: string; value: keyof C & string }[] } =>
  ({ displayName, name, type: 'multiOptions', options: toOptions(values), default: [], ...more }) as never;

/** Fields that are added one by one. Where the collection is sent, those in it are, unless they say otherwise. */
export const collection = <
  const N extends string,
  const O extends readonly Field[],
  const M extends Partial<Omit<Of<'collection'>, 'name' | 'displayName' | 'type' | 'options'>> = object,
>(
  name: N,
  displayName: string,
  options: O,
  more?: M & Partial<Omit<Of<'collection'>, 'name' | 'displayName' | 'type' | 'options'>>,
): Built<'collection', N, M, Record<string, never>> & { options: O } =>
  ({ displayName, name, type: 'collection', placeholder: 'Add field', default: {}, options, ...more }) as never;

/** One or several entries of the same fields: `{ [group]: [{ … }] }`. */
export const entries = <
  const N extends string,
  const G extends string,
  const V extends readonly ParameterDefinition[],
  const M extends More<'fixedCollection'> = object,
>(
  name: N,
  displayName: string,
  group: { name: G; displayName: string; values: V },
  more?: M & More<'fixedCollection'>,
): Built<'fixedCollection', N, M, Record<string, never>> & {
  options: readonly [{ name: G; displayName: string; values: V }];
  typeOptions: { multipleValues: true };
} =>
  ({
    displayName,
    name,
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    default: {},
    options: [group],
    ...more,
  }) as never;

/** Ways to name a thing of the service. */
export interface LocatorWays {
  /** Name of the list that offers them. */
  list?: string;
  url?: { regex: string; placeholder?: string };
  id?: { displayName?: string; regex?: string; placeholder?: string };
  name?: { displayName?: string; regex?: string; placeholder?: string };
}

export const locator = <const N extends string, const M extends More<'resourceLocator'> = object>(
  name: N,
  displayName: string,
  { list, url, id, name: byName }: LocatorWays,
  more?: M & More<'resourceLocator'>,
): Built<'resourceLocator', N, M, { mode: string; value: string }> & { modes: Of<'resourceLocator'>['modes'] } => {
  const modes: Record<string, unknown>[] = [];
  const fits = (regex: string | undefined, errorMessage: string) =>
    regex === undefined ? {} : { validation: [{ type: 'regex', properties: { regex, errorMessage } }] };
  if (list) {
    const typeOptions = { searchListMethod: list, searchable: true };
    modes.push({ name: 'list', displayName: 'From list', type: 'list', typeOptions });
  }
  if (url) {
    const { regex, placeholder } = url;
    const extractValue = { type: 'regex', regex };
    const validation = fits(regex, `This isn't the URL of a ${displayName.toLowerCase()}`);
    modes.push({ name: 'url', displayName: 'By URL', type: 'string', placeholder, extractValue, ...validation });
  }
  for (const [name, way, label] of [
    ['id', id, 'ID'],
    ['name', byName, 'By name'],
  ] as const) {
    if (!way) continue;
    const { displayName: own = label, placeholder, regex } = way;
    const validation = fits(
      regex,
      `This isn't the ${label === 'ID' ? 'ID' : 'name'} of a ${displayName.toLowerCase()}`,
    );
    modes.push({ name, displayName: own, type: 'string', placeholder, ...validation });
  }
  const mode = modes[0]?.name;
  return { displayName, name, type: 'resourceLocator', default: { mode, value: '' }, modes, ...more } as never;
};

type Mapping = NonNullable<NonNullable<ParameterDefinition['typeOptions']>['resourceMapper']>;

/** Columns of the service, and what is written to each. */
export const mapper = <const N extends string, const M extends More<'resourceMapper'> = object>(
  name: N,
  displayName: string,
  mapping: Mapping,
  more?: M & More<'resourceMapper'>,
): Built<'resourceMapper', N, M, { mappingMode: string; value: null }> =>
  ({
    displayName,
    name,
    type: 'resourceMapper',
    noDataExpression: true,
    default: { mappingMode: 'defineBelow', value: null },
    ...more,
    typeOptions: { ...more?.typeOptions, resourceMapper: mapping },
  }) as never;
