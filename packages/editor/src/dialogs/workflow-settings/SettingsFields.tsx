import { Group, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { durationText, type ServerSettings, type WorkflowSummary } from '@millrace/contract';
import { type ReactNode, useId, useMemo } from 'react';
import { type MessageKey, t } from '../../messages/executions.ts';
import { type SettingsForm, timePart } from './settings-form.ts';
import classes from './WorkflowSettingsDialog.module.css';

interface SettingsFieldsProps {
  form: SettingsForm;
  onChange: (change: Partial<SettingsForm>) => void;
  workflows: readonly WorkflowSummary[];
  /** Name → label. */
  timezones: Readonly<Record<string, string>>;
  instance: ServerSettings;
  timeoutProblem: string | undefined;
}

export const SettingsFields = ({
  form,
  onChange,
  workflows,
  timezones,
  instance,
  timeoutProblem,
}: SettingsFieldsProps) => {
  const zoneOf = (name: string) => timezones[name] ?? name;
  const byDefault = (label: string) => ({ value: '', label: t('settings.default', { value: label }) });
  const kept = [
    { value: 'all', label: t('settings.save.all') },
    { value: 'none', label: t('settings.save.none') },
  ];
  const yesNo = [
    { value: 'true', label: t('settings.yes') },
    { value: 'false', label: t('settings.no') },
  ];
  const keptByDefault = (value: 'all' | 'none') => byDefault(t(`settings.save.${value}`));
  const yesByDefault = (value: boolean) => byDefault(t(value ? 'settings.yes' : 'settings.no'));
  const byName = useMemo(() => [...workflows].sort((a, b) => a.name.localeCompare(b.name)), [workflows]);
  const labelOf = (wanted: string) => {
    const known = workflows.find(({ id }) => id === wanted);
    return known ? `${known.name} (#${wanted})` : `#${wanted}`;
  };
  const isGone = form.errorWorkflow !== '' && !workflows.some(({ id }) => id === form.errorWorkflow);
  const { maxExecutionTimeout: most, executionTimeout: usual } = instance;
  return (
    <div className={classes.fields}>
      <Choice
        label="settings.executionOrder"
        value={form.executionOrder}
        choices={[
          { value: 'v1', label: t('settings.executionOrder.byBranch') },
          { value: 'v0', label: t('settings.executionOrder.byLevel') },
        ]}
        onChange={(value) => onChange({ executionOrder: value as SettingsForm['executionOrder'] })}
        data-autofocus
      />
      <Choice
        label="settings.errorWorkflow"
        value={form.errorWorkflow}
        choices={[
          { value: '', label: t('settings.errorWorkflow.none') },
          ...(isGone
            ? [{ value: form.errorWorkflow, label: t('settings.errorWorkflow.gone', { id: form.errorWorkflow }) }]
            : []),
          ...byName.map(({ id }) => ({ value: id, label: labelOf(id) })),
        ]}
        onChange={(errorWorkflow) => onChange({ errorWorkflow })}
        searchable
      />
      <Choice
        label="settings.timezone"
        value={form.timezone}
        choices={[
          byDefault(zoneOf(instance.timezone)),
          ...(form.timezone === '' || Object.hasOwn(timezones, form.timezone)
            ? []
            : [{ value: form.timezone, label: form.timezone }]),
          ...Object.entries(timezones).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(timezone) => onChange({ timezone })}
        searchable
      />
      <Choice
        label="settings.saveError"
        value={form.saveDataErrorExecution}
        choices={[keptByDefault(instance.saveDataErrorExecution), ...kept]}
        onChange={(value) => onChange({ saveDataErrorExecution: value as SettingsForm['saveDataErrorExecution'] })}
      />
      <Choice
        label="settings.saveSuccess"
        value={form.saveDataSuccessExecution}
        choices={[keptByDefault(instance.saveDataSuccessExecution), ...kept]}
        onChange={(value) => onChange({ saveDataSuccessExecution: value as SettingsForm['saveDataSuccessExecution'] })}
      />
      <Choice
        label="settings.saveManual"
        value={form.saveManualExecutions}
        choices={[yesByDefault(instance.saveManualExecutions), ...yesNo]}
        onChange={(value) => onChange({ saveManualExecutions: value as SettingsForm['saveManualExecutions'] })}
      />
      <Choice
        label="settings.saveProgress"
        value={form.saveExecutionProgress}
        choices={[yesByDefault(instance.saveExecutionProgress), ...yesNo]}
        onChange={(value) => onChange({ saveExecutionProgress: value as SettingsForm['saveExecutionProgress'] })}
      />
      <Choice
        label="settings.callers"
        value={form.callerPolicy}
        choices={[
          { value: '', label: t('settings.callers.sameOwner') },
          { value: 'any', label: t('settings.callers.any') },
          { value: 'workflowsFromAList', label: t('settings.callers.list') },
          { value: 'none', label: t('settings.callers.none') },
        ]}
        onChange={(value) => onChange({ callerPolicy: value as SettingsForm['callerPolicy'] })}
      />
      {form.callerPolicy === 'workflowsFromAList' && (
        <Field label="settings.callersList">
          {(id) => (
            <MultiSelect
              id={id}
              data={[...new Set([...form.callers, ...byName.map((workflow) => workflow.id)])].map((value) => ({
                value,
                label: labelOf(value),
              }))}
              value={form.callers}
              nothingFoundMessage={t('settings.nothingFound')}
              onChange={(callers) => onChange({ callers })}
              searchable
            />
          )}
        </Field>
      )}
      <Field label="settings.repeatInterrupted">
        {(id) => (
          <Switch
            id={id}
            checked={form.repeatInterrupted}
            onChange={(event) => onChange({ repeatInterrupted: event.currentTarget.checked })}
          />
        )}
      </Field>
      <Field
        label="settings.timeout"
        hint={usual > 0 ? t('settings.timeout.usual', { usual: durationText(usual) }) : undefined}
      >
        {(id) => (
          <Switch
            id={id}
            checked={form.hasTimeout}
            onChange={(event) => onChange({ hasTimeout: event.currentTarget.checked })}
          />
        )}
      </Field>
      {form.hasTimeout && (
        <Field
          label="settings.timeoutAfter"
          hint={most > 0 ? t('settings.timeout.most', { most: durationText(most) }) : undefined}
        >
          {(id) => (
            <div>
              <Group gap="xs" wrap="nowrap">
                <TimePart id={id} part="hours" most={99_999} form={form} onChange={onChange} problem={timeoutProblem} />
                <TimePart part="minutes" most={60} form={form} onChange={onChange} problem={timeoutProblem} />
                <TimePart part="seconds" most={60} form={form} onChange={onChange} problem={timeoutProblem} />
              </Group>
              {timeoutProblem && (
                <p className={classes.problem} role="alert">
                  {timeoutProblem}
                </p>
              )}
            </div>
          )}
        </Field>
      )}
    </div>
  );
};

type FieldName =
  | 'settings.executionOrder'
  | 'settings.errorWorkflow'
  | 'settings.timezone'
  | 'settings.saveError'
  | 'settings.saveSuccess'
  | 'settings.saveManual'
  | 'settings.saveProgress'
  | 'settings.callers'
  | 'settings.callersList'
  | 'settings.repeatInterrupted'
  | 'settings.timeout'
  | 'settings.timeoutAfter';

/** A label with its line of help at the left, the control at the right. */
const Field = ({ label, hint, children }: { label: FieldName; hint?: string; children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div className={classes.field}>
      <div>
        <label htmlFor={id} className={classes.label}>
          {t(label)}
        </label>
        <p className={classes.hint}>
          {t(`${label}.hint` as MessageKey)}
          {hint && ` ${hint}`}
        </p>
      </div>
      <div className={classes.control}>{children(id)}</div>
    </div>
  );
};

interface ChoiceProps {
  label: FieldName;
  value: string;
  choices: { value: string; label: string }[];
  onChange: (value: string) => void;
  searchable?: boolean;
  'data-autofocus'?: boolean;
}

const Choice = ({ label, value, choices, onChange, ...more }: ChoiceProps) => (
  <Field label={label}>
    {(id) => (
      <Select
        id={id}
        data={choices}
        value={value}
        allowDeselect={false}
        nothingFoundMessage={t('settings.nothingFound')}
        onChange={(chosen) => {
          if (chosen !== null) onChange(chosen);
        }}
        {...more}
      />
    )}
  </Field>
);

interface TimePartProps {
  id?: string;
  part: 'hours' | 'minutes' | 'seconds';
  most: number;
  form: SettingsForm;
  onChange: (change: Partial<SettingsForm>) => void;
  problem: string | undefined;
}

const TimePart = ({ id, part, most, form, onChange, problem }: TimePartProps) => (
  <TextInput
    id={id}
    inputMode="numeric"
    aria-label={t(`settings.${part}`)}
    rightSection={<span className={classes.unit}>{t(`settings.${part}.unit`)}</span>}
    value={form[part]}
    error={problem !== undefined}
    onChange={(event) => onChange({ [part]: timePart(event.currentTarget.value, most) })}
    onFocus={(event) => event.currentTarget.select()}
    onBlur={() => {
      if (form[part] === '') onChange({ [part]: '0' });
    }}
  />
);
