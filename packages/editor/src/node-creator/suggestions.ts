import type { NodeTypeDescription } from '@millrace/contract';
import { isTrigger } from '../workflow/triggers.ts';
import { mostUsed, mostUsedTriggers } from './most-used.ts';
import { pairOf, type UseHistory } from './use-history.ts';

const most = 6;

/** What usually follows a type, beside what is common. */
const followers: Readonly<Record<string, readonly string[]>> = {
  'core.manualTrigger': ['core.httpRequest', 'core.set', 'core.code', 'core.dataTable', 'core.readWriteFile'],
  'core.scheduleTrigger': ['core.httpRequest', 'core.rssFeedRead', 'core.dataTable', 'core.postgres', 'core.set'],
  'core.webhook': ['core.set', 'core.if', 'core.respondToWebhook', 'core.code', 'core.switch'],
  'core.formTrigger': ['core.set', 'core.form', 'core.emailSend', 'core.dataTable', 'core.if'],
  'core.chatTrigger': ['core.set', 'core.switch', 'core.code', 'core.httpRequest'],
  'core.emailReadImap': ['core.if', 'core.extractFromFile', 'core.switch', 'core.set'],
  'core.executeWorkflowTrigger': ['core.set', 'core.code', 'core.switch', 'core.httpRequest'],
  'core.errorTrigger': ['core.emailSend', 'service.telegram', 'core.set', 'core.httpRequest'],
  'core.httpRequest': ['core.splitOut', 'core.set', 'core.code', 'core.if', 'core.html', 'core.extractFromFile'],
  'core.set': ['core.httpRequest', 'core.if', 'core.merge', 'core.code', 'core.convertToFile'],
  'core.splitOut': ['core.loopOverItems', 'core.filter', 'core.set', 'core.httpRequest', 'core.limit'],
  'core.loopOverItems': ['core.httpRequest', 'core.wait', 'core.set', 'core.code', 'core.aggregate'],
  'core.if': ['core.set', 'core.httpRequest', 'core.stopAndError', 'core.noOp', 'core.emailSend'],
  'core.switch': ['core.set', 'core.httpRequest', 'core.executeWorkflow', 'core.emailSend', 'core.noOp'],
  'core.filter': ['core.sort', 'core.limit', 'core.aggregate', 'core.set', 'core.httpRequest'],
  'core.merge': ['core.set', 'core.code', 'core.removeDuplicates', 'core.aggregate', 'core.compareDatasets'],
  'core.code': ['core.httpRequest', 'core.if', 'core.set', 'core.splitOut', 'core.convertToFile'],
  'core.wait': ['core.httpRequest', 'core.if', 'core.set', 'core.emailSend'],
  'core.rssFeedRead': ['core.filter', 'core.removeDuplicates', 'core.limit', 'core.emailSend', 'core.sort'],
  'core.extractFromFile': ['core.splitOut', 'core.filter', 'core.set', 'core.dataTable', 'core.summarize'],
  'core.readWriteFile': ['core.extractFromFile', 'core.httpRequest', 'core.compression', 'core.code'],
  'core.convertToFile': ['core.emailSend', 'core.readWriteFile', 'core.httpRequest', 'service.s3', 'core.compression'],
  'core.html': ['core.splitOut', 'core.set', 'core.emailSend', 'core.markdown', 'core.respondToWebhook'],
  'core.aggregate': ['core.httpRequest', 'core.emailSend', 'core.code', 'core.convertToFile', 'core.respondToWebhook'],
  'core.postgres': ['core.set', 'core.if', 'core.summarize', 'core.convertToFile', 'core.respondToWebhook'],
  'core.mySql': ['core.set', 'core.if', 'core.summarize', 'core.convertToFile', 'core.respondToWebhook'],
  'core.dataTable': ['core.if', 'core.set', 'core.filter', 'core.emailSend', 'core.respondToWebhook'],
  'core.form': ['core.form', 'core.set', 'core.if', 'core.emailSend'],
};

/**
 * The types to offer first. What a person does again and again counts more than what others do, and after this node more than elsewhere.
 *
 * @param types that fit where the node goes
 * @param previous type of the node that it follows
 * @param isFirst whether it starts the workflow: a trigger
 */
export const suggestionsFor = (
  types: readonly NodeTypeDescription[],
  previous: string | undefined,
  { counts, pairs }: Pick<UseHistory, 'counts' | 'pairs'>,
  isFirst = false,
): NodeTypeDescription[] => {
  const general = isFirst ? mostUsedTriggers : mostUsed;
  const following = (previous !== undefined && Object.hasOwn(followers, previous) && followers[previous]) || [];
  const scoreOf = ({ name }: NodeTypeDescription): number => {
    const after = previous === undefined ? 0 : (pairs.get(pairOf(previous, name)) ?? 0);
    const listed = following.indexOf(name);
    const usual = general.indexOf(name);
    return (
      12 * Math.min(after, 5) +
      2 * Math.min(counts.get(name) ?? 0, 5) +
      (listed < 0 ? 0 : 10 - listed) +
      (usual < 0 ? 0 : 4 - usual / 3)
    );
  };
  return types
    .filter((type) => isTrigger(type) === isFirst)
    .map((type) => ({ type, score: scoreOf(type) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.type.displayName.localeCompare(b.type.displayName))
    .slice(0, most)
    .map(({ type }) => type);
};
