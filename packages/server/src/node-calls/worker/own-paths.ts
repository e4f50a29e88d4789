import type { NodeContext, WebhookSpec } from '@millrace/engine/node-api';

type Owner = Pick<NodeContext, 'node' | 'workflow'>;

const isParameter = (segment: string): boolean => segment.startsWith(':');

/** What only this node listens below: its webhook id; without one its workflow and name, as the public format has it. */
const placeOf = ({ node, workflow }: Owner): string => {
  const { webhookId } = node;
  if (webhookId && !isParameter(webhookId) && !webhookId.includes('/')) return webhookId;
  const name = node.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-') || '-';
  return workflow.id ? `${workflow.id}/${name}` : name;
};

/**
 * A path with parameters lies below a place of its own, whatever the node asks for: `:x` alone would take the calls of every
 * path of others that nobody listens on at the moment.
 */
export const withOwnPaths = (specs: WebhookSpec[], owner: Owner): WebhookSpec[] =>
  specs.map((spec) => {
    const path = spec.path.replace(/^\/+/, '');
    if (!path.split('/').some(isParameter)) return spec;
    const place = `${placeOf(owner)}/`;
    return path.startsWith(place) ? spec : { ...spec, path: place + path };
  });
