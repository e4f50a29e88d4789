import type { TemplateNode } from '@millrace/contract';
import type { NodeTypes } from '../api/node-types.ts';
import { NodeIcon } from '../canvas/NodeIcon.tsx';

const ownImage = /^data:image\//i;

/** The picture of a node type: that of this instance where it has the type, else what the host of the template sends, else a letter. */
export const TemplateNodeIcon = ({ node, types, size }: { node: TemplateNode; types: NodeTypes; size: 18 | 24 }) => {
  const known = types.find(node.name, Number.POSITIVE_INFINITY);
  if (known) return <NodeIcon type={known} size={size} />;
  // Until the types are there a letter would stand for a moment in place of every picture.
  if (!types.loaded) return <span style={{ width: size, height: size }} aria-hidden="true" />;
  const { name, displayName, defaults, iconData } = node;
  if (iconData?.fileBuffer && ownImage.test(iconData.fileBuffer))
    return <img src={iconData.fileBuffer} width={size} height={size} alt="" draggable={false} />;
  return <NodeIcon type={{ name, displayName, icon: '', defaults: { name: displayName, ...defaults } }} size={size} />;
};
