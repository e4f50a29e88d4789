import { durationText, isSameJson, type WorkflowSettings } from '@millrace/contract';
import { t } from '../../messages/executions.ts';

/** The settings of a workflow as the dialog edits them. Empty texts stand for the instance's default, or for none. */
export interface SettingsForm {
  /** v1: one branch to its end before the next; v0: level by level. */
  executionOrder: 'v0' | 'v1';
  errorWorkflow: string;
  timezone: string;
  saveDataErrorExecution: '' | 'all' | 'none';
  saveDataSuccessExecution: '' | 'all' | 'none';
  saveManualExecutions: '' | 'true' | 'false';
  saveExecutionProgress: '' | 'true' | 'false';
  hasTimeout: boolean;
  hours: string;
  minutes: string;
  seconds: string;
  repeatInterrupted: boolean;
  /** Empty: workflows of the same owner. */
  callerPolicy: '' | 'any' | 'none' | 'workflowsFromAList';
  /** Ids of those in the list. */
  callers: string[];
}

const policies = ['any', 'none', 'workflowsFromAList'] as const;

const idsIn = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(',').flatMap((id) => id.trim() || []) : [];

const own = <T>(value: T | 'DEFAULT' | undefined): T | undefined => (value === 'DEFAULT' ? undefined : value);

export const formOf = (settings: WorkflowSettings): SettingsForm => {
  const timeout = settings.executionTimeout ?? -1;
  const seconds = timeout > 0 ? Math.floor(timeout) : 0;
  return {
    executionOrder: settings.executionOrder === 'v0' ? 'v0' : 'v1',
    errorWorkflow: own(settings.errorWorkflow) ?? '',
    timezone: own(settings.timezone) ?? '',
    saveDataErrorExecution: own(settings.saveDataErrorExecution) ?? '',
    saveDataSuccessExecution: own(settings.saveDataSuccessExecution) ?? '',
    saveManualExecutions: `${own(settings.saveManualExecutions) ?? ''}`,
    saveExecutionProgress: `${own(settings.saveExecutionProgress) ?? ''}`,
    hasTimeout: timeout > 0,
    hours: String(Math.floor(seconds / 3600)),
    minutes: String(Math.floor(seconds / 60) % 60),
    seconds: String(seconds % 60),
    repeatInterrupted: settings.repeatInterrupted ?? false,
    callerPolicy: policies.find((policy) => policy === settings.callerPolicy) ?? '',
    callers: idsIn(settings.callerIds),
  };
};

const secondsOf = ({ hours, minutes, seconds }: SettingsForm): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);

/** Digits of a part of the time, no larger than it may be. */
export const timePart = (text: string, most: number): string => {
  const digits = text.replaceAll(/\D/g, '').slice(0, 5);
  return digits === '' ? '' : String(Math.min(Number(digits), most));
};

/**
 * Why the time cannot be stored.
 * @param most seconds; 0 or less: no limit
 */
export const timeoutProblem = (form: SettingsForm, most: number): string | undefined => {
  if (!form.hasTimeout) return undefined;
  const seconds = secondsOf(form);
  if (seconds === 0) return t('settings.timeout.zero');
  return most > 0 && seconds > most ? t('settings.timeout.tooLong', { most: durationText(most) }) : undefined;
};

/** The settings with what the form says; others stay as they are. What follows the instance is not stored. */
export const settingsOf = (form: SettingsForm, before: WorkflowSettings): WorkflowSettings => {
  const { timezone, errorWorkflow, saveDataErrorExecution, saveDataSuccessExecution } = form;
  const flag = (text: '' | 'true' | 'false') => (text === '' ? undefined : text === 'true');
  // Switched off it stays unsaid where it was: then the instance's own limit holds.
  const off = before.executionTimeout === undefined ? undefined : -1;
  const present = formOf(before);
  const isSamePolicy = form.callerPolicy === present.callerPolicy;
  const isSameList = isSameJson(form.callers, present.callers);
  const isSameOrder = form.executionOrder === present.executionOrder;
  const next: WorkflowSettings = {
    ...before,
    executionOrder: isSameOrder ? before.executionOrder : form.executionOrder,
    errorWorkflow: errorWorkflow || undefined,
    timezone: timezone || undefined,
    saveDataErrorExecution: saveDataErrorExecution || undefined,
    saveDataSuccessExecution: saveDataSuccessExecution || undefined,
    saveManualExecutions: flag(form.saveManualExecutions),
    saveExecutionProgress: flag(form.saveExecutionProgress),
    executionTimeout: form.hasTimeout ? secondsOf(form) : off,
    repeatInterrupted: form.repeatInterrupted || undefined,
    callerPolicy: isSamePolicy ? before.callerPolicy : form.callerPolicy || undefined,
    callerIds: isSameList ? before.callerIds : form.callers.join(',') || undefined,
  };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
};
