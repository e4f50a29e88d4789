import type { TemplateNode } from '@millrace/contract';
import { t } from '../messages/templates.ts';
import type { Pictures } from './pictures.ts';
import { shownNodes } from './shown-nodes.ts';
import { TemplateNodeIcon } from './TemplateNodeIcon.tsx';
import classes from './templates.module.css';

/** The nodes of a template or a collection, in a row as long as a card has room for. */
export const NodeIcons = ({
  nodes,
  pictures,
  size,
}: {
  nodes: readonly TemplateNode[];
  pictures: Pictures;
  size: 18 | 24;
}) => {
  const { shown, rest } = shownNodes(nodes);
  const names = rest.map(({ displayName }) => displayName).join(', ');
  return (
    <span className={classes.icons} style={{ height: size }}>
      {shown.map((node) => (
        <span key={node.name} title={node.displayName} className={classes.icon}>
          <TemplateNodeIcon node={node} pictures={pictures} size={size} />
        </span>
      ))}
      {rest.length > 0 && (
        <span className={classes.rest} title={t('templates.nodes.rest', { count: rest.length, names })}>
          +{rest.length}
        </span>
      )}
    </span>
  );
};
