import type { MappedFields, ParameterDefinition } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/errors.ts';
import { parameterAnswersKey } from '../../../api/queries.ts';
import type { ParameterPath } from '../../../workflow/types.ts';
import { useParameterRequest } from './parameter-request.ts';
import { keptFor, type Loaded } from './use-loaded-options.ts';

export interface Columns extends Loaded<MappedFields> {
  /** The parameters that the columns depend on have changed since the field is on screen. */
  isOther: boolean;
}

/** @param isKnown the mapping holds its columns: they are asked for again only where there is reason to */
export const useColumns = (
  { typeOptions = {} }: Pick<ParameterDefinition, 'typeOptions'>,
  path: ParameterPath,
  isKnown: boolean,
): Columns => {
  const { loadOptionsDependsOn, resourceMapper } = typeOptions;
  const methodName = resourceMapper?.resourceMapperMethod ?? resourceMapper?.localResourceMapperMethod ?? '';
  const { key, request, waitsFor } = useParameterRequest(path, loadOptionsDependsOn);
  const present = JSON.stringify(key);
  const [first] = useState(present);
  const isOther = present !== first;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [parameterAnswersKey, 'mapping', methodName, ...key],
    queryFn: async ({ signal }) =>
      client.nodeParameters.mapping({ body: { ...(await request()), methodName }, signal }),
    enabled:
      waitsFor === undefined &&
      methodName !== '' &&
      (!isKnown || isOther || resourceMapper?.refreshStaleSchemaOnOpen === true),
    staleTime: keptFor,
  });
  return {
    data,
    isOther,
    isLoading: isFetching,
    waitsFor,
    failure: error ? describeError(error).message : undefined,
    reload: () => void refetch(),
  };
};
