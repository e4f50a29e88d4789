import { check, type Place, sentence } from '@millrace/contract';
import type { z } from 'zod';
import { AppError } from './errors.ts';

const maxIssues = 20;

/**
 * Holds a part of a request against its schema.
 *
 * @throws AppError badRequest with a sentence for each field
 */
export const validate = <S extends z.ZodType>(schema: S, value: unknown, place: Place): z.output<S> => {
  const checked = check(schema, value, place);
  if (checked.success) return checked.data;
  const { issues } = checked;
  const shown = issues.slice(0, maxIssues);
  const rest = issues.length - shown.length;
  const lines = [...shown.map(({ message }) => message), ...(rest > 0 ? [`There are ${rest} more.`] : [])];
  throw new AppError('badRequest', lines.join('\n'), { issues: shown });
};

/**
 * For what only a service can know of a field.
 *
 * @param message goes on from the field's name, such as `must be the id of a workflow`
 */
export const invalidField = (path: readonly PropertyKey[], message: string): AppError => {
  const issue = sentence('body', path, undefined, message);
  return new AppError('badRequest', issue.message, { issues: [issue] });
};
