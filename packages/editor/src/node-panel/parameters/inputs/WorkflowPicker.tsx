import { Button, Loader, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { describeError } from '../../../api/errors.ts';
import { workflowsQuery } from '../../../api/queries.ts';
import { language } from '../../../messages/language.ts';
import { t } from '../../../messages/panel.ts';
import classes from '../fields.module.css';

interface WorkflowPickerProps {
  id: string;
  label: string;
  /** Id of the chosen workflow; empty: none. */
  value: string;
  /** Its name when it was chosen, for one that is not in the list any more. */
  knownName: string | undefined;
  readOnly: boolean;
  invalid: boolean;
  onChange(workflow: { id: string; name: string }): void;
  onBlur(): void;
}

const byText = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });

/** Chooses a stored workflow by its name. */
export const WorkflowPicker = ({
  id,
  label,
  value,
  knownName,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: WorkflowPickerProps) => {
  const { data: workflows, error, isPending, isLoading, isFetching, refetch } = useQuery(workflowsQuery);
  const data = useMemo(() => {
    const options = (workflows ?? [])
      .map(({ id: workflow, name }) => ({ value: workflow, label: name }))
      .sort((a, b) => byText.compare(a.label, b.label));
    if (value === '' || options.some((option) => option.value === value)) return options;
    const name = knownName ?? value;
    return [{ value, label: workflows ? t('panel.workflow.missing', { name }) : name }, ...options];
  }, [workflows, value, knownName]);
  const nothing = isPending
    ? 'shell.loading'
    : workflows?.length === 0
      ? 'panel.workflow.none'
      : 'panel.workflow.notFound';
  return (
    <>
      <Select
        id={id}
        size="sm"
        aria-label={label}
        data={data}
        value={value === '' ? null : value}
        placeholder={t('panel.workflow.choose')}
        searchable
        openOnFocus={false}
        nothingFoundMessage={t(nothing)}
        allowDeselect={false}
        readOnly={readOnly}
        error={invalid}
        limit={200}
        rightSection={isLoading ? <Loader size={14} aria-label={t('shell.loading')} /> : undefined}
        comboboxProps={{ withinPortal: true, zIndex: 1000 }}
        onDropdownOpen={() => {
          if (!isFetching) void refetch();
        }}
        onChange={(chosen) => {
          const workflow = workflows?.find((known) => known.id === chosen);
          if (workflow) onChange(workflow);
        }}
        onBlur={onBlur}
      />
      {error && !workflows && (
        <p className={classes.pickerFailure} role="alert">
          {t('panel.workflow.failed', { reason: describeError(error).message })}{' '}
          <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
            {t('shell.retry')}
          </Button>
        </p>
      )}
    </>
  );
};
