import { FunctionValue, type Invoke } from '../language/values.ts';

/** Named functions from a record. */
export function defineFunctions(functions: Readonly<Record<string, Invoke>>): Record<string, FunctionValue> {
  const result: Record<string, FunctionValue> = {};
  for (const [name, invoke] of Object.entries(functions)) result[name] = new FunctionValue(name, invoke);
  return result;
}
