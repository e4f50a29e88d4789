import type { ExecutionMode, Item, JsonObject } from '@millrace/contract/data';
import type { FormSubmission } from '@millrace/engine/node-api';
import { DateTime } from 'luxon';

/**
 * A form that was sent, as an item.
 *
 * @param zone IANA name, of the time at which it was sent
 * @param more fields behind those of the form
 */
export const toFormItem = (
  { fields, submittedAt, request }: FormSubmission,
  mode: ExecutionMode,
  zone = 'UTC',
  more: JsonObject = {},
): Item => {
  const item: Item = {
    json: {
      ...fields,
      submittedAt: DateTime.fromMillis(submittedAt, { zone }).toISO() ?? new Date(submittedAt).toISOString(),
      formMode: mode === 'manual' ? 'test' : 'production',
      ...more,
    },
  };
  if (request.binary && Object.keys(request.binary).length > 0) item.binary = request.binary;
  return item;
};
