import type { Template, TemplateCategory } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../messages/templates.ts';
import { abbreviate } from '../ui/abbreviate.ts';
import { formatDate } from '../ui/dates.ts';
import { timeAgo } from '../ui/time-ago.ts';
import { NodeLinks } from './NodeLinks.tsx';
import type { Pictures } from './pictures.ts';
import { categoriesQuery } from './queries.ts';
import { isSaved } from './saved.ts';
import { searchFor } from './search-address.ts';
import classes from './templates.module.css';

/** What a template is made of, where it belongs, and from whom it is. */
export const TemplateDetails = ({ template, pictures }: { template: Template; pictures: Pictures }) => {
  const { id: templateId, nodes, categories, createdAt, user, totalViews = 0 } = template;
  // Of a saved one they may have been named in another language.
  const known = useQuery({ ...categoriesQuery, enabled: isSaved(templateId) }).data ?? [];
  const nameOf = ({ id, name }: TemplateCategory) => known.find((one) => one.id === id)?.name ?? name;
  return (
    <aside className={classes.details} aria-label={t('templates.details')}>
      <h2 className={classes.detailsTitle}>{t('templates.details.nodes')}</h2>
      <NodeLinks nodes={nodes} pictures={pictures} />
      {categories.length > 0 && (
        <>
          <h2 className={classes.detailsTitle}>{t('templates.details.categories')}</h2>
          <ul className={classes.categories}>
            {categories.map((category) => (
              <li key={category.id}>
                <Link to="/templates" search={searchFor('', [category.id])} className={classes.category}>
                  {nameOf(category)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <dl className={classes.detailsFacts}>
        <dt>{t('templates.details.created')}</dt>
        <dd title={formatDate(createdAt)}>
          {t('templates.details.created.by', {
            ago: timeAgo(createdAt),
            author: user?.username ?? t(isSaved(templateId) ? 'templates.host.own' : 'templates.details.team'),
          })}
        </dd>
        {totalViews > 0 && (
          <>
            <dt>{t('templates.details.views')}</dt>
            <dd title={totalViews.toLocaleString()}>{abbreviate(totalViews)}</dd>
          </>
        )}
      </dl>
    </aside>
  );
};
