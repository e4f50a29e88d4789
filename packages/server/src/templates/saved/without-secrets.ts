import { isObject, type NodeTypeDescription, type RemovedValue, type WorkflowGraph } from '@millrace/contract';
import { isExpression } from '@millrace/engine/expressions';

/** What parameters are called that hold a secret: `clientSecret`, `api_key`. */
const secretName = /(?:password|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|authorization)$/i;
/** The same of headers and fields of a query, whose names stand beside their values. */
const secretField =
  /authorization|cookie|password|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|signature/i;

const mark = '[removed]';

/** A name of a secret, at the end of a longer one. Bounded, as texts may be long. */
const namedSecret = String.raw`[\w.-]{0,40}?(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|authorization|cookie|signature)`;
/** What expressions put in is no secret. */
const isFilledIn = String.raw`\{\{|\$\{`;

/** What secrets look like wherever they stand. */
const patterns: readonly [RegExp, string][] = [
  [/(\b[a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@'"`{}]{1,500}@/gi, '$1'],
  // Fields of JSON and of objects in code, `"password": "abc"` and `apiKey = 'abc'`, and of JSON in a text of JSON.
  [
    new RegExp(
      String.raw`((?<![\w.-])${namedSecret}["'\`]?\s*[:=]\s*(["'\`]))(?:\\.|(?!\2|${isFilledIn})[^\\\n])+?\2`,
      'gi',
    ),
    '$1$2',
  ],
  [new RegExp(String.raw`((?<![\w.-])${namedSecret}\\"\s*:\s*\\")(?:(?!\\"|${isFilledIn})[^\n])+?\\"`, 'gi'), '$1\\"'],
  [
    /((?:^|[?&])(?:[\w.-]{0,40}(?:token|secret|passw(?:or)?d|api[-_]?key|access[-_]?key|signature)|(?<=[?&])key)=)[^&#\s'"`{}]+/gi,
    `$1${mark}`,
  ],
  [/\b(bearer|basic)\s+(?!\{\{)[\w.~+/=-]{12,}/gi, `$1 ${mark}`],
  [/\b(?:sk|pk|rk)[-_](?:[a-z]{2,8}[-_])?[\w-]{20,}/gi, mark],
  [/\b(?:gh[opsur]_\w{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|xox[a-z]-[\w-]{20,}|mr_\w{20,})/g, mark],
  [/\b(?:AKIA|ASIA)[A-Z\d]{16}\b|\bAIza[\w-]{35}/g, mark],
  [/\b\d{8,10}:[\w-]{35}\b/g, mark],
  [/\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+/g, mark],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, mark],
];

const cleanText = (text: string): string =>
  patterns.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);

/** Names of the parameters that the editor shows as dots. */
const hiddenNames = (definitions: unknown): Set<string> => {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isObject(value)) return;
    if (isObject(value.typeOptions) && value.typeOptions.password === true && typeof value.name === 'string')
      names.add(value.name);
    visit(value.options);
    visit(value.values);
  };
  visit(definitions);
  return names;
};

const isLiteral = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !isExpression(value);

/** Names beside their values, as lists of headers and of fields have them. */
const isNamedSecret = ({ name, key }: Record<string, unknown>): boolean =>
  [name, key].some((one) => typeof one === 'string' && secretField.test(one));

const cleanNode = (parameters: unknown, hidden: ReadonlySet<string>): { parameters: unknown; removed: string[] } => {
  const removed: string[] = [];
  const clean = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      const text = cleanText(value);
      if (text !== value) removed.push(path);
      return text;
    }
    if (Array.isArray(value)) return value.map((one, index) => clean(one, `${path}.${index}`));
    if (!isObject(value)) return value;
    const isNamed = isNamedSecret(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        const at = path === '' ? key : `${path}.${key}`;
        const isSecret = hidden.has(key) || secretName.test(key) || (isNamed && key === 'value');
        if (!isSecret || !isLiteral(one)) return [key, clean(one, at)];
        removed.push(at);
        return [key, ''];
      }),
    );
  };
  return { parameters: clean(parameters, ''), removed };
};

/**
 * A workflow as others may have it: without credentials, pinned data, addresses of webhooks, settings that name other workflows, and values that look like
 * secrets. Notes stay.
 *
 * @param describe the type of a node, by which its hidden parameters are known
 */
export const withoutSecrets = (
  { nodes, connections, settings }: WorkflowGraph,
  describe: (type: string, version: number) => NodeTypeDescription | undefined,
): { graph: Pick<WorkflowGraph, 'nodes' | 'connections' | 'settings'>; removed: RemovedValue[] } => {
  const found: RemovedValue[] = [];
  const cleaned = nodes.map(({ credentials: _, webhookId: __, ...node }) => {
    const hidden = hiddenNames(describe(node.type, node.typeVersion ?? 1)?.properties);
    const { parameters, removed } = cleanNode(node.parameters ?? {}, hidden);
    for (const parameter of removed) found.push({ node: node.name, parameter });
    return { ...node, parameters: parameters as NonNullable<typeof node.parameters> };
  });
  const { errorWorkflow: _, ...rest } = settings ?? {};
  return { graph: { nodes: cleaned, connections, settings: rest }, removed: found };
};
