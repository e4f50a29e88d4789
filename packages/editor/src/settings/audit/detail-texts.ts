import { isObject } from '@millrace/contract';
import { type MessageKey, t } from '../../messages/accounts.ts';

type NameOf = (userId: string) => string | undefined;

/** What most events have. */
const known: Readonly<Record<string, MessageKey>> = {
  address: 'audit.detail.address',
  count: 'audit.detail.count',
  email: 'audit.detail.email',
  executionId: 'audit.detail.execution',
  expiresAt: 'audit.detail.expiresAt',
  scopes: 'audit.detail.scopes',
  sessions: 'audit.detail.sessions',
  shares: 'audit.detail.shares',
  to: 'audit.detail.to',
  version: 'audit.detail.version',
  workflowId: 'audit.detail.workflow',
};

const words = (key: string): string => {
  const message = Object.hasOwn(known, key) ? known[key] : undefined;
  return message === undefined ? key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : t(message);
};

const valueText = (value: unknown, nameOf: NameOf): string => {
  if (value === null || value === undefined) return t('audit.none');
  if (Array.isArray(value)) return value.map((one) => valueText(one, nameOf)).join(', ') || t('audit.none');
  if (!isObject(value)) return nameOf(String(value)) ?? String(value);
  if (typeof value.userId === 'string' && typeof value.role === 'string')
    return `${nameOf(value.userId) ?? value.userId} (${value.role})`;
  return detailTexts(value, nameOf).join(', ');
};

/** The details of an event in short words, with people by their names: `shares: Ben Berg (view)`. */
export const detailTexts = (details: Readonly<Record<string, unknown>>, nameOf: NameOf): string[] =>
  Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${words(key)}: ${valueText(value, nameOf)}`);
