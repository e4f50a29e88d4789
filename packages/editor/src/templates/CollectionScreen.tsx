import { Skeleton } from '@mantine/core';
import type { TemplateCollection } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { t } from '../messages/templates.ts';
import { Markdown } from '../ui/Markdown.tsx';
import { useTitle } from '../ui/use-title.ts';
import { GoBack } from './GoBack.tsx';
import { NodeLinks } from './NodeLinks.tsx';
import { NotThere } from './NotThere.tsx';
import { type Pictures, usePictures } from './pictures.ts';
import { collectionQuery } from './queries.ts';
import { CardSkeletons, TemplateCard } from './TemplateCard.tsx';
import classes from './templates.module.css';

/** A collection of templates. */
export const CollectionScreen = ({ id }: { id: string }) => {
  const { data: collection, error, refetch } = useQuery(collectionQuery(id));
  const pictures = usePictures();
  useTitle(`${collection?.name ?? t('templates.title')} · ${t('shell.product')}`);
  if (error)
    return (
      <NotThere
        title={t('templates.collection.notFound')}
        hint={t('templates.collection.notFound.hint')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className={classes.page} aria-busy={!collection}>
      <GoBack />
      {collection ? (
        <>
          <h1 className={classes.title}>{collection.name}</h1>
          <Content {...collection} pictures={pictures} />
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
};

const Content = ({ description, workflows, nodes, pictures }: TemplateCollection & { pictures: Pictures }) => (
  <div className={classes.article}>
    <div className={classes.main}>
      {description && <Markdown content={description} className={classes.prose} />}
      {workflows.length === 0 && <p className={classes.end}>{t('templates.collection.empty')}</p>}
      <ul className={classes.cards}>
        {workflows.map((template) => (
          <TemplateCard key={template.id} template={template} pictures={pictures} isUsed />
        ))}
      </ul>
    </div>
    <aside className={classes.details}>
      <h2 className={classes.detailsTitle}>{t('templates.collection.features')}</h2>
      <NodeLinks nodes={nodes} pictures={pictures} />
    </aside>
  </div>
);

const Loading = () => (
  <>
    <Skeleton height={24} width={320} />
    <div className={classes.article}>
      <div className={classes.main}>
        <Skeleton height={12} />
        <Skeleton height={12} width="70%" mt={8} mb={24} />
        <ul className={classes.cards}>
          <CardSkeletons count={4} />
        </ul>
      </div>
      <aside className={classes.details}>
        <Skeleton height={160} />
      </aside>
    </div>
  </>
);
