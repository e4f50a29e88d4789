import type { CredentialDefinition } from '@millrace/engine/node-api';

type Load = (name: string) => Promise<CredentialDefinition | undefined>;
/**
 * A credential type with all that it takes over from the types that it extends; of several, the first that has it. Its `extends` names all of them,
 * near and far.
 *
 * @throws Error where a type that it extends is not there, or extends it
 */
export declare const inheritCredentialType: (
  name: string,
  load: Load,
  heirs?: readonly string[],
) => Promise<CredentialDefinition | undefined>;
