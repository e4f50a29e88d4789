import { Skeleton } from '@mantine/core';
import type { TemplateListing } from '@millrace/contract';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { t } from '../messages/templates.ts';
import { abbreviate } from '../ui/abbreviate.ts';
import { timeAgo } from '../ui/time-ago.ts';
import { NodeIcons } from './NodeIcons.tsx';
import type { Pictures } from './pictures.ts';
import { plainText } from './plain-text.ts';
import classes from './templates.module.css';
import { UseButton } from './UseButton.tsx';

/** A template in a list: leads to its page, and in a collection also into the editor. */
export const TemplateCard = memo(
  ({ template, pictures, isUsed = false }: { template: TemplateListing; pictures: Pictures; isUsed?: boolean }) => {
    const { id, name, description = '', nodes, totalViews = 0, createdAt, user } = template;
    const facts = [
      user?.username,
      timeAgo(createdAt),
      ...(totalViews > 0 ? [t('templates.views', { count: totalViews, views: abbreviate(totalViews) })] : []),
    ].filter(Boolean);
    return (
      <li className={classes.card}>
        <NodeIcons nodes={nodes} pictures={pictures} size={24} />
        <h3 className={classes.cardName}>
          <Link to="/templates/$id" params={{ id: String(id) }} className={classes.cardLink}>
            {name}
          </Link>
        </h3>
        <p className={classes.cardText}>{plainText(description)}</p>
        <div className={classes.cardEnd}>
          <span className={classes.facts}>{facts.join(' · ')}</span>
          {isUsed && (
            <UseButton id={id} variant="default" size="compact-sm" aria-label={t('templates.use.named', { name })}>
              {t('templates.use')}
            </UseButton>
          )}
        </div>
      </li>
    );
  },
);

/** As large as a card. */
export const CardSkeletons = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <li key={place} className={classes.card} aria-hidden="true">
      <Skeleton height={24} width={84} />
      <Skeleton height={14} width="80%" mt={14} />
      <Skeleton height={11} mt={12} />
      <Skeleton height={11} mt={6} />
      <Skeleton height={11} width="60%" mt={6} />
    </li>
  ));
