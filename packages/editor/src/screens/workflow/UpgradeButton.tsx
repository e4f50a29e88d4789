import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../api/queries.ts';
import { t } from '../../messages/index.ts';
import { upgrade } from '../../workflow/showcase.ts';

/** On an instance that runs no workflows itself (`demoMode` false): to where they can be run. */
export const UpgradeButton = () => {
  const { data: settings } = useQuery(settingsQuery);
  if (settings?.demoMode !== false) return null;
  return (
    <Button size="sm" h={32} variant="light" onClick={upgrade}>
      {t('header.upgrade')}
    </Button>
  );
};
