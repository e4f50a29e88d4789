import type { NodeTypeDescription } from '@millrace/contract';
import { IconQuestionMark } from '@tabler/icons-react';
import { useState } from 'react';
import { apiBase } from '../api/client.ts';
import styles from './node-icon.module.css';

/** What a picture is drawn of. */
export type PicturedType = Pick<NodeTypeDescription, 'name' | 'displayName' | 'icon' | 'defaults'>;

/** The picture of a node type; where it has none, the first letter of its name; a question mark for unknown types. */
export const NodeIcon = ({ type, size = 26 }: { type: PicturedType | undefined; size?: number }) => {
  const [failed, setFailed] = useState(false);
  if (!type) {
    return (
      <span className={styles.letter} style={{ width: size, height: size }} aria-hidden="true">
        <IconQuestionMark size={size * 0.7} stroke={1.8} />
      </span>
    );
  }
  if (failed || !type.icon.startsWith('file:')) {
    return (
      <span
        className={styles.letter}
        style={{ width: size, height: size, fontSize: size * 0.5, color: type.defaults.color }}
        aria-hidden="true"
      >
        {type.displayName.slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return (
    <img
      className={styles.icon}
      src={iconAddress(type.name)}
      width={size}
      height={size}
      alt=""
      draggable={false}
      onError={() => setFailed(true)}
    />
  );
};

/** A type of a scoped package has a slash in its name, which stays one. */
const iconAddress = (name: string): string =>
  `${apiBase}/node-icon/${name.split('/').map(encodeURIComponent).join('/')}`;
