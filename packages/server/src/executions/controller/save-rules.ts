import type { ExecutionMode, ExecutionStatus, WorkflowSettings } from '@millrace/contract';

/** Settings of the instance that a workflow may override. Times in seconds; -1 is off. */
export interface ExecutionDefaults {
  saveDataErrorExecution: 'all' | 'none';
  saveDataSuccessExecution: 'all' | 'none';
  saveManualExecutions: boolean;
  saveExecutionProgress: boolean;
  executionTimeout: number;
  maxExecutionTimeout: number;
}

/** What of an execution is stored. */
export interface SaveRules {
  success: boolean;
  /** Also for those that were stopped or lost. */
  error: boolean;
  /** Each node run as soon as it has ended. */
  progress: boolean;
  /** Kept only until the workflow is next run by hand. */
  temporary: boolean;
}

const chosen = <T>(own: T | 'DEFAULT' | undefined, otherwise: T): T =>
  own === undefined || own === 'DEFAULT' ? otherwise : own;

export const saveRulesFor = (
  mode: ExecutionMode,
  settings: WorkflowSettings | null | undefined,
  defaults: ExecutionDefaults,
): SaveRules => {
  const progress = chosen(settings?.saveExecutionProgress, defaults.saveExecutionProgress);
  if (mode === 'manual') {
    const kept = chosen(settings?.saveManualExecutions, defaults.saveManualExecutions);
    return { success: true, error: true, progress, temporary: !kept };
  }
  return {
    success: chosen(settings?.saveDataSuccessExecution, defaults.saveDataSuccessExecution) === 'all',
    error: chosen(settings?.saveDataErrorExecution, defaults.saveDataErrorExecution) === 'all',
    progress,
    temporary: false,
  };
};

export const isKept = (rules: SaveRules, status: ExecutionStatus): boolean =>
  status === 'success' ? rules.success : rules.error;

/** Seconds that an execution may take; undefined: as long as it likes. */
export const timeoutFor = (
  settings: WorkflowSettings | null | undefined,
  defaults: ExecutionDefaults,
): number | undefined => {
  const own = settings?.executionTimeout;
  // 0 means nothing useful as a limit; old exports use it for "not set".
  const seconds = own === undefined || own === 0 ? defaults.executionTimeout : own;
  if (!(seconds > 0)) return undefined;
  return defaults.maxExecutionTimeout > 0 ? Math.min(seconds, defaults.maxExecutionTimeout) : seconds;
};
