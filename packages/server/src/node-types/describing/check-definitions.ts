import type { ParameterDefinition } from '@millrace/contract';
import { capabilitiesOf } from '@millrace/engine';
import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';
import type { Found, FoundDefinitions } from './find-definitions.ts';

/** What is wrong with definitions, that no type can say. */

/** All parameters, those inside of collections too. */
const parametersIn = (parameters: readonly ParameterDefinition[]): ParameterDefinition[] =>
  parameters.flatMap((parameter) => {
    if (parameter.type === 'collection') return [parameter, ...parametersIn(parameter.options)];
    if (parameter.type === 'fixedCollection')
      return [parameter, ...parametersIn(parameter.options.flatMap(({ values }) => values))];
    return [parameter];
  });

/** Lists that the editor has without asking a node. */
const ownLists: ReadonlySet<string> = new Set(['searchWorkflows']);

/** Names of methods that parameters and credentials refer to, by the kind of method. */
const methodsNamed = ({ parameters, credentials = [] }: NodeDefinition): [kind: string, name: unknown][] => [
  ...parametersIn(parameters).flatMap((parameter): [string, unknown][] => [
    ['options', parameter.typeOptions?.loadOptionsMethod],
    ...(parameter.type === 'resourceLocator' ? parameter.modes : []).map((mode): [string, unknown] => [
      'search',
      mode.typeOptions?.searchListMethod,
    ]),
    [
      'mapping',
      (parameter.typeOptions as { resourceMapper?: { resourceMapperMethod?: string } })?.resourceMapper
        ?.resourceMapperMethod,
    ],
  ]),
  ...credentials.map((use): [string, unknown] => ['credentialTest', use.testedBy]),
];

const functionsIn = (value: unknown, path: string): string[] => {
  if (typeof value === 'function') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => functionsIn(member, `${path}.${key}`));
};

const checkNode = (found: Found<NodeDefinition>, credentialNames: ReadonlySet<string>): string[] => {
  const { definition, icon } = found;
  const { versions, defaultVersion, group, inputs, outputs, credentials = [], methods = {}, webhooks } = definition;
  const can = capabilitiesOf(definition);
  const isTrigger = group.includes('trigger') || group.includes('schedule');
  const ofTriggers = (
    ['webhook', 'registration', 'receive', 'schedule', 'lifecycle', 'poll', 'listen'] as const
  ).filter((one) => can.has(one));
  const hasPorts = inputs.length + outputs.length > 0;
  const { parameters } = definition;
  return [
    versions.length === 0 && 'it has no versions',
    defaultVersion !== undefined && !versions.includes(defaultVersion) && 'its default version is none of its versions',
    icon === undefined && 'there is no icon.svg in its folder',
    can.size === 0 && hasPorts && 'it does nothing: it has neither execute nor supply, and is no trigger',
    isTrigger && inputs.length > 0 && 'a trigger has no inputs',
    !isTrigger && ofTriggers.length > 0 && `only triggers have ${ofTriggers.join(' and ')}`,
    can.has('webhook') && !webhooks && 'it does not say in webhooks where it is called',
    can.has('receive') && !can.has('webhook') && 'it has no webhook to receive by',
    can.has('registration') &&
      !can.has('webhook') &&
      !can.has('listen') &&
      'it has neither a webhook nor a connection by which it hears of what it registers',
    ...credentials.map(({ name }) => !credentialNames.has(name) && `there is no credential type ${name}`),
    ...methodsNamed(definition).map(([kind, name]) => {
      if (typeof name !== 'string' || ownLists.has(name)) return false;
      const ofKind = (methods as Record<string, object | undefined>)[kind] ?? {};
      return !Object.hasOwn(ofKind, name) && `there is no ${kind} method ${name}`;
    }),
    ...functionsIn(parameters, 'parameters').map((path) => `${path} is a function: descriptions are data`),
  ].filter((problem) => typeof problem === 'string');
};

const checkNames = (nodes: readonly Found<NodeDefinition>[]): string[] => {
  const taken = new Map<string, string>();
  const problems: string[] = [];
  for (const { module, definition } of nodes)
    for (const name of new Set([definition.name, ...(definition.aliases ?? [])]))
      for (const version of definition.versions) {
        const key = `${name} version ${version}`;
        const other = taken.get(key);
        if (other !== undefined) problems.push(`${module}: ${other} has ${key} already`);
        taken.set(key, module);
      }
  const byName = Map.groupBy(nodes, ({ definition }) => definition.name);
  for (const [name, versions] of byName) {
    const offered = versions.filter(({ definition }) => !definition.hidden);
    const defaults = offered.filter(({ definition }) => definition.defaultVersion !== undefined);
    if (offered.length > 0 && defaults.length !== 1)
      problems.push(
        `${offered[0]?.module}: ${defaults.length} definitions of ${name} say a default version, and one must`,
      );
  }
  return problems;
};

const checkCredentials = (
  credentials: readonly Found<CredentialDefinition>[],
  names: ReadonlySet<string>,
): string[] => {
  const byName = Map.groupBy(credentials, ({ definition }) => definition.name);
  return credentials.flatMap(({ module, definition: { name, extends: parents = [] } }) => [
    ...(byName.get(name)![0]!.module === module ? [] : [`${module}: there is a credential type ${name} already`]),
    ...parents
      .filter((parent) => !names.has(parent))
      .map((parent) => `${module}: there is no credential type ${parent} to extend`),
  ]);
};

/**
 * A line for each thing that is wrong; none: all is well.
 *
 * @param known names of credential types that there are elsewhere
 */
export const checkDefinitions = ({ nodes, credentials }: FoundDefinitions, known: readonly string[] = []): string[] => {
  const names = new Set([...known, ...credentials.map(({ definition }) => definition.name)]);
  return [
    ...nodes.flatMap((found) =>
      checkNode(found, names).map((problem) => `${found.module} (${found.exported}): ${problem}`),
    ),
    ...checkNames(nodes),
    ...checkCredentials(credentials, names),
  ];
};
