import { type FilterCondition, type FilterOperation, type FilterOperator, filterOperations } from '@millrace/contract';
import { valueTypeOf } from '../value-type.ts';

export type OperandType = keyof typeof filterOperations;
export const operandTypes = Object.keys(filterOperations) as OperandType[];

export const newOperator: FilterOperator = { type: 'string', operation: 'equals' };

export const operatorOf = (
  type: OperandType,
  { operation, singleValue, rightType }: FilterOperation,
): FilterOperator => ({
  type,
  operation,
  ...(singleValue ? { singleValue: true } : {}),
  ...(rightType ? { rightType } : {}),
});

/**
 * The operator of a condition for a left value: its own where that takes the type of the value; else the same operation of that type, if the
 * condition has what it compares with; else the first of that type.
 */
export const fittingOperator = ({ operator, rightValue }: FilterCondition, value: unknown): FilterOperator => {
  const type = valueTypeOf(value);
  if (type === undefined || type === operator?.type) return operator ?? newOperator;
  const isWritten = operator?.singleValue === true || (rightValue !== undefined && rightValue !== '');
  const same = isWritten
    ? filterOperations[type].find(({ operation }) => operation === operator?.operation)
    : undefined;
  return operatorOf(type, same ?? filterOperations[type][0]!);
};
