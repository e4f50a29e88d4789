import { isObject, partsOf } from '@millrace/contract';
import { t } from '../../messages/index.ts';
import type { Conflict, WorkflowDocument } from '../../workflow/types.ts';

/** Where a conflict is, in the words of the canvas. */
export interface PlaceText {
  /** Such as the name of the node. */
  where: string;
  /** What of it; missing where it is all of it. */
  what?: string;
}

const listed = (parts: readonly string[]): string => parts.join(' › ');

/** Entries of lists by their own names, where they have some, else counted from 1. A list within a group of its name is said once. */
const memberTexts = (root: unknown, parts: readonly string[]): string[] => {
  const texts: string[] = [];
  let value = root;
  for (const part of parts) {
    const isEntry = Array.isArray(value);
    value = isObject(value) || Array.isArray(value) ? (value as Record<string, unknown>)[part] : undefined;
    const name = isObject(value) && typeof value.name === 'string' ? value.name : '';
    const text = isEntry ? name || String(Number(part) + 1) : part;
    if (text !== texts.at(-1)) texts.push(text);
  }
  return texts;
};

const fieldTexts: Readonly<Record<string, () => string>> = {
  name: () => t('conflict.place.name'),
  disabled: () => t('conflict.place.disabled'),
  notes: () => t('conflict.place.notes'),
  credentials: () => t('conflict.place.credentials'),
};

/** @param mine the document here; a node may be there only */
export const placeText = (path: string, mine: WorkflowDocument, { theirs }: Pick<Conflict, 'theirs'>): PlaceText => {
  const [part = '', key = '', ...field] = partsOf(path);
  const nameOf = (node: string) => (mine.nodes[node] ?? theirs.nodes[node])?.data.name ?? '';
  switch (part) {
    case 'nodes': {
      const [, name = '', ...deeper] = field;
      if (name === '') return { where: nameOf(key) };
      if (name === 'parameters') {
        const { parameters } = (mine.nodes[key] ?? theirs.nodes[key])?.data ?? {};
        return { where: nameOf(key), what: listed(memberTexts(parameters, deeper)) || t('conflict.place.parameters') };
      }
      return { where: nameOf(key), what: listed([fieldTexts[name]?.() ?? name, ...deeper]) };
    }
    case 'pinData':
      return { where: nameOf(key), what: t('conflict.place.pinData') };
    case 'wires': {
      const wire = mine.wires[key] ?? theirs.wires[key];
      return { where: t('conflict.place.wire'), what: wire && `${nameOf(wire.source)} → ${nameOf(wire.target)}` };
    }
    case 'settings':
      return { where: t('conflict.place.settings'), what: listed([key, ...field].filter(Boolean)) };
    default:
      return {
        where: t('conflict.place.workflow'),
        what: part === 'name' ? t('conflict.place.name') : listed([key, ...field]),
      };
  }
};

const mostText = 400;

/** A value as it is shown beside the other one. */
export const valueText = (value: unknown): string => {
  if (value === undefined) return t('conflict.value.none');
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  if (text === '') return t('conflict.value.empty');
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
};
