import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { nodeTypesQuery } from '../api/node-types.ts';
import { NodeIcon } from '../canvas/NodeIcon.tsx';
import { t } from '../messages/help.ts';
import { Message } from '../ui/Message.tsx';
import { rankText } from '../ui/rank-text.ts';
import classes from './help.module.css';
import { latestOf } from './searched-sections.ts';

/** All nodes of the instance by their names, each with its page. */
export const NodesPage = () => {
  const { data } = useQuery(nodeTypesQuery);
  const [query, setQuery] = useState('');
  const found = latestOf(data?.list ?? [])
    .filter(
      ({ displayName, description, aliases }) =>
        rankText(`${displayName} ${description} ${aliases.join(' ')}`, query) < Number.POSITIVE_INFINITY,
    )
    .sort((a, b) => a.displayName.localeCompare(b.displayName));
  return (
    <>
      <h1 className={classes.title}>{t('help.nodes')}</h1>
      <p>{t('help.nodes.text')}</p>
      <TextInput
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        placeholder={t('help.nodes.filter')}
        aria-label={t('help.nodes.filter')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {data && found.length === 0 && <Message title={t('help.nodes.nothing', { query })} />}
      <ul className={classes.nodes}>
        {found.map((type) => (
          <li key={type.name}>
            <Link to="/help/$" params={{ _splat: `nodes/${type.name}` }}>
              <NodeIcon type={type} size={24} />
              <span>
                <strong>{type.displayName}</strong>
                <span>{type.description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
};
