import type { ParameterDefinition, ParameterOption } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/errors.ts';
import { parameterAnswersKey } from '../../../api/queries.ts';
import type { ParameterPath } from '../../../workflow/types.ts';
import { useParameterRequest } from './parameter-request.ts';

/** Answers of services are kept for as long as a person goes back and forth between nodes. */
export const keptFor = 5 * 60_000;

export interface Loaded<T> {
  data: T | undefined;
  isLoading: boolean;
  /** Nothing was asked for yet: what has to be chosen first, in words. */
  waitsFor: string | undefined;
  /** Why there is nothing, or nothing newer. */
  failure: string | undefined;
  reload(): void;
}

/** The choices that a node type gets from its service. */
export const useLoadedOptions = (
  { typeOptions = {} }: Pick<ParameterDefinition, 'typeOptions'>,
  path: ParameterPath,
): Loaded<ParameterOption[]> => {
  const { loadOptionsMethod: methodName, loadOptions, loadOptionsDependsOn } = typeOptions;
  const { key, request, waitsFor } = useParameterRequest(path, loadOptionsDependsOn);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [parameterAnswersKey, 'options', methodName, loadOptions, ...key],
    queryFn: async ({ signal }) =>
      client.nodeParameters.postOptions({
        body: { ...(await request()), methodName, loadOptions: loadOptions as never },
        signal,
      }),
    enabled: waitsFor === undefined,
    staleTime: keptFor,
  });
  return {
    data,
    isLoading: isFetching,
    waitsFor,
    failure: error ? describeError(error).message : undefined,
    reload: () => void refetch(),
  };
};
