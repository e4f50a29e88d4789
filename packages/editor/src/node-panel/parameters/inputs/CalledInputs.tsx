import { Button } from '@mantine/core';
import type { AssignmentCollectionValue } from '@millrace/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { client } from '../../../api/client.ts';
import { t } from '../../../messages/panel.ts';
import { FieldValuesContext, usePanel } from '../../panel-context.ts';
import { declaredInputs } from '../declared-inputs.ts';
import classes from '../parameters.module.css';

const parameter = 'inputFields';

/** What the chosen workflow takes, with a button that makes a field of each input that has none yet. */
export const CalledInputs = ({ workflow }: { workflow: string }) => {
  const { description, change, readOnly } = usePanel();
  const values = use(FieldValuesContext)?.values;
  const takesFields = description.properties?.some(
    ({ name, type }) => name === parameter && type === 'assignmentCollection',
  );
  const { data: inputs } = useQuery({
    queryKey: ['workflows', workflow, 'inputs'],
    queryFn: async ({ signal }) =>
      declaredInputs(await client.workflows.get({ params: { id: workflow }, signal })) ?? null,
    enabled: takesFields === true,
  });
  if (!takesFields || !inputs) return null;
  const present = (values?.[parameter] as unknown as AssignmentCollectionValue | undefined)?.assignments ?? [];
  const missing = inputs.filter(({ name }) => !present.some((field) => field.name === name));
  return (
    <div className={classes.calledInputs}>
      <span>{t('panel.workflow.takes', { names: inputs.map(({ name }) => name).join(', ') })}</span>
      {missing.length > 0 && !readOnly && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={13} />}
          onClick={() => {
            const added = missing.map(({ name, type }) => ({
              id: crypto.randomUUID(),
              name,
              value: '',
              type: type ?? 'string',
            }));
            change([parameter], { assignments: [...present, ...added] }, false);
          }}
        >
          {t('panel.workflow.addInputs', { count: missing.length })}
        </Button>
      )}
    </div>
  );
};
