import type { Credential, CredentialUses } from '@millrace/contract';
import { client } from '../api/client.ts';
import { refreshCredentials } from '../api/credentials.ts';
import { describeError } from '../api/errors.ts';
import { confirm } from '../dialogs/stack.ts';
import { t } from '../messages/credentials.ts';
import { showError, showSuccess } from '../ui/toasts.ts';

const namesShown = 5;

/** Which workflows will fail, in a sentence. */
export const deleteQuestion = (name: string, uses: CredentialUses | undefined): string => {
  if (!uses) return t('credential.delete.unknown', { name });
  const { workflows, others } = uses;
  const count = workflows.length + others;
  if (count === 0) return t('credential.delete.unused', { name });
  const shown = workflows
    .toSorted((a, b) => Number(b.active) - Number(a.active))
    .slice(0, namesShown)
    .map((workflow) => {
      const quoted = `“${workflow.name}”`;
      return workflow.active ? t('credential.delete.active', { name: quoted }) : quoted;
    });
  const more = workflows.length - shown.length;
  if (more > 0) shown.push(t('credential.delete.more', { count: more }));
  if (others > 0) shown.push(t('credential.delete.others', { count: others }));
  return t('credential.delete.used', { name, count, names: shown.join(', ') });
};

/** Asks, names the workflows that use it, and deletes it. @returns whether it is gone */
export const deleteCredential = async ({ id, name }: Pick<Credential, 'id' | 'name'>): Promise<boolean> => {
  const params = { id };
  const uses = await client.credentials.uses({ params }).catch(() => undefined);
  const isSure = await confirm({
    title: t('credential.delete.title'),
    message: deleteQuestion(name, uses),
    confirm: t('credential.delete.confirm'),
    danger: true,
  });
  if (!isSure) return false;
  try {
    await client.credentials.remove({ params });
  } catch (error) {
    showError(t('credential.delete.failed'), describeError(error));
    return false;
  }
  showSuccess(t('credential.deleted'), { message: t('credential.deleted.message', { name }) });
  void refreshCredentials();
  return true;
};
