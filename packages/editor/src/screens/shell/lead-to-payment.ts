import { queryClient, settingsQuery } from '../../api/queries.ts';
import { confirm } from '../../dialogs/stack.ts';
import { t } from '../../messages/index.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { mayLeave } from '../workflow/opening.ts';

/** To where workflows can be run, in this tab, after the question for what is not saved. Says so where they can be run nowhere. */
export const leadToPayment = async (session: WorkflowSession | null): Promise<void> => {
  const { paymentUrl } = await queryClient.ensureQueryData(settingsQuery);
  if (paymentUrl === undefined) {
    await confirm({
      title: t('header.upgrade.nowhere'),
      message: t('header.upgrade.nowhere.message'),
      confirm: t('shell.close'),
      cancel: null,
    });
    return;
  }
  if (!session || (await mayLeave(session))) window.location.assign(paymentUrl);
};
