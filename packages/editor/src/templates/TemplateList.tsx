import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '../messages/templates.ts';
import { showError } from '../ui/toasts.ts';
import { ListEnd } from './ListEnd.tsx';
import type { Pictures } from './pictures.ts';
import { type TemplatesFilter, templatesAtOnce, workflowsQuery } from './queries.ts';
import { CardSkeletons, TemplateCard } from './TemplateCard.tsx';
import classes from './templates.module.css';
import { useMore } from './use-more.ts';

/** The templates that a search finds, and how many they are. More come when the end of them is near. */
export const TemplateList = ({
  query,
  pictures,
  onReset,
}: {
  query: ReturnType<typeof useTemplateResults>;
  pictures: Pictures;
  onReset: () => void;
}) => {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const total = data?.pages.at(-1)?.totalWorkflows ?? 0;
  const loaded = data?.pages.reduce((sum, { workflows }) => sum + workflows.length, 0) ?? 0;
  const more = async () => {
    const { isFetchNextPageError: hasFailed } = await fetchNextPage();
    if (hasFailed)
      showError(t('templates.more.failed'), { message: t('templates.more.failed.message'), sticky: false });
  };
  useMore(end, hasNextPage && !isFetchingNextPage && !isFetchNextPageError, () => void more());
  const hasFailed = isError && loaded === 0;
  return (
    <section aria-labelledby="templates-found" aria-busy={isPending}>
      <h2 id="templates-found" className={classes.heading}>
        {t('templates.workflows')}
        {data && <span className={classes.count}>{total.toLocaleString()}</span>}
      </h2>
      <p className="visually-hidden" role="status">
        {data && t('templates.count', { count: total })}
      </p>
      <ul className={classes.cards}>
        {data?.pages.flatMap(({ workflows }) =>
          workflows.map((template) => <TemplateCard key={template.id} template={template} pictures={pictures} />),
        )}
        {(isPending || isFetchingNextPage) && (
          <CardSkeletons count={isPending ? templatesAtOnce : Math.min(templatesAtOnce, total - loaded)} />
        )}
      </ul>
      <div ref={end} />
      {isFetchNextPageError && !isFetchingNextPage && (
        <div className={classes.end}>
          <Button variant="default" onClick={() => void more()}>
            {t('templates.more')}
          </Button>
        </div>
      )}
      {(hasFailed || (data && !hasNextPage)) && !isPending && (
        <ListEnd
          state={hasFailed ? 'failed' : loaded === 0 ? 'nothing' : 'all'}
          onReset={onReset}
          onRetry={() => void query.refetch()}
        />
      )}
    </section>
  );
};

export const useTemplateResults = (filter: TemplatesFilter) => useInfiniteQuery(workflowsQuery(filter));
