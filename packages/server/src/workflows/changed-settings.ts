import { durationText, type WorkflowSettings } from '@millrace/contract';
import { invalidField } from '../platform/validation.ts';

type Settings = WorkflowSettings | null | undefined;

/**
 * Holds the settings that a change sets anew to what they may be. What a workflow brought from elsewhere stays as it is until
 * someone changes it.
 *
 * @param options.maxExecutionTimeout seconds; 0 or less: no limit
 * @throws AppError badRequest
 */
export const refuseBadSettings = async (
  before: Settings,
  after: Settings,
  options: { maxExecutionTimeout: number; workflowExists: (id: string) => Promise<boolean> },
): Promise<void> => {
  const { executionTimeout: timeout, errorWorkflow } = after ?? {};
  if (timeout !== undefined && timeout !== before?.executionTimeout) {
    const { maxExecutionTimeout: most } = options;
    if (timeout !== -1 && !(timeout > 0))
      throw invalidField(['settings', 'executionTimeout'], 'must be a number of seconds above 0, or -1 for no limit');
    if (most > 0 && timeout > most)
      throw invalidField(
        ['settings', 'executionTimeout'],
        `must be at most ${durationText(most)}, the maximum of this instance`,
      );
  }
  if (!errorWorkflow || errorWorkflow === 'DEFAULT' || errorWorkflow === before?.errorWorkflow) return;
  if (!(await options.workflowExists(errorWorkflow)))
    throw invalidField(
      ['settings', 'errorWorkflow'],
      `must be the id of a workflow: there is no workflow with the id "${errorWorkflow}"`,
    );
};
