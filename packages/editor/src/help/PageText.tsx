import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useMemo } from 'react';
import { basePath } from '../base-path.ts';
import { t } from '../messages/help.ts';
import { copyText } from '../ui/copy-text.ts';
import { markdownHtml, type PageMarkdown } from '../ui/markdown-html.ts';
import { helpAddress } from './address.ts';
import { addressOfFile } from './documentation.ts';
import { LiveExample } from './LiveExample.tsx';
import { cutExamples } from './page-parts.ts';
import classes from './page-text.module.css';
import { uniqueSlugs } from './slugs.ts';

interface PageTextProps {
  /** Markdown. */
  text: string;
  /** The file that it is of, from which its links go. */
  file: string;
  /** Whether there is such a page. */
  hasPage(address: string): boolean;
}

const root = 'https://documentation.invalid/';

/** Where links of a file lead: to pages that are here, and to the instance's own description of its API. */
const markdownOf = ({ file, hasPage }: Pick<PageTextProps, 'file' | 'hasPage'>): PageMarkdown => ({
  linkOf: (href) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(href)) return undefined;
    if (href === '/rest/docs') return `${basePath}${href}`;
    const { pathname, hash } = new URL(href, root + file);
    const address = addressOfFile(decodeURIComponent(pathname.slice(1)));
    return hasPage(address) ? helpAddress(address) + hash : undefined;
  },
  imageOf: (href) => {
    const name = /(?:^|\/)images\/([\w-]+\.(?:png|svg))$/.exec(href)?.[1];
    return name === undefined ? undefined : `${basePath}/rest/documentation-images/${name}`;
  },
  slugOf: uniqueSlugs(),
});

/** A page of the documentation: Markdown with links between pages, code that can be copied, and examples that can be changed. */
export const PageText = ({ text, file, hasPage }: PageTextProps) => {
  const navigate = useNavigate();
  const parts = useMemo(() => {
    const page = markdownOf({ file, hasPage });
    return cutExamples(text).map((part) =>
      typeof part === 'string' ? { html: { __html: markdownHtml(part, undefined, page) } } : { example: part },
    );
  }, [text, file, hasPage]);
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const copied = target.closest('[data-copy]')?.parentElement?.querySelector('code')?.textContent;
    if (copied !== undefined && copied !== null) return void copyText(copied, t('help.copied'));
    const href = target.closest('a')?.getAttribute('href');
    if (!href?.startsWith(helpAddress()) || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ href: href.slice(basePath.length) });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons in it are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: and they take the keys
    <div className={classes.text} onClick={onClick}>
      {parts.map(({ html, example }, index) =>
        html ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: `markdownHtml` lets nothing through that could act.
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are in its order
          <div key={index} dangerouslySetInnerHTML={html} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are in its order
          <LiveExample key={index} {...example} />
        ),
      )}
    </div>
  );
};
