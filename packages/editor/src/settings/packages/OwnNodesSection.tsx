import type { OwnNodes } from '@millrace/contract';
import { t } from '../../messages/packages.ts';
import classes from './PackagesScreen.module.css';

/** The nodes of the folder that whoever operates the instance writes. */
export const OwnNodesSection = ({ ownNodes }: { ownNodes: OwnNodes }) => (
  <section className={classes.own}>
    <h2 className={classes.subtitle}>{t('packages.own.title')}</h2>
    <p className={classes.intro}>{t('packages.own.folder', { folder: ownNodes.folder })}</p>
    {ownNodes.nodes.length > 0 ? (
      <ul className={classes.ownList}>
        {ownNodes.nodes.map(({ name, displayName }) => (
          <li key={name}>
            {displayName} <span className={classes.typeName}>{name}</span>
          </li>
        ))}
      </ul>
    ) : (
      <p>{t('packages.own.none')}</p>
    )}
    {ownNodes.problem !== undefined && (
      <div role="alert">
        <p className={classes.problem}>{t('packages.own.problem')}</p>
        <pre className={classes.problemText}>{ownNodes.problem}</pre>
      </div>
    )}
  </section>
);
