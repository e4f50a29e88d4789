import { Link } from '@tanstack/react-router';
import { t } from '../../messages/index.ts';
import classes from './WorkflowHeader.module.css';

const views = [
  { label: 'header.view.editor', to: '/workflow/$id', isAlone: true },
  { label: 'header.view.executions', to: '/workflow/$id/executions', isAlone: false },
] as const;

/** The ways between the views of a stored workflow. */
export const WorkflowViews = ({ id }: { id: string }) => (
  <nav className={classes.views} aria-label={t('header.views')}>
    {views.map(({ label, to, isAlone }) => (
      <Link
        key={to}
        to={to}
        params={{ id }}
        activeOptions={{ exact: isAlone, includeSearch: false }}
        className={classes.view}
      >
        {t(label)}
      </Link>
    ))}
  </nav>
);
