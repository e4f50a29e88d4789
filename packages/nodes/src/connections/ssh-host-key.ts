/** The key by which an SSH server is known, as its credential may name it. */
import { createHash } from 'node:crypto';
import type { ParameterDefinition } from '@millrace/contract/data';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';
import { textOf } from './server.ts';

export const hostKeyField = {
  name: 'hostKeyFingerprint',
  displayName: 'Host key fingerprint',
  type: 'string',
  default: '',
  placeholder: 'SHA256:…',
  description: 'The fingerprint of the key that the server must show. Leave empty to accept any key.',
} as const satisfies ParameterDefinition;

/** As SSH programs write it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Holds a server to its key. */
export const hostKeyOf = (credential: CredentialData) => {
  const given = textOf(credential, hostKeyField.name).trim().replace(/=+$/, '');
  const wanted = given === '' || given.startsWith('SHA256:') ? given : `SHA256:${given}`;
  let wrong: string | undefined;
  return {
    isRight(key: Buffer): boolean {
      const shown = fingerprintOf(key);
      if (wanted !== '' && shown !== wanted) wrong = shown;
      return wrong === undefined;
    },
    /** What to say of the key that was not right, if one was shown. */
    refusal: (): NodeError | undefined =>
      wrong === undefined
        ? undefined
        : new NodeError('The SSH server showed another host key than the credential names', {
            description: `It showed ${wrong}. If its key was changed on purpose, enter this fingerprint. Otherwise someone may be between you and the server.`,
          }),
  };
};
