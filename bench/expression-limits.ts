/**
 * The longest time that any expression can take before it ends by itself or by its budget: every method and global of the language on small, long and
 * large receivers, with usual and hostile arguments, projected to a loop that uses up the budget; and syntax in endless loops, measured.
 * Prints the worst as JSON.
 *
 *     node bench/expression-limits.ts [text that the name of a case contains]
 */
import { allCalls } from './expression-limits/calls.ts';
import { type Measured, measure, project, spendAll } from './expression-limits/measure.ts';
import { syntax } from './expression-limits/syntax.ts';

/** Milliseconds. */
const allowed = Number(process.env.ALLOWED ?? 100);
const shown = 10;

const [, , filter = ''] = process.argv;
const isWanted = ({ name }: { name: string }): boolean => name.includes(filter);

/** A second and third look tells what the expression takes from what the machine does beside it. */
function least(first: () => Measured, again: () => Measured): Measured {
  let best = first();
  for (let look = 0; look < 4 && best.milliseconds >= allowed; look += 1) {
    const other = again();
    if (look === 0 || other.milliseconds < best.milliseconds) best = other;
  }
  if (best.milliseconds >= allowed) console.error(`${Math.round(best.milliseconds)} ms: ${best.name}`);
  return best;
}

const measured = syntax
  .map(([name, text]) => ({ name: `syntax: ${name}`, text }))
  .filter(isWanted)
  .map((one) => {
    const take = (): Measured => measure(one);
    return least(take, take);
  });
const projected = allCalls()
  .filter(isWanted)
  .map((call) =>
    least(
      () => project(call),
      () => spendAll(call, 3 * allowed),
    ),
  );
const results = [...measured, ...projected];
results.sort((left, right) => right.milliseconds - left.milliseconds);

const worst = results.slice(0, process.env.SHOWN ? Number(process.env.SHOWN) : shown);
console.log(
  JSON.stringify(
    {
      cases: results.length,
      tooLong: results.filter(({ milliseconds }) => milliseconds >= allowed).length,
      worst: worst.map(({ milliseconds, ...rest }) => ({ ...rest, milliseconds: Math.round(milliseconds) })),
    },
    null,
    2,
  ),
);
