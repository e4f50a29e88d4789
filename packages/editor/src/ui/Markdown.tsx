import { useMemo } from 'react';
import { markdownHtml } from './markdown-html.ts';

/** A text in Markdown. It is loaded by what shows one, since what reads Markdown is no part of the first load. */
export const Markdown = ({ content, className }: { content: string; className?: string }) => {
  const html = useMemo(() => ({ __html: markdownHtml(content) }), [content]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `markdownHtml` lets nothing through that could act.
  return <div className={className} dangerouslySetInnerHTML={html} />;
};
