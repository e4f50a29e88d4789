import { type Item, isObject } from '@millrace/contract/data';
import {
  defineNode,
  type ExecuteContext,
  type FormCompletion,
  type FormSpec,
  NodeError,
  type NodeOutput,
  type Wait,
} from '@millrace/engine/node-api';
import { type FormOptions, readFormOptions } from '../forms/form-options.ts';
import { readCompletion, readFormFields, readJsonFields, readWebAddress } from '../forms/form-spec.ts';
import { formTriggerOf, formTypes, hasPageBefore, leadsToPages } from '../forms/pages.ts';
import { toFormItem } from '../forms/submission-item.ts';
import { readLimit } from '../wait/limit.ts';
import { formParameters } from './parameters.ts';

type Context = ExecuteContext<typeof formParameters>;

interface PageOptions extends FormOptions {
  formTitle?: string;
  formDescription?: string;
}

/** Milliseconds for which an ending waits for whoever is to see it. */
const longestEnding = 10 * 60_000;

/** What the trigger says of all pages, with its expressions as they are now. */
const readTrigger = (context: Context) => {
  const trigger = formTriggerOf(context);
  const { parameters = {}, typeVersion = 1 } = trigger ?? {};
  const text = (value: unknown): string =>
    String((typeof value === 'string' ? context.evaluate(value, 0) : value) ?? '');
  const options = (isObject(parameters.options) ? parameters.options : {}) as PageOptions & {
    useWorkflowTimezone?: boolean;
  };
  return {
    title: text(parameters.formTitle),
    buttonLabel: text(options.buttonLabel),
    customCss: text(options.customCss),
    completion: options.respondWithOptions?.values,
    zone: (options.useWorkflowTimezone ?? typeVersion > 2) ? context.timezone : 'UTC',
  };
};

const readPage = (context: Context): FormSpec => {
  const options = context.parameter('options') as PageOptions;
  const trigger = readTrigger(context);
  const { buttonLabel = trigger.buttonLabel, customCss = trigger.customCss } = options;
  const usesNames = context.node.typeVersion >= 2.4;
  return {
    title: options.formTitle || trigger.title,
    description: options.formDescription ?? '',
    fields:
      context.parameter('defineForm') === 'json'
        ? readJsonFields(context.parameter('jsonOutput'), usesNames)
        : readFormFields(context.parameter('formFields').values ?? [], usesNames),
    completion: readCompletion({}),
    ...readFormOptions({ buttonLabel, customCss }),
    isPage: true,
    leadsOn: true,
  };
};

const readFile = (context: Context): Extract<FormCompletion, { kind: 'file' }>['file'] => {
  const name = context.parameter('inputDataFieldName');
  const binary = context.items[0]?.binary ?? {};
  if (Object.hasOwn(binary, name)) return binary[name]!;
  throw new NodeError(`The first item has no file in "${name}"`, {
    description: Object.keys(binary).length > 0 ? `It has: ${Object.keys(binary).join(', ')}.` : undefined,
    itemIndex: 0,
  });
};

const readEnding = (context: Context): FormCompletion => {
  const respondWith = context.parameter('respondWith');
  const shown = () => ({
    title: context.parameter('completionTitle'),
    message: context.parameter('completionMessage') || undefined,
  });
  switch (respondWith) {
    case 'text':
      return { kind: 'text', ...shown() };
    case 'redirect':
      return { kind: 'redirect', url: readWebAddress(context.parameter('redirectUrl')) };
    case 'showText':
      return { kind: 'html', html: context.parameter('responseText') };
    case 'returnBinary':
      return { kind: 'file', file: readFile(context), ...shown() };
    default:
      throw new NodeError(`A form cannot end with "${String(respondWith)}"`);
  }
};

/** The items go on. Where nobody has come here by a page, nobody sees the ending, and nothing waits for that. */
const end = (context: Context): NodeOutput | Wait => {
  const completion = readEnding(context);
  if (leadsToPages(context)) throw new NodeError('A form ending must be the last page of the form');
  if (!hasPageBefore(context)) return pass(context);
  const options = context.parameter('options') as PageOptions;
  const form: FormSpec = {
    title: options.formTitle || readTrigger(context).title,
    fields: [],
    completion,
    ...readFormOptions({ customCss: options.customCss ?? readTrigger(context).customCss }),
    isPage: true,
    isEnding: true,
  };
  return context.wait({ till: readLimit(context) ?? context.now() + longestEnding, form });
};

const pass = (context: Context): NodeOutput => [context.items as Item[]];

export const form = defineNode({
  name: formTypes[0],
  displayName: 'Form',
  description: 'Adds a page to a form or shows its final page',
  versions: [1, 2.3, 2.4, 2.5],
  defaultVersion: 2.5,
  aliases: [formTypes[1]],
  group: ['input'],
  defaults: { name: 'Form', color: '#cf4a8c' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['page', 'step', 'multi-step', 'wizard', 'survey', 'completion', 'thank you'],
  },
  parameters: formParameters,
  repeatable: true,
  execute(context) {
    const isEnding = context.parameter('operation') === 'completion';
    const { resumption } = context;
    if (resumption?.kind === 'form' && !isEnding)
      return [[toFormItem(resumption, context.execution.mode, readTrigger(context).zone)]];
    if (resumption) return pass(context);
    return isEnding ? end(context) : context.wait({ till: readLimit(context), form: readPage(context) });
  },
});
