/** Completion of JavaScript that nodes run: what the code is called with, and what can be said of the data on screen. */

import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { syntaxTree } from '@codemirror/language';
import { t } from '../../messages/panel.ts';
import { ofScript, shifted } from './completion.ts';
import type { Complete } from './evaluation.ts';
import { documentationNode, toOption } from './template-completion.ts';

const named = (signature: string, type: string, description: string, apply?: string): Completion => ({
  label: /\w+/.exec(signature)![0],
  type,
  apply,
  boost: 2,
  info: () => documentationNode({ signature, description }),
});

const staticData = named(
  "getWorkflowStaticData('global' | 'node')",
  'function',
  t('panel.code.staticData'),
  "getWorkflowStaticData('global')",
);

/** Names that the code is called with, by the kind of its node. */
const given: Readonly<Record<string, readonly Completion[]>> = {
  function: [named('items', 'variable', t('panel.code.items')), { label: 'return items', type: 'keyword' }, staticData],
  functionItem: [
    named('item', 'variable', t('panel.code.item')),
    { label: 'return item', type: 'keyword' },
    named('getBinaryData()', 'function', t('panel.code.getBinaryData'), 'getBinaryData()'),
    named('setBinaryData(data)', 'function', t('panel.code.setBinaryData')),
    staticData,
  ],
};

const isInComment = ({ state, pos }: CompletionContext): boolean =>
  /Comment$/.test(syntaxTree(state).resolve(pos, -1).name);

const namesOf =
  (names: readonly Completion[]): CompletionSource =>
  (context) => {
    const word = context.matchBefore(/(?<![\w$.'"`])[A-Za-z]\w*/);
    return word && !isInComment(context) ? { from: word.from, options: names, validFor: /^\w*$/ } : null;
  };

const dataOf =
  (complete: () => Complete): CompletionSource =>
  async (context) => {
    const { state, pos } = context;
    // Words without the sign are the language's own.
    if (!context.matchBefore(/\$[^\s]*$/) || isInComment(context)) return null;
    const line = state.doc.lineAt(pos);
    const result = await ofScript(complete())(line.text, pos - line.from);
    if (!result) return null;
    const { from, options } = shifted(result, line.from);
    return { from, validFor: /^[\w$]*$/, options: options.map(toOption) };
  };

/** Beside that of the language. @param kind `codeAutocomplete` of the parameter; others add no names */
export const scriptCompletion = (complete: () => Complete, kind: string | undefined) => [
  javascriptLanguage.data.of({ autocomplete: dataOf(complete) }),
  javascriptLanguage.data.of({ autocomplete: namesOf(kind && Object.hasOwn(given, kind) ? given[kind]! : []) }),
];
