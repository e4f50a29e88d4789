import { locatedValue, type NodeDefinition } from '@millrace/engine/node-api';
import { authenticationParameter } from './connection.ts';
import { describeService, type ServiceNode, serviceMethods } from './define-service.ts';
import type { Field } from './field.ts';
import { triggerParameters } from './parameters.ts';
import { createRequester, type Requester, type ServiceContext } from './requester.ts';

/** What triggers of a service have in common, whether they poll or are called. */
export interface ServiceTrigger extends ServiceNode {
  subtitle?: string;
  fields: readonly Field[];
}

export interface FieldTools extends Requester {
  /** Of a field, or of another parameter; what a resource locator names. */
  value(name: string): unknown;
}

export const fieldTools = ({ connection, fields }: ServiceTrigger, context: ServiceContext): FieldTools => {
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const value = (name: string): unknown => {
    const definition = fieldOf(name);
    const given: unknown = context.parameter(name as never);
    return definition ? locatedValue(given, definition) : given;
  };
  const placeOf = (name: string) => (fieldOf(name) ? value(name) : undefined);
  return { ...createRequester(connection, context, 0, placeOf), value };
};

/** All of its definition but what it does. */
export const describeTrigger = (trigger: ServiceTrigger): NodeDefinition => ({
  ...describeService(trigger),
  group: ['trigger'],
  ...(trigger.subtitle && { subtitle: trigger.subtitle }),
  inputs: [],
  outputs: ['main'],
  parameters: [...authenticationParameter(trigger.connection), ...triggerParameters(trigger.fields)],
  methods: serviceMethods(trigger, trigger.fields),
});
