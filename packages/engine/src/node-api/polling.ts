import type { ParameterDefinition } from '@millrace/contract/data';
import type { NodeContext } from './context.ts';
import { NodeError } from './errors.ts';
import type { ScheduleSpec } from './schedule.ts';
import { readTriggerTimes, triggerTimeValues } from './trigger-times.ts';

/** The times at which a node looks for news: a parameter that every type with `poll` has without naming it. */

const pollTimes = {
  name: 'pollTimes',
  displayName: 'Poll Times',
  type: 'fixedCollection',
  default: { item: [{ mode: 'everyMinute' }] },
  typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Poll Time' },
  description: 'When to look for news',
  options: [{ name: 'item', displayName: 'Item', values: triggerTimeValues }],
} as const satisfies ParameterDefinition;

const firesWithinMinutes = ({ cron }: ScheduleSpec): boolean => {
  const fields = cron.split(' ');
  return fields.length === 6 && !/^\d+$/.test(fields[0] as string);
};

/** @throws NodeError where there are none, or they are closer than a minute */
const schedulePolls = (context: NodeContext): ScheduleSpec[] => {
  const specs = readTriggerTimes(context.parameter(pollTimes.name) as { item?: readonly unknown[] });
  if (specs.length === 0) throw new NodeError('It has no poll times');
  if (specs.some(firesWithinMinutes))
    throw new NodeError('The poll times are too close: there must be a minute between two of them', {
      description: 'A cron expression of five fields, or whose seconds are one number, fires once a minute at most.',
    });
  return specs;
};

interface Polling {
  parameters: readonly ParameterDefinition[];
  poll?: unknown;
  schedule?(context: NodeContext): unknown;
}

export const withPollTimes = <D extends Polling>(definition: D): D => {
  const { parameters } = definition;
  if (!definition.poll || parameters.some(({ name }) => name === pollTimes.name)) return definition;
  return { ...definition, parameters: [pollTimes, ...parameters], schedule: schedulePolls };
};
