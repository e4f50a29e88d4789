import type { AssignmentCollectionValue } from '@millrace/contract';

export type AssignmentType = NonNullable<AssignmentCollectionValue['assignments'][number]['type']>;

export const assignmentTypes: readonly AssignmentType[] = ['string', 'number', 'boolean', 'array', 'object'];

/** Keeps as much of a fixed value as the new type allows. */
export const convertedValue = (value: unknown, type: AssignmentType): unknown => {
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : 0;
  if (type === 'boolean') return value === true || value === 'true';
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  if (type === 'string') return text === '[]' || text === '{}' ? '' : text;
  const opening = type === 'array' ? '[' : '{';
  return text.trim().startsWith(opening) ? text : type === 'array' ? '[]' : '{}';
};

/** Whether a fixed value of a list or an object is a text that is neither. */
export const isBrokenJson = (value: unknown): boolean => {
  if (typeof value !== 'string' || value.trim() === '' || value.startsWith('=')) return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
};
