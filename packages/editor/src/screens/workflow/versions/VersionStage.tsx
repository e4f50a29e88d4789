import { Button, Loader, Select } from '@mantine/core';
import type { WorkflowVersion } from '@millrace/contract';
import { useEffect, useMemo, useState } from 'react';
import { describeError } from '../../../api/errors.ts';
import { Canvas } from '../../../canvas/Canvas.tsx';
import { revealNode } from '../../../canvas/view.ts';
import { t } from '../../../messages/versions.ts';
import { Message } from '../../../ui/Message.tsx';
import { SessionContext, useWorkflow } from '../../../workflow/hooks.ts';
import { openSession, type WorkflowSession } from '../../../workflow/session.ts';
import type { DocumentMarks, WorkflowDocument } from '../../../workflow/types.ts';
import { LaterNodePanel } from '../LaterNodePanel.tsx';
import { compareDocuments } from './compare-documents.ts';
import { DifferenceList } from './DifferenceList.tsx';
import { type Against, revisionOf, useVersionDocument } from './use-versions.ts';
import { VersionActions } from './VersionActions.tsx';
import classes from './versions.module.css';

interface VersionStageProps {
  id: string;
  version: WorkflowVersion;
  /** Newest first. */
  versions: readonly WorkflowVersion[];
  isPublished: boolean;
}

/** One version on the canvas, beside what it is compared with. */
export const VersionStage = ({ id, version, versions, isPublished }: VersionStageProps) => {
  const [against, setAgainst] = useState<Against>('before');
  const now = useWorkflow((state) => state.document);
  const { revision } = version;
  const otherRevision = revisionOf(against, revision, versions);
  const viewed = useVersionDocument(id, revision);
  const other = useVersionDocument(id, otherRevision);
  const document = viewed.data;
  const compared = against === 'now' ? now : otherRevision === undefined ? undefined : other.data;
  const isOtherLater = against === 'now' || (otherRevision ?? 0) > revision;
  const [earlier, later] = isOtherLater ? [document, compared] : [compared, document];
  const comparison = useMemo(() => earlier && later && compareDocuments(earlier, later), [earlier, later]);
  const session = useViewSession(comparison?.document ?? document, comparison?.marks);
  const error = viewed.error ?? (otherRevision === undefined ? null : other.error);
  const isWaiting = !document || (otherRevision !== undefined && !compared);
  return (
    <div className={classes.stage}>
      <header className={classes.bar}>
        <Select
          size="xs"
          className={classes.against}
          aria-label={t('versions.compare')}
          leftSection={<span className={classes.label}>{t('versions.compare')}</span>}
          leftSectionWidth={112}
          data={[
            { value: 'none', label: t('versions.compare.none') },
            { value: 'before', label: t('versions.compare.before') },
            { value: 'now', label: t('versions.compare.now') },
            ...versions
              .filter((one) => one.revision !== revision)
              .map((one) => ({
                value: String(one.revision),
                label: one.name ?? t('versions.number', { revision: one.revision }),
              })),
          ]}
          value={String(against)}
          allowDeselect={false}
          searchable={versions.length > 10}
          comboboxProps={{ withinPortal: true }}
          onChange={(value) => setAgainst(againstOf(value))}
        />
        <VersionActions
          id={id}
          version={version}
          document={document}
          isPublished={isPublished}
          isLatest={version === versions[0]}
        />
      </header>
      {error ? (
        <Message
          title={t('versions.version.failed')}
          text={describeError(error).message}
          action={
            <Button
              onClick={() => void Promise.all([viewed.refetch(), otherRevision !== undefined && other.refetch()])}
            >
              {t('shell.retry')}
            </Button>
          }
        />
      ) : isWaiting || !session ? (
        <Loader size="sm" m="auto" role="status" aria-label={t('versions.loading')} />
      ) : (
        <>
          <div className={classes.canvas}>
            <SessionContext key={`${revision} ${against}`} value={session}>
              <Canvas />
              <LaterNodePanel />
            </SessionContext>
          </div>
          {against !== 'none' && (
            <section className={classes.changes} aria-label={t('versions.differences')}>
              <h3>{t('versions.differences')}</h3>
              {comparison && earlier && later ? (
                <DifferenceList
                  comparison={comparison}
                  earlier={earlier}
                  later={later}
                  onShowNode={(key) => {
                    session.select([key]);
                    void revealNode(session, key);
                  }}
                />
              ) : (
                <p className={classes.remark}>{t('versions.differences.first')}</p>
              )}
            </section>
          )}
        </>
      )}
    </div>
  );
};

const againstOf = (value: string | null): Against => {
  if (value === 'none' || value === 'before' || value === 'now') return value;
  return value === null ? 'none' : Number(value);
};

/** A session to look at a document by, with marks on it. */
const useViewSession = (
  document: WorkflowDocument | undefined,
  marks: DocumentMarks | undefined,
): WorkflowSession | null => {
  const [session, setSession] = useState<WorkflowSession | null>(null);
  useEffect(() => {
    if (!document) return setSession(null);
    const opened = openSession(document, { readOnly: true, mayRun: false, isPreview: true, marks: marks ?? null });
    setSession(opened);
    return () => opened.dispose();
  }, [document, marks]);
  return session;
};
