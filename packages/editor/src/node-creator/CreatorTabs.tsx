import { t } from '../messages/node-creator.ts';
import type { CreatorTab } from './categories.ts';
import styles from './creator.module.css';

const tabs = ['all', 'regular', 'trigger'] as const;

export const CreatorTabs = ({ tab, onChoose }: { tab: CreatorTab; onChoose: (tab: CreatorTab) => void }) => (
  <div className={styles.tabs} role="tablist">
    {tabs.map((name) => (
      <button
        key={name}
        type="button"
        role="tab"
        aria-selected={name === tab}
        className={styles.tab}
        onClick={() => onChoose(name)}
      >
        {t(`nodeCreator.tab.${name}`)}
      </button>
    ))}
  </div>
);
