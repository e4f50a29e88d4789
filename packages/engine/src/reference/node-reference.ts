import type {
  DisplayCondition,
  DisplayOptions,
  Json,
  NodePorts,
  NodeTypeDescription,
  ParameterDefinition,
  ParameterOption,
} from '@millrace/contract/data';
import { isVisible, nodeFact } from '../parameters/display.ts';

/** The page of a node type in the reference, made of its description alone, so that it always says what the node does. */

/** Texts of definitions may hold HTML of the public format, and characters that Markdown reads. */
const plain = (text: string): string =>
  text
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/[\\`*_[\]<>|]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();

const sentence = (text: string | undefined): string => {
  const said = plain(text ?? '');
  return said === '' || /[.!?]$/.test(said) ? said : `${said}.`;
};

const code = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
};

const list = (parts: readonly string[], last: string): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;

/** What the person reads of each type of parameter. */
const typeNames: Record<ParameterDefinition['type'], string> = {
  string: 'text',
  number: 'number',
  boolean: 'yes or no',
  dateTime: 'date and time',
  color: 'colour',
  json: 'JSON',
  options: 'choice',
  multiOptions: 'choices',
  collection: 'further options',
  fixedCollection: 'group of fields',
  notice: '',
  callout: '',
  hidden: '',
  filter: 'conditions',
  assignmentCollection: 'fields to set',
  resourceLocator: 'choice from a list, by ID or by address',
  resourceMapper: 'mapping of columns',
  workflowSelector: 'workflow',
  icon: 'icon',
  button: 'button',
  curlImport: '',
  credentials: '',
  credentialsSelect: 'credential type',
};

/** These are for the look of the panel, or are said elsewhere on the page. */
const leftOut = new Set(Object.keys(typeNames).filter((type) => typeNames[type as ParameterDefinition['type']] === ''));

const isCondition = (value: Json | DisplayCondition): value is DisplayCondition =>
  typeof value === 'object' && value !== null && '_cnd' in value;

const conditionWords: Record<string, (value: Json) => string> = {
  eq: (value) => `is ${code(value)}`,
  not: (value) => `is not ${code(value)}`,
  gte: (value) => `is ${value} or more`,
  lte: (value) => `is ${value} or less`,
  gt: (value) => `is more than ${value}`,
  lt: (value) => `is less than ${value}`,
  between: (value) => {
    const { from, to } = value as { from: Json; to: Json };
    return `is from ${from} to ${to}`;
  },
  startsWith: (value) => `begins with ${code(value)}`,
  endsWith: (value) => `ends with ${code(value)}`,
  includes: (value) => `holds ${code(value)}`,
  regex: (value) => `matches ${code(value)}`,
  exists: () => 'is set',
};

type Siblings = ReadonlyMap<string, ParameterDefinition>;

const optionName = (value: Json, parameter: ParameterDefinition | undefined): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (parameter?.type !== 'options' && parameter?.type !== 'multiOptions') return code(value);
  const option = parameter.options?.find((each) => each.value === value);
  return option ? `*${plain(option.name)}*` : code(value);
};

/** `@version` is said by the version that the page is of, and `@tool` matters to agents only. */
const ruleText = (rules: DisplayOptions['show'], verb: string, siblings: Siblings): string[] =>
  Object.entries(rules ?? {})
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, values]) => {
      const path = name.replace(/^\//, '');
      const parameter = siblings.get(path);
      const words = values.map((value) => {
        if (!isCondition(value)) return `${verb} ${optionName(value as Json, parameter)}`;
        const [kind, wanted] = Object.entries(value._cnd)[0] as [string, Json];
        return (conditionWords[kind]?.(wanted) ?? '').replace(/^is\b/, verb);
      });
      return `*${plain(parameter?.displayName ?? path)}* ${list(words, 'or').replaceAll(`, ${verb} `, ', ').replaceAll(` or ${verb} `, ' or ')}`;
    });

const whenShown = ({ displayOptions }: ParameterDefinition, siblings: Siblings): string => {
  const texts = [
    ...ruleText(displayOptions?.show, 'is', siblings),
    ...ruleText(displayOptions?.hide, 'is not', siblings),
  ];
  return texts.length === 0 ? '' : ` Shown where ${list(texts, 'and')}.`;
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const defaultText = (parameter: ParameterDefinition): string => {
  const { default: value } = parameter;
  if (isEmpty(value) || typeof value === 'object' || String(value).includes('\n')) return '';
  if (parameter.type === 'options') return `, ${optionName(value as Json, parameter)} unless chosen otherwise`;
  return `, ${parameter.type === 'boolean' ? optionName(value as Json, undefined) : code(value)} by default`;
};

const indented = (depth: number, text: string): string => `${'  '.repeat(depth)}- ${text}`;

const optionLines = (options: readonly ParameterOption[] | undefined, { depth, version }: Place): string[] =>
  (options ?? [])
    .filter((option) => hasVersion(option, version))
    .map(({ name, value, description }) =>
      indented(
        depth + 1,
        [`*${plain(name)}*${name === value ? '' : ` (${code(value)})`}`, sentence(description)]
          .filter(Boolean)
          .join(': '),
      ),
    );

interface Place {
  depth: number;
  version: number;
  /** Parameters that conditions may name. */
  above: Siblings;
}

const parameterLines = (parameters: readonly ParameterDefinition[], place: Place): string[] => {
  const { depth, version, above } = place;
  const shown = parameters.filter((parameter) => hasVersion(parameter, version));
  const siblings: Siblings = new Map([...above, ...shown.map((each) => [each.name, each] as const)]);
  return shown.flatMap((parameter) => {
    if (leftOut.has(parameter.type)) return [];
    const within = { depth: depth + 1, version, above: siblings };
    const facts = `${typeNames[parameter.type]}${parameter.required ? ', required' : ''}${defaultText(parameter)}`;
    const head = `**${plain(parameter.displayName)}** (${code(parameter.name)}; ${facts}).`;
    const about = [head, sentence(parameter.description), sentence(parameter.hint)].filter(Boolean).join(' ');
    const own = indented(depth, about + whenShown(parameter, siblings));
    switch (parameter.type) {
      case 'options':
      case 'multiOptions':
        return [own, ...optionLines(parameter.options, place)];
      case 'collection':
        return [own, ...parameterLines(parameter.options, within)];
      case 'fixedCollection':
        return [own, ...parameter.options.flatMap((group) => parameterLines(group.values, within))];
      default:
        return [own];
    }
  });
};

const portText = (ports: NodePorts, names: readonly string[] | undefined, none: string): string => {
  if (typeof ports === 'string') return 'by the parameters';
  if (ports.length === 0) return none;
  const words = ports.map((port, index) => {
    const { type, displayName } = typeof port === 'string' ? { type: port, displayName: undefined } : port;
    return names?.[index] ?? displayName ?? (type === 'main' ? 'items' : type.replace(/^ai_/, '').replaceAll('_', ' '));
  });
  return words.map(plain).join(', ');
};

const facts = (
  type: NodeTypeDescription,
  versions: readonly number[],
  nameOf: (credential: string) => string,
): string[] => {
  const rows: [string, string][] = [
    ['Type', code(type.name)],
    ['Runs workflows with', type.aliases.map(code).join(', ')],
    ['Versions', versions.join(', ')],
    ['Inputs', portText(type.inputs, type.inputNames, 'none: it starts executions')],
    ['Outputs', portText(type.outputs, type.outputNames, 'none')],
    ['Credentials', (type.credentials ?? []).map(({ name }) => plain(nameOf(name))).join(', ')],
  ];
  return [
    '| | |',
    '|---|---|',
    ...rows.filter(([, text]) => text !== '').map(([name, text]) => `| ${name} | ${text} |`),
  ];
};

/** Whether the version has it, whatever the other values are: what is only known in a run hides nothing. */
const hasVersion = ({ displayOptions }: { displayOptions?: DisplayOptions }, version: number): boolean =>
  isVisible(displayOptions, (name) => (name.startsWith('@') ? nodeFact(name, version) : '='));

/**
 * @param type the version that is described, with its `properties`
 * @param versions all that there are of it, in their order
 * @param nameOf the name of a credential type, for people
 * @returns Markdown
 */
export const nodeReference = (
  type: NodeTypeDescription,
  versions: readonly number[],
  nameOf: (credential: string) => string,
): string => {
  const lines = parameterLines(type.properties ?? [], { depth: 0, version: type.version, above: new Map() });
  const older =
    versions.length > 1
      ? [
          `These are the parameters of version ${type.version}. Older versions of the node in a workflow keep their own.`,
          '',
        ]
      : [];
  return [
    `# ${plain(type.displayName)}`,
    '',
    sentence(type.description),
    '',
    ...facts(type, versions, nameOf),
    '',
    '## Parameters',
    '',
    ...(lines.length === 0 ? ['It has none.'] : [...older, ...lines]),
    '',
  ].join('\n');
};
