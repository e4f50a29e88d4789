import type { NodeTypeDescription } from '@millrace/contract';
import { NodeIcon } from '../canvas/NodeIcon.tsx';
import { t } from '../messages/node-creator.ts';
import styles from './creator.module.css';

interface NoResultsProps {
  query: string;
  types: readonly NodeTypeDescription[];
  onChoose: (type: NodeTypeDescription) => void;
  /** The present tab leaves some types out. */
  isElsewhere: boolean;
  onShowAll: () => void;
}

/** The two nodes that reach any service, for when there is none made for it. */
const generic = ['core.httpRequest', 'core.webhook'];

export const NoResults = ({ query, types, onChoose, isElsewhere, onShowAll }: NoResultsProps) => {
  const offered = types.filter(({ name }) => generic.includes(name));
  return (
    <div className={styles.nothing}>
      <p className={styles.title}>{query ? t('nodeCreator.nothing', { query }) : t('nodeCreator.nothingFits')}</p>
      {isElsewhere && (
        <button type="button" className={styles.link} onClick={onShowAll}>
          {t('nodeCreator.searchAll')}
        </button>
      )}
      {offered.length > 0 && (
        <>
          <p className={styles.description}>{t('nodeCreator.nothing.hint')}</p>
          {offered.map((type) => (
            <button key={type.name} type="button" className={styles.offer} onClick={() => onChoose(type)}>
              <NodeIcon type={type} size={20} />
              {type.displayName}
            </button>
          ))}
        </>
      )}
    </div>
  );
};
