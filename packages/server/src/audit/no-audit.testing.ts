import type { Audit } from './audit.ts';

export const noAudit: Pick<Audit, 'record'> = { record: async () => {} };
