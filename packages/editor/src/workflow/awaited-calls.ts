import { fullTypesFor } from '../api/node-types.ts';
import { queryClient, settingsQuery } from '../api/queries.ts';
import { loadExpressions } from './expressions.ts';
import type { AwaitedCall, DocumentNode } from './types.ts';
import { webhookAddresses } from './webhook-address.ts';

/** Where test calls of a trigger are awaited. None where its address cannot be told: that is said in its panel. */
export const awaitedCalls = async ({ data }: DocumentNode): Promise<AwaitedCall[]> => {
  const { type, typeVersion = 1 } = data;
  try {
    const [settings, { evaluateTypeText }, fullType] = await Promise.all([
      queryClient.fetchQuery({ ...settingsQuery, retry: false }),
      loadExpressions(),
      fullTypesFor([{ name: type, version: typeVersion }]),
    ]);
    const description = fullType(type, typeVersion);
    if (!description) return [];
    const evaluate = (text: string) => evaluateTypeText(text, description, data);
    return webhookAddresses(description, data, settings, evaluate).map(({ method, test }) => ({
      method,
      address: test,
    }));
  } catch {
    return [];
  }
};
