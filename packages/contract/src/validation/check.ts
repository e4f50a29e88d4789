import type { z } from 'zod';
import type { RequestIssue } from '../errors.ts';
import { messageOf } from './messages.ts';
import { type Place, pathText, placeName } from './place.ts';

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

/**
 * @param root the value that the path begins at
 * @param message goes on from the name of the place, such as `must be a number`
 */
export const sentence = (place: Place, path: readonly PropertyKey[], root: unknown, message: string): RequestIssue => ({
  path: pathText(place, path),
  message: `${capitalised(`${placeName(place, path, root)} ${message}`)}.`,
});

export type Checked<T> = { success: true; data: T } | { success: false; issues: RequestIssue[] };

/** Holds a value against a schema. What is wrong is said in sentences for people, each with its exact place. */
export const check = <S extends z.ZodType>(schema: S, value: unknown, place: Place = 'body'): Checked<z.output<S>> => {
  const result = schema.safeParse(value, { error: messageOf });
  if (result.success) return { success: true, data: result.data };
  const issues = result.error.issues
    .flatMap((issue) => findings(nearest(issue)))
    .map(({ path, message }) => sentence(place, path, value, message));
  return { success: false, issues };
};
