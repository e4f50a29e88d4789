import { partsOf } from '@millrace/contract';
import type { NodeTypes } from '../../api/node-types.ts';
import '../../messages/dialogs.ts';
import { t } from '../../messages/executions.ts';
import type { Conflict, WorkflowDocument } from '../../workflow/types.ts';
import { parameterTexts } from './parameter-texts.ts';

/** Where a conflict is, in the words of the canvas. */
export interface PlaceText {
  /** Such as the name of the node. */
  where: string;
  /** What of it; missing where it is all of it. */
  what?: string;
}

const listed = (parts: readonly string[]): string => parts.join(' › ');

const fieldTexts: Readonly<Record<string, () => string>> = {
  name: () => t('conflict.place.name'),
  disabled: () => t('conflict.place.disabled'),
  notes: () => t('conflict.place.notes'),
  credentials: () => t('conflict.place.credentials'),
};

const settingTexts: Readonly<Record<string, () => string>> = {
  executionOrder: () => t('settings.executionOrder'),
  errorWorkflow: () => t('settings.errorWorkflow'),
  timezone: () => t('settings.timezone'),
  saveDataErrorExecution: () => t('settings.saveError'),
  saveDataSuccessExecution: () => t('settings.saveSuccess'),
  saveManualExecutions: () => t('settings.saveManual'),
  saveExecutionProgress: () => t('settings.saveProgress'),
  repeatInterrupted: () => t('settings.repeatInterrupted'),
  executionTimeout: () => t('settings.timeoutAfter'),
};

/**
 * @param mine the document here; a node may be there only
 * @param typeOf full forms of node types; undefined where one is not known, or not yet
 */
export const placeText = (
  path: string,
  mine: WorkflowDocument,
  { theirs }: Pick<Conflict, 'theirs'>,
  typeOf: NodeTypes['find'],
): PlaceText => {
  const [part = '', key = '', ...field] = partsOf(path);
  const nameOf = (node: string) => (mine.nodes[node] ?? theirs.nodes[node])?.data.name ?? '';
  switch (part) {
    case 'nodes': {
      const [, name = '', ...deeper] = field;
      if (name === '') return { where: nameOf(key) };
      if (name === 'parameters') {
        const nodes = [mine, theirs].flatMap((document) => document.nodes[key]?.data ?? []);
        const [node] = nodes;
        const type = node && typeOf(node.type, node.typeVersion ?? 1);
        return {
          where: nameOf(key),
          what: listed(parameterTexts(nodes, type, deeper)) || t('conflict.place.parameters'),
        };
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
      return {
        where: t('conflict.place.settings'),
        what: listed([settingTexts[key]?.() ?? key, ...field].filter(Boolean)),
      };
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
