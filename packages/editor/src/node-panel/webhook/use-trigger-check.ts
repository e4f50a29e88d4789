import { useDebouncedValue } from '@mantine/hooks';
import type { NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { isObject } from '@millrace/contract';
import type { ParameterIssue } from '@millrace/engine';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { nodeWebhooksQuery } from '../../api/queries.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import type { ParameterPath } from '../../workflow/types.ts';

/** Milliseconds without a change after which the node is asked again. */
const quiet = 300;

/** When a schedule fires next, as it is set up. @param timezone of the workflow, where it names one */
const nodeScheduleQuery = (
  { name, type, typeVersion, parameters }: WorkflowNode,
  workflowId: string | null,
  timezone: string | undefined,
) => {
  const node = { name, type, typeVersion, parameters, position: [0, 0] as [number, number] };
  return queryOptions({
    queryKey: ['nodeSchedule', workflowId, timezone, node],
    queryFn: ({ signal }) =>
      client.nodeParameters.schedule({
        body: { node, ...(workflowId !== null && { workflowId }), ...(timezone && { timezone }) },
        signal,
      }),
    retry: false,
    placeholderData: keepPreviousData,
  });
};

export const hasSchedule = ({ group }: NodeTypeDescription): boolean => group.includes('schedule');

/** The addresses of the node as it is set up. */
export const useAddresses = (node: WorkflowNode, enabled: boolean) => {
  const workflowId = useWorkflow(({ id }) => id);
  const [asked] = useDebouncedValue(node, quiet);
  return useQuery({ ...nodeWebhooksQuery(asked, workflowId), enabled });
};

/** The times of the node as it is set up. */
export const useSchedule = (node: WorkflowNode, enabled: boolean) => {
  const workflowId = useWorkflow(({ id }) => id);
  const timezone = useWorkflow(({ document }) => document.settings.timezone);
  const [asked] = useDebouncedValue(node, quiet);
  return useQuery({ ...nodeScheduleQuery(asked, workflowId, timezone), enabled });
};

/** `parameters.rule.interval[1].expression` as a path into the parameters. */
export const pathOf = (text: string): ParameterPath =>
  [...text.replace(/^parameters\./, '').matchAll(/[^.[\]]+/g)].map(([part]) =>
    /^\d+$/.test(part) ? Number(part) : part,
  );

/** Where in the parameters a text stands. */
export const placesOf = (values: unknown, text: string, path: ParameterPath = []): ParameterPath[] => {
  if (typeof values === 'string') return values.trim().replace(/\s+/g, ' ') === text ? [path] : [];
  if (Array.isArray(values)) return values.flatMap((value, index) => placesOf(value, text, [...path, index]));
  if (!isObject(values)) return [];
  return Object.entries(values).flatMap(([name, value]) => placesOf(value, text, [...path, name]));
};

const issuesOfError = (error: unknown): ParameterIssue[] =>
  error instanceof ApiError
    ? (error.issues ?? [])
        .filter(({ path }) => path.startsWith('parameters.'))
        .map(({ path, message }) => ({ path: pathOf(path), displayName: '', message }))
    : [];

/** What a trigger itself says of its parameters, at the fields that it means. */
export const useTriggerIssues = (node: WorkflowNode, description: NodeTypeDescription): readonly ParameterIssue[] => {
  const addresses = useAddresses(node, description.hasWebhooks === true);
  const schedule = useSchedule(node, hasSchedule(description));
  return useMemo(
    () => [
      ...issuesOfError(addresses.error),
      ...issuesOfError(schedule.error),
      ...(schedule.error ? [] : (schedule.data?.problems ?? [])).flatMap(({ cron, message }) =>
        placesOf(node.parameters, cron).map((path) => ({ path, displayName: '', message })),
      ),
    ],
    [addresses.error, schedule.error, schedule.data, node.parameters],
  );
};
