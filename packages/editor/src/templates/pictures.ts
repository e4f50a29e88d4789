import type { TemplateNode } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nodeTypesQuery } from '../api/node-types.ts';
import { settingsQuery } from '../api/queries.ts';
import type { PicturedType } from '../canvas/NodeIcon.tsx';
import { isOwnHost } from './host-name.ts';

/** What the picture of a node is drawn of; `image`: what the host sends. Undefined: it is not known yet. */
export type Pictures = (node: TemplateNode) => { type: PicturedType; image?: string } | undefined;

const ownImage = /^data:image\//i;

const asSent = ({ name, displayName, icon = '', defaults }: TemplateNode): PicturedType => ({
  name,
  displayName,
  icon,
  defaults: { name: displayName, ...defaults },
});

/**
 * Pictures of the nodes of templates. The own host says which picture of this instance a node has. Of what another sends the types are looked up: that
 * of this instance where it has the type, else what the host sends, else a letter.
 */
export const usePictures = (): Pictures => {
  const { data: settings } = useQuery(settingsQuery);
  const isOwn = settings !== undefined && isOwnHost(settings.templates.host);
  const { data: types } = useQuery({ ...nodeTypesQuery, enabled: settings !== undefined && !isOwn });
  return useMemo((): Pictures => {
    if (isOwn) return (node) => ({ type: asSent(node) });
    // Until the types are there a letter would stand for a moment in place of every picture.
    if (!types) return () => undefined;
    return (node) => {
      const type = types.find(node.name, Number.POSITIVE_INFINITY);
      if (type) return { type };
      const image = node.iconData?.fileBuffer;
      return { type: asSent({ ...node, icon: '' }), ...(image && ownImage.test(image) && { image }) };
    };
  }, [isOwn, types]);
};
