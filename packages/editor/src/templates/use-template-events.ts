import { useEffect, useRef } from 'react';
import { track } from '../telemetry/track.ts';
import type { TemplatesFilter } from './queries.ts';
import { templatesSession } from './templates-session.ts';

/** Tells how templates are looked for, where that is collected: never what was typed. @param found numbers of what was found; undefined: not known yet */
export const useTemplateEvents = (
  { search, categories }: TemplatesFilter,
  found: { workflows: number; collections: number } | undefined,
): void => {
  const chosen = [...categories].sort((a, b) => a - b);
  const before = useRef(String(chosen));
  useEffect(() => {
    if (String(chosen) === before.current) return;
    before.current = String(chosen);
    track('templateFilterChanged', { sessionId: templatesSession(), categories: chosen });
  });
  const told = useRef('');
  useEffect(() => {
    const asked = `${search} ${chosen}`;
    if (!found || search === '' || told.current === asked) return;
    told.current = asked;
    track('templatesSearched', { sessionId: templatesSession(), categories: chosen, ...found });
  });
};
