import { inOrder, isObject } from '@millrace/contract';
import { isStickyNote } from '../../../workflow/sticky-notes.ts';
import type { DocumentNode, NodeKey, WorkflowDocument } from '../../../workflow/types.ts';

/** A place in the workflow that has the searched text. */
export interface Hit {
  id: string;
  key: NodeKey;
  kind: 'name' | 'type' | 'note' | 'parameter';
  /** Where in the parameters, as `options.headers.0.value`. */
  path: string;
  /** What stands there, cut around the found text. */
  before: string;
  found: string;
  after: string;
}

const most = 300;
const shownBefore = 20;
const shownAfter = 80;

/**
 * All places with the text, whatever its case: names, types, notes and parameters with their expressions, node by node.
 * @param typeName what people call the type of a node
 */
export const findHits = (
  { nodes }: Pick<WorkflowDocument, 'nodes'>,
  query: string,
  typeName: (node: DocumentNode) => string,
): Hit[] => {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const hits: Hit[] = [];
  for (const node of inOrder(nodes)) {
    const { key, data } = node;
    const look = (kind: Hit['kind'], text: string, path = '') => {
      const at = text.toLowerCase().indexOf(wanted);
      if (at >= 0 && hits.length < most)
        hits.push({ id: `${key} ${kind} ${path}`, key, kind, path, ...cut(text, at, wanted) });
    };
    const isNote = isStickyNote(data.type);
    if (!isNote) look('name', data.name);
    if (!isNote) look('type', typeName(node));
    if (typeof data.notes === 'string') look('note', data.notes);
    for (const [path, text] of textsOf(data.parameters)) {
      if (!isNote) look('parameter', text, path);
      else if (path === 'content') look('note', text);
    }
  }
  return hits;
};

/** All texts and numbers in a value, with the names that lead there. */
function* textsOf(value: unknown, path = ''): Generator<[string, string]> {
  if (typeof value === 'string' || typeof value === 'number') yield [path, String(value)];
  else if (Array.isArray(value) || isObject(value)) {
    for (const [name, inner] of Object.entries(value)) yield* textsOf(inner, path === '' ? name : `${path}.${name}`);
  }
}

const cut = (text: string, at: number, wanted: string): Pick<Hit, 'before' | 'found' | 'after'> => {
  const start = Math.max(0, at - shownBefore);
  const end = at + wanted.length;
  const plain = (part: string) => part.replace(/\s+/g, ' ');
  return {
    before: (start > 0 ? '…' : '') + plain(text.slice(start, at)),
    found: plain(text.slice(at, end)),
    after: plain(text.slice(end, end + shownAfter)) + (end + shownAfter < text.length ? '…' : ''),
  };
};
