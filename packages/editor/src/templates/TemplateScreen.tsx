import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { language } from '../messages/language.ts';
import { t } from '../messages/templates.ts';
import { WorkflowPreview } from '../preview/WorkflowPreview.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import { useTitle } from '../ui/use-title.ts';
import { GoBack } from './GoBack.tsx';
import { NotThere } from './NotThere.tsx';
import { usePictures } from './pictures.ts';
import { templateQuery } from './queries.ts';
import { SavedActions } from './SavedActions.tsx';
import { isSaved } from './saved.ts';
import { TemplateDetails } from './TemplateDetails.tsx';
import classes from './templates.module.css';
import { UseButton } from './UseButton.tsx';

/** One template: what it does, and how it looks. */
export const TemplateScreen = ({ id }: { id: string }) => {
  const { data: template, error, refetch } = useQuery(templateQuery(id));
  const pictures = usePictures();
  useTitle(`${template?.name ?? t('templates.untitled')} · ${t('shell.product')}`);
  if (error)
    return (
      <NotThere
        title={t('templates.notFound')}
        hint={t('templates.notFound.hint')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!template) return <Loading />;
  return (
    <div className={classes.page}>
      <GoBack />
      <header className={classes.head}>
        <h1 className={classes.title}>{template.name}</h1>
        <div className={classes.headButtons}>
          {isSaved(template.id) && <SavedActions template={template} />}
          <UseButton id={template.id}>{t('templates.use.this')}</UseButton>
        </div>
      </header>
      <div className={classes.article}>
        <div className={classes.main}>
          <section aria-label={t('templates.preview')} className={classes.preview}>
            <WorkflowPreview workflow={template.workflow} />
          </section>
          {template.description && language !== 'en' && !isSaved(template.id) && (
            <p className={classes.facts}>{t('templates.description.english')}</p>
          )}
          {template.description && <Markdown content={template.description} className={classes.prose} />}
        </div>
        <TemplateDetails template={template} pictures={pictures} />
      </div>
    </div>
  );
};

const Loading = () => (
  <div className={classes.page} aria-busy="true">
    <GoBack />
    <div className={classes.head}>
      <Skeleton height={24} width={360} />
      <Skeleton height={36} width={150} />
    </div>
    <div className={classes.article}>
      <div className={classes.main}>
        <Skeleton height={400} mb={24} />
        <Skeleton height={12} />
        <Skeleton height={12} mt={8} />
        <Skeleton height={12} width="60%" mt={8} />
      </div>
      <aside className={classes.details}>
        <Skeleton height={220} />
      </aside>
    </div>
  </div>
);
