import { packageOfType, type WorkflowNode } from '@millrace/contract';
import { Link } from '@tanstack/react-router';
import { t } from '../messages/panel.ts';
import { maySee } from '../routes/access.ts';
import { useStanding } from '../start/use-standing.ts';
import { LazyCodeEditor } from './expression/LazyCodeEditor.tsx';
import classes from './UnknownNode.module.css';

/** What there is to say of a node whose type is not here, with what it is set to. */
export const UnknownNode = ({ node: { type, typeVersion = 1, parameters = {} } }: { node: WorkflowNode }) => {
  const missing = packageOfType(type);
  const standing = useStanding();
  return (
    <div className={classes.unknown}>
      <div className={classes.about} role="note">
        <h2>{t('panel.unknown.title')}</h2>
        <p>{t('panel.unknown.message', { type, version: typeVersion })}</p>
        {missing !== undefined && (
          <p>
            {t('panel.unknown.package', { name: missing })}{' '}
            {maySee('CommunityNodes', standing) && (
              <Link to="/settings/community-nodes">{t('panel.unknown.packages')}</Link>
            )}
          </p>
        )}
      </div>
      {Object.keys(parameters).length > 0 && (
        <section className={classes.parameters}>
          <h3>{t('panel.unknown.parameters')}</h3>
          <LazyCodeEditor
            className={classes.text}
            label={t('panel.unknown.parameters')}
            language="json"
            value={JSON.stringify(parameters, null, 2)}
            readOnly
            onChange={() => {}}
          />
        </section>
      )}
    </div>
  );
};
