/** The parameters of a service's node, in the public shape: resource, operation, and the fields of each. */
import type { DisplayOptions, DisplayRules, ParameterDefinition, ParameterOption } from '@millrace/contract/data';
import { authenticationParameter, type Connection } from './connection.ts';
import { type Field, number, toggle } from './field.ts';
import type { ListSettings, Operation } from './operation.ts';

export interface Resource {
  displayName: string;
  description?: string;
  operations: Readonly<Record<string, Operation>>;
  /** Default: the first. */
  defaultOperation?: string;
}

/** A service has resources with operations, or operations alone. */
export type Operations =
  | { resources: Readonly<Record<string, Resource>>; defaultResource?: string; operations?: undefined }
  | { operations: Readonly<Record<string, Operation>>; defaultOperation?: string; resources?: undefined };

const longestLimit = 1000;

const listFields = ({ limit = 50, returnAll = false, maxLimit = longestLimit }: ListSettings): Field[] => [
  toggle('returnAll', 'Return all', {
    default: returnAll,
    description: 'Whether to return all results or only up to a limit',
  }),
  number('limit', 'Limit', {
    default: limit,
    typeOptions: { minValue: 1, maxValue: maxLimit },
    displayOptions: { show: { returnAll: [false] } },
    description: 'The maximum number of results to return',
  }),
];

const simpleField: Field = {
  displayName: 'Simplify',
  name: 'simple',
  type: 'boolean',
  default: true,
  description: 'Whether only the fields that are mostly needed are returned',
};

export const fieldsOf = (operation: Operation): readonly Field[] => [
  ...(operation.fields ?? []),
  ...(operation.list ? listFields(operation.list === true ? {} : operation.list) : []),
  ...(operation.output?.simple ? [simpleField] : []),
];

/** The parameter alone: where it is sent is nobody else's business. */
const bare = (field: Field): ParameterDefinition => {
  const { send: _, ...parameter } = field;
  if (parameter.type !== 'collection') return parameter as ParameterDefinition;
  return { ...parameter, options: parameter.options.map((member) => bare(member as Field)) } as ParameterDefinition;
};

/** Those of a trigger, which has no operations. */
export const triggerParameters = (fields: readonly Field[]): ParameterDefinition[] => fields.map(bare);

const shownIn = (field: Field, rules: DisplayRules): ParameterDefinition => {
  const { displayOptions, ...parameter } = bare(field);
  const show = { ...rules, ...displayOptions?.show };
  const options: DisplayOptions = { show, ...(displayOptions?.hide && { hide: displayOptions.hide }) };
  return { ...parameter, displayOptions: options } as ParameterDefinition;
};

const sameField = (a: Field, b: Field): boolean =>
  a === b || (a.name === b.name && JSON.stringify(bare(a)) === JSON.stringify(bare(b)));

/** Each field once with the operations that have it, where that keeps the order of every operation; else again. */
const fieldParameters = (
  operations: Readonly<Record<string, Operation>>,
  rules: DisplayRules,
): ParameterDefinition[] => {
  const found: { field: Field; names: string[] }[] = [];
  for (const [name, operation] of Object.entries(operations)) {
    let last = -1;
    for (const field of fieldsOf(operation)) {
      const known = found.findIndex((one, index) => index > last && sameField(one.field, field));
      if (known >= 0) found[known]!.names.push(name);
      else found.splice(last + 1, 0, { field, names: [name] });
      last = known >= 0 ? known : last + 1;
    }
  }
  return found.map(({ field, names }) => shownIn(field, { ...rules, operation: names }));
};

const operationParameter = (
  operations: Readonly<Record<string, Operation>>,
  defaultOperation: string | undefined,
  rules: DisplayRules | undefined,
): ParameterDefinition => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  options: Object.entries(operations).map(
    ([value, { name, description, action }]): ParameterOption => ({
      name,
      value,
      ...(description && { description }),
      ...(action && { action }),
    }),
  ),
  default: defaultOperation ?? Object.keys(operations)[0]!,
  ...(rules && { displayOptions: { show: rules } }),
});

export const serviceParameters = (
  connection: Connection,
  service: Operations,
  more: readonly ParameterDefinition[] = [],
): ParameterDefinition[] => {
  const authentication = authenticationParameter(connection);
  if (!service.resources) {
    const operation = operationParameter(service.operations, service.defaultOperation, undefined);
    return [...authentication, operation, ...more, ...fieldParameters(service.operations, {})];
  }
  const resources = Object.entries(service.resources);
  const resource: ParameterDefinition = {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: resources.map(([value, { displayName, description }]) => ({
      name: displayName,
      value,
      ...(description && { description }),
    })),
    default: service.defaultResource ?? resources[0]![0],
  };
  return [
    ...authentication,
    resource,
    ...resources.map(([name, { operations, defaultOperation }]) =>
      operationParameter(operations, defaultOperation, { resource: [name] }),
    ),
    ...more,
    ...resources.flatMap(([name, { operations }]) => fieldParameters(operations, { resource: [name] })),
  ];
};
