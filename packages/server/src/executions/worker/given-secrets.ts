import type { CredentialData, CredentialUse, HostServices } from '@millrace/engine/node-api';
import type { Mask } from '../../credentials/mask.ts';
import type { NodeCredential } from '../../credentials/types.ts';

/**
 * The credentials that code of nodes is given, and a mask for what comes of it: errors of clients for mail, files or databases repeat what they were
 * called with, and what the other side has answered.
 */
export const createGivenSecrets = (
  ask: (use: CredentialUse) => Promise<NodeCredential>,
): Required<Pick<HostServices, 'credential' | 'mask'>> => {
  const secrets = new Set<string>();
  let mask: Mask | undefined;
  return {
    async credential(use): Promise<CredentialData> {
      const given = await ask(use);
      const fresh = given.secrets.filter((secret) => !secrets.has(secret));
      if (fresh.length > 0) {
        for (const secret of fresh) secrets.add(secret);
        const { createMask } = await import('../../credentials/mask.ts');
        mask = createMask(secrets);
      }
      return given.data;
    },
    mask: (text) => mask?.text(text) ?? text,
  };
};
