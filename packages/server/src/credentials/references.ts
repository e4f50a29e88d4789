import type { WorkflowNode } from '@millrace/contract';
import type { CredentialRow } from './store/credential-store.ts';

/** How a node names a credential. */
export interface CredentialReference {
  id?: string;
  name: string;
}

export const readReference = (
  credentials: WorkflowNode['credentials'],
  type: string,
): CredentialReference | undefined => {
  const reference = credentials && Object.hasOwn(credentials, type) ? credentials[type] : undefined;
  if (reference === undefined || typeof reference !== 'string')
    return reference && { id: reference.id ?? undefined, name: reference.name };
  return { name: reference };
};

/** Whether the credentials of a node name this one: by its id, or by its name alone. */
export const isReferenceTo = (
  credentials: WorkflowNode['credentials'],
  { id, type, name }: Pick<CredentialRow, 'id' | 'type' | 'name'>,
): boolean => {
  const reference = readReference(credentials, type);
  return (
    reference !== undefined && (reference.id === undefined ? reference.name === name : reference.id === String(id))
  );
};
