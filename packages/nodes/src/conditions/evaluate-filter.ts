import type { FilterCondition, FilterOptions, FilterValue } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { convertOperand, type Operand } from './operands.ts';
import { operations } from './operations.ts';

/**
 * Evaluates the shared condition shape of If, Filter and Switch on resolved values.
 * In strict validation a left value of another type than the operator's is an error; the right value, which a person typed, is always converted.
 * @throws NodeError that names the condition
 */
export const evaluateFilter = (filter: FilterValue, overrides: FilterOptions, itemIndex: number): boolean => {
  const options = { ...filter.options, ...overrides };
  const conditions = filter.conditions ?? [];
  const holds = (condition: FilterCondition, index: number) => evaluateCondition(condition, options, index, itemIndex);
  return filter.combinator === 'or' ? conditions.some(holds) : conditions.every(holds);
};

const evaluateCondition = (
  { leftValue, rightValue, operator }: FilterCondition,
  { caseSensitive = true, typeValidation = 'strict' }: FilterOptions,
  index: number,
  itemIndex: number,
): boolean => {
  const { type, operation } = operator;
  if (operation === 'exists') return leftValue !== undefined && leftValue !== null;
  if (operation === 'notExists') return leftValue === undefined || leftValue === null;

  const run = findOperation(type, operation);
  if (!run) {
    throw new NodeError(`Condition ${index + 1}: there is no operation "${operation}" for ${type}`, { itemIndex });
  }
  const side = (value: unknown, wanted: Operand['type'], strict: boolean, name: string) => {
    const operand = convertOperand(value, wanted, strict);
    if (operand.ok) return operand.value;
    throw new NodeError(`Condition ${index + 1}: the ${name} value ${describe(value)} is not ${operand.wanted}`, {
      itemIndex,
      description: strict
        ? 'Compare it with an operation of its own type, or turn on "Convert types where required" in this node.'
        : 'The value cannot be converted. Check the expression that it comes from.',
    });
  };
  const left = side(leftValue, type, typeValidation === 'strict', 'left');
  if (operator.singleValue) return run(left, undefined, caseSensitive);
  const rightType =
    operator.rightType ?? (type === 'array' ? (operation.startsWith('length') ? 'number' : 'any') : type);
  return run(left, side(rightValue, rightType, false, 'right'), caseSensitive);
};

const findOperation = (type: string, operation: string) => {
  const ofType = Object.hasOwn(operations, type) ? operations[type as keyof typeof operations] : {};
  return Object.hasOwn(ofType, operation) ? ofType[operation] : undefined;
};

const describe = (value: unknown): string => {
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};
