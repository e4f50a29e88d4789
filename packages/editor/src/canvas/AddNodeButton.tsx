import { Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { t } from '../messages/index.ts';
import { useSession } from '../workflow/hooks.ts';
import styles from './controls.module.css';

/** At the upper right. */
export const AddNodeButton = () => {
  const { panel } = useSession();
  return (
    <Tooltip label={`${t('canvas.addNode')}  (Tab)`} position="left">
      <button
        type="button"
        className={styles.add}
        data-tour="add"
        aria-label={t('canvas.addNode')}
        onClick={() => panel.openCreator({})}
      >
        <IconPlus size={20} stroke={1.9} />
      </button>
    </Tooltip>
  );
};
