import type { ParameterIssue } from '@millrace/engine';
import type { ParameterPath } from '../../workflow/types.ts';

const requiredMessage = 'This field is required';

/**
 * Messages to show under a field: those of its own path, and of entries in a list of plain values.
 * @param showRequired a field that nobody has touched yet is not scolded for being empty.
 */
export const issuesAt = (issues: readonly ParameterIssue[], path: ParameterPath, showRequired: boolean): string[] => [
  ...new Set(
    issues
      .filter(({ path: at }) => at.length === path.length && path.every((name, index) => at[index] === name))
      .map(({ message }) => message)
      .filter((message) => showRequired || message !== requiredMessage),
  ),
];
