import type { TemplateNode } from '@millrace/contract';
import { Link } from '@tanstack/react-router';
import { t } from '../messages/templates.ts';
import type { Pictures } from './pictures.ts';
import { searchFor } from './search-address.ts';
import { TemplateNodeIcon } from './TemplateNodeIcon.tsx';
import classes from './templates.module.css';

/** The nodes of a template or a collection; each leads to the templates that have it. */
export const NodeLinks = ({ nodes, pictures }: { nodes: readonly TemplateNode[]; pictures: Pictures }) => (
  <ul className={classes.nodeLinks}>
    {nodes.map((node) => (
      <li key={node.name}>
        <Link
          to="/templates"
          search={searchFor(node.displayName)}
          className={classes.nodeLink}
          title={t('templates.node.search', { name: node.displayName })}
        >
          <TemplateNodeIcon node={node} pictures={pictures} size={24} />
          <span>{node.displayName}</span>
        </Link>
      </li>
    ))}
  </ul>
);
