import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../api/queries.ts';
import { confirm } from '../../dialogs/stack.ts';
import { t } from '../../messages/index.ts';
import { useSession } from '../../workflow/hooks.ts';
import { mayLeave } from './opening.ts';

/** On an instance that runs no workflows itself (`demoMode` false): to where they can be run. */
export const UpgradeButton = () => {
  const session = useSession();
  const { data: settings } = useQuery(settingsQuery);
  if (settings?.demoMode !== false) return null;
  const { paymentUrl } = settings;
  const upgrade = async () => {
    if (paymentUrl === undefined) {
      await confirm({
        title: t('header.upgrade.nowhere'),
        message: t('header.upgrade.nowhere.message'),
        confirm: t('shell.close'),
      });
    } else if (await mayLeave(session)) window.location.assign(paymentUrl);
  };
  return (
    <Button size="sm" h={32} variant="light" onClick={() => void upgrade()}>
      {t('header.upgrade')}
    </Button>
  );
};
