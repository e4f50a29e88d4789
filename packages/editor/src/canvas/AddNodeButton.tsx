import { Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { t } from '../messages/index.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import styles from './controls.module.css';

/** At the upper right; on an empty canvas also in its middle, with words. */
export const AddNodeButton = () => {
  const { panel } = useSession();
  const isEmpty = useWorkflow((state) => Object.keys(state.document.nodes).length === 0);
  return (
    <>
      <Tooltip label={`${t('canvas.addNode')}  (Tab)`} position="left">
        <button
          type="button"
          className={styles.add}
          aria-label={t('canvas.addNode')}
          onClick={() => panel.openCreator({})}
        >
          <IconPlus size={20} stroke={1.9} />
        </button>
      </Tooltip>
      {isEmpty && (
        <button type="button" className={styles.firstStep} onClick={() => panel.openCreator({ kind: 'trigger' })}>
          <IconPlus size={22} stroke={1.7} aria-hidden="true" />
          <strong>{t('canvas.empty.title')}</strong>
          <span>{t('canvas.empty.message')}</span>
        </button>
      )}
    </>
  );
};
