import { t } from '../messages/node-creator.ts';
import styles from './creator.module.css';

const rows = [62, 48, 70, 55, 66, 44];

export const LoadingRows = () => (
  <div className={styles.loading} role="status" aria-label={t('nodeCreator.loading')}>
    {rows.map((width) => (
      <div key={width} className={styles.loadingRow}>
        <span />
        <span style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);

export const LoadFailure = ({ onRetry }: { onRetry: () => void }) => (
  <div className={styles.nothing} role="alert">
    <p className={styles.title}>{t('nodeCreator.loadFailed')}</p>
    <p className={styles.description}>{t('nodeCreator.loadFailed.hint')}</p>
    <button type="button" className={styles.link} onClick={onRetry}>
      {t('shell.retry')}
    </button>
  </div>
);
