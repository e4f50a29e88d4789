import type { CredentialTypeDescription } from '@millrace/contract';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { apiBase } from '../api/client.ts';
import { useNodeTypes } from '../api/node-types.ts';
import classes from './CredentialIcon.module.css';

/** The picture of a credential type: its own, that of the node that it names or that uses it alone, else a key. */
export const CredentialIcon = ({ type, size = 20 }: { type: CredentialTypeDescription | undefined; size?: number }) => {
  const [failed, setFailed] = useState<string>();
  const types = useNodeTypes();
  const address = type && addressOf(type, (name) => types.find(name, Number.POSITIVE_INFINITY)?.icon);
  if (address === undefined || address === failed) {
    return (
      <span className={classes.key} style={{ width: size, height: size }} aria-hidden="true">
        <IconKey size={size * 0.72} stroke={1.7} />
      </span>
    );
  }
  return (
    <img
      className={classes.icon}
      src={`${apiBase}${address}`}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setFailed(address)}
    />
  );
};

const ofNode = (name: string): string => `/node-icon/${name.split('/').map(encodeURIComponent).join('/')}`;

/** Nodes that may use any credential say nothing of what it is for. */
const ofAnyService = new Set(['core.httpRequest']);

const addressOf = (
  { name, icon, supportedNodes }: CredentialTypeDescription,
  nodeIcon: (type: string) => string | undefined,
): string | undefined => {
  if (icon?.startsWith('node:')) return ofNode(icon.slice('node:'.length));
  if (icon?.startsWith('file:')) return `/credential-icon/${encodeURIComponent(name)}`;
  const users = supportedNodes.filter((node) => !ofAnyService.has(node) && nodeIcon(node)?.startsWith('file:'));
  const app = (node: string) => node.replace(/Trigger$/, '');
  const [first] = users;
  return first !== undefined && users.every((node) => app(node) === app(first)) ? ofNode(first) : undefined;
};
