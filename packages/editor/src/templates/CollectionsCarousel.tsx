import { Skeleton } from '@mantine/core';
import type { TemplateCollectionListing } from '@millrace/contract';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { t } from '../messages/templates.ts';
import { NodeIcons } from './NodeIcons.tsx';
import type { Pictures } from './pictures.ts';
import classes from './templates.module.css';
import { useCarousel } from './use-carousel.ts';

/** Cards that are seen at once where there is room. */
const slides = 4;

/** Collections in a row that is moved through. */
export const CollectionsCarousel = ({
  collections,
  pictures,
}: {
  /** Undefined: they are on the way. */
  collections: readonly TemplateCollectionListing[] | undefined;
  pictures: Pictures;
}) => {
  const row = useRef<HTMLUListElement>(null);
  const { back, on, move } = useCarousel(row, collections?.length ?? 0);
  if (collections?.length === 0) return null;
  return (
    <section className={classes.collections} aria-label={t('templates.collections')} aria-busy={!collections}>
      <h2 className={classes.heading}>{t('templates.collections')}</h2>
      <div className={classes.carousel}>
        <ul ref={row} className={classes.slides}>
          {collections
            ? collections.map((collection) => (
                <CollectionCard key={collection.id} {...collection} pictures={pictures} />
              ))
            : Array.from({ length: slides }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                <li key={place} className={classes.slide} aria-hidden="true">
                  <Skeleton height={14} width="70%" />
                  <Skeleton height={18} width={66} mt="auto" />
                </li>
              ))}
        </ul>
        {back && (
          <button
            type="button"
            className={classes.arrow}
            data-side="back"
            aria-label={t('templates.collections.back')}
            onClick={() => move(-1)}
          >
            <IconChevronLeft size={18} aria-hidden="true" />
          </button>
        )}
        {on && (
          <button
            type="button"
            className={classes.arrow}
            data-side="on"
            aria-label={t('templates.collections.on')}
            onClick={() => move(1)}
          >
            <IconChevronRight size={18} aria-hidden="true" />
          </button>
        )}
      </div>
    </section>
  );
};

const CollectionCard = ({
  id,
  name,
  workflows,
  nodes,
  pictures,
}: TemplateCollectionListing & { pictures: Pictures }) => (
  <li className={classes.slide}>
    <h3 className={classes.slideName}>
      <Link to="/collections/$id" params={{ id: String(id) }} className={classes.cardLink}>
        {name}
      </Link>
    </h3>
    <div className={classes.slideEnd}>
      <NodeIcons nodes={nodes} pictures={pictures} size={18} />
      <span className={classes.facts}>{t('templates.collection.size', { count: workflows.length })}</span>
    </div>
  </li>
);
