import type { Declarable } from '../language/paying.ts';
import { HostFunction, type Invoke } from '../language/values.ts';

/** Named functions from a record. */
export function defineFunctions(functions: Readonly<Record<string, Declarable<Invoke>>>): Record<string, HostFunction> {
  const result: Record<string, HostFunction> = {};
  for (const [name, invoke] of Object.entries(functions)) result[name] = new HostFunction(name, invoke);
  return result;
}
