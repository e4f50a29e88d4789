import type { Item } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { DateTime } from 'luxon';
import { waitParameters } from './parameters.ts';

const unitLengths = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

const toMilliseconds = (amount: number, unit: keyof typeof unitLengths): number => {
  const length = Object.hasOwn(unitLengths, unit) ? unitLengths[unit] : undefined;
  if (length === undefined) throw new NodeError(`"${unit}" is not a unit of time to wait for`);
  if (!(amount >= 0) || !Number.isFinite(amount)) {
    throw new NodeError(`The amount to wait must be a number of 0 or more, not ${amount}`);
  }
  return amount * length;
};

/** Epoch milliseconds of a date and time; without an offset it is one of the workflow's zone. */
const readMoment = (text: string, zone: string): number => {
  const moment = DateTime.fromISO(text.trim(), { zone });
  const read = moment.isValid ? moment : DateTime.fromSQL(text.trim(), { zone });
  if (read.isValid) return read.toMillis();
  throw new NodeError(
    text.trim() === '' ? 'There is no date to wait for' : `"${text}" is not a date and time to wait for`,
    { description: 'Use a form such as 2026-05-30T14:00:00.' },
  );
};

/** Timers of most hosts count to 2³¹ milliseconds. */
const longestSleep = 20 * unitLengths.days;

const sleepFor = async (context: Pick<ExecuteContext, 'sleep'>, milliseconds: number): Promise<void> => {
  for (let left = milliseconds; left > 0; left -= longestSleep) await context.sleep(Math.min(left, longestSleep));
};

export const wait = defineNode({
  name: 'core.wait',
  displayName: 'Wait',
  description: 'Goes on after a while, or at a date',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  aliases: ['n8n-nodes-base.wait'],
  group: ['organization'],
  defaults: { name: 'Wait', color: '#c98a2b' },
  subtitle:
    '={{ $parameter.resume === "timeInterval" ? $parameter.amount + " " + $parameter.unit : $parameter.resume }}',
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['pause', 'delay', 'sleep', 'timeout', 'hold'],
  },
  parameters: waitParameters,
  repeatable: true,
  async execute(context) {
    const resume = context.parameter('resume');
    switch (resume) {
      case 'timeInterval':
        await sleepFor(context, toMilliseconds(context.parameter('amount'), context.parameter('unit')));
        break;
      case 'specificTime':
        await sleepFor(context, readMoment(context.parameter('dateTime'), context.timezone) - context.now());
        break;
      case 'webhook':
      case 'form':
        throw new NodeError(`Waiting for a ${resume === 'form' ? 'form' : 'webhook call'} is not available yet`, {
          description: 'Use a time, or a second workflow with a Webhook trigger.',
        });
      default:
        throw new NodeError(`A run cannot wait for "${String(resume)}"`);
    }
    return [context.items as Item[]];
  },
});
