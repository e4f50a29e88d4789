import { ActionIcon, Button, Loader } from '@mantine/core';
import type { WorkflowVersion } from '@millrace/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../../../api/errors.ts';
import { canvasElement } from '../../../canvas/view.ts';
import { t } from '../../../messages/versions.ts';
import { Message } from '../../../ui/Message.tsx';
import { useSession, useWorkflow } from '../../../workflow/hooks.ts';
import { useVersions } from './use-versions.ts';
import { VersionList } from './VersionList.tsx';
import { VersionStage } from './VersionStage.tsx';
import classes from './versions.module.css';

/** Over the editor: the versions of the open workflow, and one of them on a canvas. The editor behind it stays as it is. */
export const VersionsView = () => {
  const session = useSession();
  const id = useWorkflow((state) => state.id);
  const [chosen, choose] = useState<number | null>(null);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    back.current?.focus();
    return () => canvasElement(session)?.querySelector<HTMLElement>('.react-flow')?.focus();
  }, [session]);
  const close = () => session.panel.openVersions(false);
  return (
    <section
      className={classes.view}
      aria-label={t('versions.title')}
      onKeyDown={(event) => {
        const isInside = event.currentTarget.contains(event.target as Node);
        if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
        event.stopPropagation();
        close();
      }}
    >
      <aside className={classes.side}>
        <header className={classes.title}>
          <ActionIcon ref={back} size={32} aria-label={t('versions.close')} title={t('versions.close')} onClick={close}>
            <IconArrowLeft size={17} />
          </ActionIcon>
          <h2>{t('versions.title')}</h2>
        </header>
        {id !== null && <Versions id={id} chosen={chosen} onChoose={choose} />}
      </aside>
    </section>
  );
};

interface VersionsProps {
  id: string;
  chosen: number | null;
  onChoose(revision: number): void;
}

const Versions = ({ id, chosen, onChoose }: VersionsProps) => {
  const { versions, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useVersions(id);
  const published = useWorkflow((state) => (state.active ? (state.publishedRevision ?? state.revision) : null));
  if (!versions) {
    return error ? (
      <Message
        title={t('versions.failed')}
        text={describeError(error).message}
        action={
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t('shell.retry')}
          </Button>
        }
      />
    ) : (
      <Loader size="sm" m="auto" role="status" aria-label={t('versions.loading')} />
    );
  }
  const shown: WorkflowVersion | undefined = versions.find(({ revision }) => revision === chosen) ?? versions[0];
  if (!shown) return <Message title={t('versions.empty')} text={t('versions.empty.message')} />;
  return (
    <>
      <VersionList
        versions={versions}
        chosen={shown.revision}
        published={published}
        onChoose={onChoose}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        isLoadingMore={isFetchingNextPage}
      />
      <VersionStage id={id} version={shown} versions={versions} isPublished={shown.revision === published} />
    </>
  );
};
