import { useEffect, useRef, useState } from 'react';
import { track } from '../telemetry/track.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import type { CreatorRow } from './rows.ts';

/** After the last key of a search, in milliseconds. */
const typingPause = 1000;

const sourceOf = ({ wire, from }: NodeCreatorRequest): string =>
  wire === undefined ? (from === undefined ? 'canvas' : 'output') : 'connection';

/** Of the types of others not even the name is told. */
const bundled = /^(?:core|service|ai)\./;

/** Tells how nodes are found, where that is collected: never what was typed. */
export const useNodePanelEvents = (request: NodeCreatorRequest, query: string, rows: readonly CreatorRow[]) => {
  const [sessionId] = useState(() => `nodes_panel_session_${Date.now()}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once
  useEffect(() => track('nodePanelOpened', { sessionId, source: sourceOf(request) }), []);
  const found = useRef(0);
  found.current = rows.filter(({ kind }) => kind === 'node').length;
  const isSearching = query.trim() !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query is another search
  useEffect(() => {
    if (!isSearching) return;
    const timer = setTimeout(() => track('nodePanelSearched', { sessionId, results: found.current }), typingPause);
    return () => clearTimeout(timer);
  }, [query, isSearching, sessionId]);
  return {
    opened: (category: string) => track('nodePanelCategoryOpened', { sessionId, category }),
    added: (type: string) => track('nodeAdded', { sessionId, nodeType: bundled.test(type) ? type : 'other' }),
  };
};
