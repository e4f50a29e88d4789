import { useMemo } from 'react';
import { noteHtml } from './note-html.ts';

/** A note's text as Markdown. In a file of its own, since what reads Markdown is loaded when the first note is shown. */
export const NoteMarkdown = ({ content, className }: { content: string; className?: string }) => {
  const html = useMemo(() => ({ __html: noteHtml(content) }), [content]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `noteHtml` lets nothing through that could act.
  return <div className={className} dangerouslySetInnerHTML={html} />;
};
