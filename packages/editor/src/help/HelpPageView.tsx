import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { nodeTypesQuery } from '../api/node-types.ts';
import { t } from '../messages/help.ts';
import { language } from '../messages/language.ts';
import { LoadingMessage } from '../ui/LoadingMessage.tsx';
import { Message } from '../ui/Message.tsx';
import { headingPrefix } from '../ui/markdown-html.ts';
import { useTitle } from '../ui/use-title.ts';
import { type HelpDocumentation, type HelpPage, sectionsOf } from './documentation.ts';
import { ExpressionReference } from './ExpressionReference.tsx';
import classes from './help.module.css';
import { helpGroups } from './help-groups.ts';
import { LicensesPage } from './LicensesPage.tsx';
import { livePages } from './live-pages.ts';
import { NodePage } from './NodePage.tsx';
import { NodesPage } from './NodesPage.tsx';
import { PageText } from './PageText.tsx';
import { ShortcutsPage } from './ShortcutsPage.tsx';

interface PageProps {
  documentation: HelpDocumentation;
  address: string;
}

/** The page at an address, with what it is made of. */
export const HelpPageView = ({ documentation, address }: PageProps) => {
  const { data: types } = useQuery(nodeTypesQuery);
  const page = documentation.pages.get(address);
  const nodeName = /^nodes\/(.+)$/.exec(address)?.[1];
  const type = nodeName === undefined ? undefined : types?.find(nodeName, Number.POSITIVE_INFINITY);
  const live = livePages().find((each) => each.address === address);
  if (address === 'nodes') return <Frame title={t('help.nodes')} content={<NodesPage />} />;
  if (type) return <Frame title={type.displayName} content={<NodePage type={type} />} />;
  if (live) return <Frame title={live.title} content={<LivePage address={address} />} />;
  // The types may still be on their way.
  if (nodeName !== undefined && !types) return <Waiting />;
  if (page) return <WrittenPage documentation={documentation} page={page} />;
  return (
    <div className={classes.nothing}>
      <Message
        title={t('help.missing')}
        text={t('help.missing.hint')}
        action={
          <Link to="/help" className={classes.start}>
            {t('help.start')}
          </Link>
        }
      />
    </div>
  );
};

const Waiting = () => (
  <div className={classes.nothing}>
    <LoadingMessage />
  </div>
);

const LivePage = ({ address }: { address: string }) => (
  <Suspense fallback={<Waiting />}>
    {address === 'expressions' ? (
      <ExpressionReference />
    ) : address === 'shortcuts' ? (
      <ShortcutsPage />
    ) : (
      <LicensesPage />
    )}
  </Suspense>
);

const WrittenPage = ({ documentation, page }: { documentation: HelpDocumentation; page: HelpPage }) => {
  const headings = useMemo(() => sectionsOf(page).filter(({ level }) => level === 2 || level === 3), [page]);
  const known = useMemo(() => {
    const live = new Set(livePages().map(({ address }) => address));
    return (address: string) => documentation.pages.has(address) || live.has(address);
  }, [documentation]);
  return (
    <Frame
      title={page.title || t('help.title')}
      content={
        <>
          {language !== 'en' && <p className={classes.language}>{t('help.inEnglish')}</p>}
          <div lang="en">
            <PageText text={page.text} file={page.file} hasPage={known} />
          </div>
          <Neighbours documentation={documentation} address={page.address} />
        </>
      }
      aside={
        headings.length > 1 && (
          <nav className={classes.contents} aria-label={t('help.onThisPage')}>
            <h2>{t('help.onThisPage')}</h2>
            <ul>
              {headings.map(({ title, slug, level }) => (
                <li key={slug} data-level={level}>
                  <Link to="." hash={slug}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )
      }
    />
  );
};

/** The pages before and behind it in the navigation. */
const Neighbours = ({ documentation, address }: PageProps) => {
  const pages = helpGroups(documentation).flatMap((group) => group.pages);
  const index = pages.findIndex((page) => page.address === address);
  const [before, after] = [pages[index - 1], pages[index + 1]];
  if (index < 0) return null;
  return (
    <p className={classes.neighbours}>
      {before && (
        <Link to="/help/$" params={{ _splat: before.address }}>
          {t('help.previous', { title: before.title })}
        </Link>
      )}
      {after && (
        <Link to="/help/$" params={{ _splat: after.address }}>
          {t('help.next', { title: after.title })}
        </Link>
      )}
    </p>
  );
};

/** Goes to the place that the address names, once it is there. */
const Frame = ({ title, content, aside }: { title: string; content: ReactNode; aside?: ReactNode }) => {
  useTitle(`${title} · ${t('help.title')} · ${t('shell.product')}`);
  const { hash } = useLocation();
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    const target = hash === '' ? undefined : document.getElementById(headingPrefix + decodeURIComponent(hash));
    target?.scrollIntoView({ block: 'start' });
  }, [hash]);
  // Who has chosen a page reads it next; who searches goes on typing.
  useEffect(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement)) article.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.page}>
      <article ref={article} className={classes.article} tabIndex={-1} aria-label={title}>
        {content}
      </article>
      {aside}
    </div>
  );
};
