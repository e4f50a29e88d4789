import type { Json } from '@millrace/contract/data';

/** Values of a credential's fields, by name. */
export type CredentialData = Readonly<Record<string, Json | undefined>>;
