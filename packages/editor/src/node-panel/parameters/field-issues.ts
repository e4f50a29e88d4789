import { type ParameterIssue, requiredMessage } from '@millrace/engine';
import { issueMessage } from '../../workflow/issue-message.ts';
import type { ParameterPath } from '../../workflow/types.ts';

/** Messages about the value at a path. */
export const issuesAt = (issues: readonly ParameterIssue[], path: ParameterPath): string[] => [
  ...new Set(
    issues
      .filter(({ path: at }) => at.length === path.length && path.every((name, index) => at[index] === name))
      .map(({ message }) => message),
  ),
];

/** @param showRequired a field that nobody has touched yet is not scolded for being empty. */
export const issuesToShow = (issues: readonly string[], showRequired: boolean): readonly string[] =>
  (showRequired ? issues : issues.filter((message) => message !== requiredMessage)).map(issueMessage);
