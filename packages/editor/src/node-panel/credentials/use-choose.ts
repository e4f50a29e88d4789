import type { Credential } from '@millrace/contract';
import { credentialReference, findCredential } from '@millrace/engine';
import type { CredentialsAtHand } from '../../api/credentials.ts';
import { t } from '../../messages/credentials.ts';
import { showSuccess } from '../../ui/toasts.ts';
import { nodesThatHold, setCredential, setCredentials } from '../../workflow/commands/credentials.ts';
import { useSession } from '../../workflow/hooks.ts';
import { useOpenedNode, usePanel } from '../panel-context.ts';

/**
 * Stores which credential of a type the open node has. One that takes the place of one that is not there, or not clearly meant, does so in all nodes that
 * hold the same: as one step of the history, and with a message.
 */
export const useChooseCredential = (type: string, atHand: CredentialsAtHand | undefined) => {
  const session = useSession();
  const { key } = usePanel();
  const { node } = useOpenedNode();
  return (chosen: Pick<Credential, 'id' | 'name'> | undefined): void => {
    const held = node.credentials && Object.hasOwn(node.credentials, type) ? node.credentials[type] : undefined;
    const isInvalid = held !== undefined && atHand && !findCredential(held, atHand.ofType(type));
    if (!chosen || !isInvalid) {
      session.dispatch('history.setCredential', setCredential(key, type, chosen));
      return;
    }
    const keys = nodesThatHold(session.state().document, type, held);
    session.dispatch('history.setCredential', setCredentials(keys, type, chosen));
    const others = keys.filter((one) => one !== key).length;
    if (others === 0) return;
    const { name: from } = credentialReference(held);
    showSuccess(t('credential.choice.replaced'), {
      message: t('credential.choice.replaced.message', { count: others, from, to: chosen.name }),
    });
  };
};
