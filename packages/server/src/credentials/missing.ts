import { type CredentialUse, NodeError } from '@millrace/engine/node-api';

/** What a node is told that names a credential which cannot be found. */
export const notSet = (type: string): NodeError =>
  new NodeError(`Credentials for "${type}" are not set.`, { description: 'Choose one in the node.' });

export const notThere = ({ type, name }: Pick<CredentialUse, 'type' | 'name'>): NodeError => {
  if (name === undefined)
    return new NodeError(`The credentials for "${type}" do not exist any more.`, {
      description: 'Choose others in the node.',
    });
  return new NodeError(`Credentials with name "${name}" do not exist for "${type}".`, {
    description: 'Create credentials with exactly this name, or choose others in the node.',
  });
};

export const ambiguous = ({ type, name }: Pick<CredentialUse, 'type' | 'name'>): NodeError =>
  new NodeError(`Credentials with name "${name}" exist for "${type}"`, {
    description: 'Credentials are not clearly identified. Please select the correct credentials.',
  });
