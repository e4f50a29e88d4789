import type { RequestIssue } from '@millrace/contract';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { messageOf } from './messages.ts';
import { type Place, pathText, placeName } from './place.ts';

const maxIssues = 20;

type Issue = z.core.$ZodIssue;

/** Of the alternatives of a union, the one that the value came nearest to: its first issue lies deepest. */
const nearest = (issue: Issue): Issue => {
  if (issue.code !== 'invalid_union') return issue;
  const candidates = issue.errors.flatMap((issues) => issues.slice(0, 1)).map(nearest);
  const deepest = candidates.reduce<Issue | undefined>(
    (best, candidate) => (best && best.path.length >= candidate.path.length ? best : candidate),
    undefined,
  );
  return deepest && deepest.path.length > 0 ? { ...deepest, path: [...issue.path, ...deepest.path] } : issue;
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One finding for each key that is too many, since each has a place of its own. */
const findings = (issue: Issue): { path: PropertyKey[]; message: string }[] => {
  const { path, message } = issue;
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...path, key], message }))
    : [{ path, message }];
};

const sentence = (place: Place, path: readonly PropertyKey[], root: unknown, message: string): RequestIssue => ({
  path: pathText(place, path),
  message: `${capitalised(`${placeName(place, path, root)} ${message}`)}.`,
});

/**
 * Holds a part of a request against its schema.
 *
 * @throws AppError badRequest with a sentence for each field
 */
export const validate = <S extends z.ZodType>(schema: S, value: unknown, place: Place): z.output<S> => {
  const result = schema.safeParse(value, { error: messageOf });
  if (result.success) return result.data;
  const issues = result.error.issues
    .flatMap((issue) => findings(nearest(issue)))
    .map(({ path, message }) => sentence(place, path, value, message));
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
