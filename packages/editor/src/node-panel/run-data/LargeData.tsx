import { Button } from '@mantine/core';
import { t } from '../../messages/panel.ts';
import { EmptyState } from './EmptyState.tsx';

/**
 * Asks before much data is shown.
 * @param size characters of JSON, where that is known
 */
export const LargeData = ({ size, onShow }: { size: number | undefined; onShow: () => void }) => (
  <EmptyState
    title={t('panel.data.large.title')}
    message={
      size === undefined
        ? t('panel.data.large.unknown')
        : t('panel.data.large.message', { size: Math.round(size / 1024).toLocaleString('en') })
    }
  >
    <Button size="xs" variant="default" onClick={onShow}>
      {t('panel.data.large.show')}
    </Button>
  </EmptyState>
);
