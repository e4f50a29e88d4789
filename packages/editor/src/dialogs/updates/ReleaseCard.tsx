import type { Release } from '@millrace/contract';
import {
  IconAlertTriangleFilled,
  IconArrowsSplit2,
  IconExternalLink,
  IconShieldCheckFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../messages/updates.ts';
import { formatDate } from '../../ui/dates.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import { timeAgo } from '../../ui/time-ago.ts';
import classes from './UpdatesDrawer.module.css';

interface ReleaseCardProps {
  release: Pick<Release, 'name'> & Partial<Release>;
  isCurrent?: boolean;
}

/** What a version is, and what is new in it. */
export const ReleaseCard = ({ release, isCurrent }: ReleaseCardProps) => {
  const { name, createdAt, description, nodes = [] } = release;
  const heading = `version-${name}`;
  return (
    <article className={classes.card} data-current={isCurrent} aria-labelledby={heading}>
      <header className={classes.cardHead}>
        <h4 id={heading} className={classes.name}>
          {t('updates.version', { version: name })}
        </h4>
        <Marks release={release} />
        {createdAt !== undefined && (
          <time className={classes.age} dateTime={createdAt} title={formatDate(createdAt)}>
            {timeAgo(createdAt)}
          </time>
        )}
      </header>
      {description && <Markdown className={classes.text} content={description} />}
      {nodes.length > 0 && (
        <p className={classes.nodes}>
          {t('updates.nodes')}
          <span>{nodes.map(({ displayName }) => displayName).join(', ')}</span>
        </p>
      )}
      <Documentation release={release} />
    </article>
  );
};

const Marks = ({ release }: Pick<ReleaseCardProps, 'release'>) => {
  const { hasSecurityIssue, securityIssueFixVersion: fix, hasSecurityFix, hasBreakingChange } = release;
  return (
    <>
      {hasSecurityIssue && (
        <Mark kind="issue" icon={<IconAlertTriangleFilled size={14} />}>
          {fix ? t('updates.securityIssue.fix', { version: fix }) : t('updates.securityIssue')}
        </Mark>
      )}
      {hasSecurityFix && (
        <Mark kind="fix" icon={<IconShieldCheckFilled size={14} />}>
          {t('updates.securityFix')}
        </Mark>
      )}
      {hasBreakingChange && (
        <Mark kind="breaking" icon={<IconArrowsSplit2 size={14} />}>
          {t('updates.breaking')}
        </Mark>
      )}
    </>
  );
};

const Mark = ({ kind, icon, children }: { kind: string; icon: ReactNode; children: ReactNode }) => (
  <span className={classes.mark} data-kind={kind}>
    <span aria-hidden="true">{icon}</span>
    {children}
  </span>
);

/** Only to pages: a feed is not ours. */
const Documentation = ({ release: { name, documentationUrl } }: Pick<ReleaseCardProps, 'release'>) => {
  if (!documentationUrl || !/^https?:\/\//i.test(documentationUrl)) return null;
  return (
    <a
      className={classes.howTo}
      href={documentationUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={t('updates.documentation.of', { version: name })}
    >
      {t('updates.documentation')}
      <IconExternalLink size={14} aria-hidden="true" />
    </a>
  );
};
