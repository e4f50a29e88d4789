import type { TemplateNode } from '@millrace/contract';
import type { NodeTypes } from '../api/node-types.ts';
import { t } from '../messages/templates.ts';
import { shownNodes } from './shown-nodes.ts';
import { TemplateNodeIcon } from './TemplateNodeIcon.tsx';
import classes from './templates.module.css';

/** The nodes of a template or a collection, in a row as long as a card has room for. */
export const NodeIcons = ({
  nodes,
  types,
  size,
}: {
  nodes: readonly TemplateNode[];
  types: NodeTypes;
  size: 18 | 24;
}) => {
  const { shown, rest } = shownNodes(nodes);
  const names = rest.map(({ displayName }) => displayName).join(', ');
  return (
    <span className={classes.icons} style={{ height: size }}>
      {shown.map((node) => (
        <span key={node.name} title={node.displayName} className={classes.icon}>
          <TemplateNodeIcon node={node} types={types} size={size} />
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
