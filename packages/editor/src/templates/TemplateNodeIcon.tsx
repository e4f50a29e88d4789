import type { TemplateNode } from '@millrace/contract';
import { NodeIcon } from '../canvas/NodeIcon.tsx';
import type { Pictures } from './pictures.ts';

/** The picture of a type of node. */
export const TemplateNodeIcon = ({
  node,
  pictures,
  size,
}: {
  node: TemplateNode;
  pictures: Pictures;
  size: 18 | 24;
}) => {
  const picture = pictures(node);
  if (!picture) return <span style={{ width: size, height: size }} aria-hidden="true" />;
  const { type, image } = picture;
  if (image) return <img src={image} width={size} height={size} alt="" draggable={false} />;
  return <NodeIcon type={type} size={size} />;
};
