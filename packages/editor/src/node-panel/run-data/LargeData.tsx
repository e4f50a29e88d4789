import { Button } from '@mantine/core';
import { language } from '../../messages/language.ts';
import { t } from '../../messages/panel.ts';
import { EmptyState } from './EmptyState.tsx';

interface LargeDataProps {
  size: number | undefined;
  isPaged?: boolean;
  onShow: () => void;
}

/**
 * Asks before much data is shown.
 * @param size characters of JSON, where that is known
 * @param isPaged it lies on the server, and only what is on screen will be read
 */
export const LargeData = ({ size, isPaged = false, onShow }: LargeDataProps) => (
  <EmptyState
    title={t('panel.data.large.title')}
    message={
      size === undefined
        ? t('panel.data.large.unknown')
        : t(isPaged ? 'panel.data.large.paged' : 'panel.data.large.message', {
            size: Math.round(size / 1024).toLocaleString(language),
          })
    }
  >
    <Button size="xs" variant="default" onClick={onShow}>
      {t('panel.data.large.show')}
    </Button>
  </EmptyState>
);
