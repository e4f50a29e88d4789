import type { ParameterDefinition } from '@millrace/contract/data';
import type { ChoicesContext, MappedFields, NodeDefinition } from '@millrace/engine/node-api';
import { type Connection, credentialUses } from './connection.ts';
import { executeService, operationOf, readsOnly } from './execute.ts';
import type { Field } from './field.ts';
import { createListTools, type ListTools, listMethods, type ServiceList } from './lists.ts';
import { fieldsOf, type Operations, serviceParameters } from './parameters.ts';

/** Where people look for it in the node creator. */
type ServiceCategory =
  | 'AI'
  | 'Analytics'
  | 'Communication'
  | 'Data & Storage'
  | 'Development'
  | 'Finance & Accounting'
  | 'Marketing'
  | 'Miscellaneous'
  | 'Productivity'
  | 'Sales';

/** What all nodes of a service say of themselves. */
export interface ServiceNode {
  /** `service.github` */
  name: string;
  displayName: string;
  description: string;
  versions: readonly number[];
  /** Left out by what is kept for old workflows. */
  defaultVersion?: number;
  /** Public type names whose workflows this runs unchanged. */
  aliases?: readonly string[];
  color?: string;
  category: ServiceCategory;
  /** Further words that people search it by. */
  words?: readonly string[];
  connection: Connection;
  lists?: Readonly<Record<string, ServiceList>>;
  /** Columns for resource mappers, by the name of the method. */
  mapping?: Readonly<Record<string, (tools: ListTools) => Promise<MappedFields>>>;
}

export type ServiceDefinition = ServiceNode &
  Operations & {
    /** Parameters of no operation alone, such as notices. They come before the fields. */
    parameters?: readonly ParameterDefinition[];
  };

/** What each of its nodes has in its definition. */
export const describeService = ({ category, words = [], connection, color, ...node }: ServiceNode) => ({
  name: node.name,
  displayName: node.displayName,
  description: node.description,
  versions: node.versions,
  ...(node.defaultVersion !== undefined && { defaultVersion: node.defaultVersion }),
  ...(node.aliases && { aliases: node.aliases }),
  defaults: { name: node.displayName, ...(color && { color }) },
  codex: { categories: [category], alias: words },
  credentials: credentialUses(connection),
});

/** Each field of a service once by its name; the first of a name counts, for choices. */
const allFields = (service: Operations): Field[] => {
  const operations = service.resources
    ? Object.values(service.resources).flatMap((resource) => Object.values(resource.operations))
    : Object.values(service.operations);
  return operations.flatMap((operation) => [...fieldsOf(operation)]);
};

export const serviceMethods = (
  { connection, lists, mapping = {} }: ServiceNode,
  fields: readonly Field[],
): NodeDefinition['methods'] => ({
  ...listMethods(connection, fields, lists ?? {}),
  mapping: Object.fromEntries(
    Object.entries(mapping).map(([name, read]) => [
      name,
      (context: ChoicesContext) => read(createListTools(connection, fields, context)),
    ]),
  ),
});

/** A node made of a service that is described as data. Its parameters are those of the public format, so exported workflows run unchanged. */
export const defineService = (service: ServiceDefinition): NodeDefinition => {
  const { connection } = service;
  const subtitle = service.resources
    ? '={{ $parameter.operation + ": " + $parameter.resource }}'
    : '={{ $parameter.operation }}';
  return {
    ...describeService(service),
    group: ['input'],
    subtitle,
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    parameters: serviceParameters(connection, service, service.parameters),
    repeatable: (context) => {
      const operation = operationOf(service, context);
      return operation !== undefined && readsOnly(operation);
    },
    execute: (context) => executeService(connection, service, context),
    methods: serviceMethods(service, allFields(service)),
  };
};
