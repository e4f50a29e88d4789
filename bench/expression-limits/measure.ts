import { compileTemplate, createScope } from '@millrace/engine';
import { costs, previewLimits } from '../../packages/engine/src/expressions/budget.ts';
import { hashText } from '../../packages/engine/src/expressions/hash.ts';
import { Scope } from '../../packages/engine/src/expressions/scope-state.ts';
import type { Call } from './calls.ts';
import { data } from './data.ts';

interface Case {
  name: string;
  text: string;
}

export interface Measured {
  name: string;
  milliseconds: number;
  end: string;
}

/**
 * Milliseconds since the start, without what other processes took of them: the time that passed, or, if that is less, the time of the processor that
 * this process had with all of its threads.
 */
function startWatch(): () => number {
  const start = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - start, (user + system) / 1_000);
  };
}

let round = 0;

/** A cached text would not be read again, so each gets an end of its own. */
export function measure({ name, text }: Case): Measured {
  const scope = createScope(data);
  const own = `${text}${text.endsWith('}}') ? ` ${round}` : ''}`;
  round += 1;
  const watch = startWatch();
  let end = 'value';
  try {
    compileTemplate(own).evaluate(scope);
  } catch (error) {
    end = (error as { kind?: string }).kind ?? String(error);
  }
  return { name, milliseconds: watch(), end };
}

/** How long a call is looked at: long enough to tell, and short enough for tens of thousands of them. */
const look = 0.4;

/** Milliseconds that a loop of this call lasts until the budget is used up, or until so much time has passed, and how it ends. */
function spend({ paid, run }: Call, most: number): { taken: number; steps: number; end: string } {
  const scope = new Scope(data, hashText);
  scope.owned = new WeakSet();
  scope.isRunning = true;
  scope.compile = compileTemplate;
  let steps = 0;
  let taken = 0;
  let end = 'value';
  const watch = startWatch();
  for (let batch = 1; taken < most && steps < previewLimits.steps; batch *= 2) {
    for (let turn = 0; turn < batch && steps < previewLimits.steps; turn += 1) {
      scope.steps = previewLimits.steps;
      scope.depth = 0;
      try {
        run(scope);
      } catch (error) {
        end = (error as { kind?: string }).kind ?? 'error of the host';
        // No expression catches this one.
        if (end === 'budget') return { taken: watch(), steps: previewLimits.steps, end };
        steps += costs.error;
      }
      steps += Math.min(previewLimits.steps, previewLimits.steps - scope.steps) + paid + 2;
    }
    taken = watch();
  }
  return { taken, steps, end };
}

/** What the whole budget would last in a loop of this call, from a short look at it. */
export function project(call: Call): Measured {
  const { taken, steps, end } = spend(call, look);
  return { name: call.name, milliseconds: Math.max(1, previewLimits.steps / steps) * taken, end };
}

/**
 * The whole loop: longer to measure than to project, and the truth, since the host has made its code fast by then.
 *
 * @param most milliseconds until it is given up
 */
export function spendAll(call: Call, most: number): Measured {
  const { taken, steps, end } = spend(call, most);
  return { name: call.name, milliseconds: Math.max(1, previewLimits.steps / steps) * taken, end };
}
