import type { Item } from '@millrace/contract/data';
import {
  defineNode,
  type ExecuteContext,
  type FormSpec,
  NodeError,
  type NodeOutput,
  type ResumeWebhook,
  type Resumption,
  type Wait,
} from '@millrace/engine/node-api';
import { type FormOptions, readFormOptions } from '../forms/form-options.ts';
import { readCompletion, readFormFields } from '../forms/form-spec.ts';
import { leadsToPages } from '../forms/pages.ts';
import { toFormItem } from '../forms/submission-item.ts';
import { toCallItem } from '../webhook/call-item.ts';
import { callCredentials, checkStatus, readAuthentication, readCallSpec, responseModes } from '../webhook/call-spec.ts';
import { readLimit } from './limit.ts';
import { readDuration, readMoment, toTill } from './moment.ts';
import { waitParameters } from './parameters.ts';

type Context = ExecuteContext<typeof waitParameters>;

/** What is over sooner is waited for in the worker. All else is stored, with its date: it costs no worker anything, and no stop or crash makes it begin anew. */
const longestSleep = 1000;

export const wait = defineNode({
  name: 'core.wait',
  displayName: 'Wait',
  description: 'Waits for a time, a date, a webhook call or a form submission before it continues',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  aliases: ['n8n-nodes-base.wait'],
  group: ['organization'],
  defaults: { name: 'Wait', color: '#5468d8' },
  subtitle:
    '={{ $parameter.resume === "timeInterval" ? $parameter.amount + " " + $parameter.unit : $parameter.resume }}',
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['pause', 'delay', 'sleep', 'timeout', 'hold', 'approval', 'form', 'callback', 'resume'],
  },
  credentials: callCredentials('incomingAuthentication'),
  parameters: waitParameters,
  repeatable: true,
  webhooks: [
    {
      name: 'default',
      httpMethod: '={{ $parameter.httpMethod }}',
      path: '={{ $parameter.options?.webhookSuffix ?? "" }}',
      restartWebhook: true,
    },
  ],
  execute(context) {
    if (context.resumption) return afterWait(context, context.resumption);
    const resume = context.parameter('resume');
    switch (resume) {
      case 'timeInterval':
        return until(context, context.now() + readDuration(context.parameter('amount'), context.parameter('unit')));
      case 'specificTime':
        return until(context, readMoment(context.parameter('dateTime'), context.timezone));
      case 'webhook':
        return context.wait({ till: readLimit(context), webhook: readWebhook(context) });
      case 'form':
        return context.wait({ till: readLimit(context), form: readForm(context) });
      default:
        throw new NodeError(`A run cannot wait for "${String(resume)}"`);
    }
  },
});

const pass = (context: Context): NodeOutput => [context.items as Item[]];

const until = async (context: Context, moment: number): Promise<NodeOutput | Wait> => {
  const left = moment - context.now();
  if (left > longestSleep) return context.wait({ till: toTill(moment) });
  if (left > 0) await context.sleep(left);
  return pass(context);
};

/** A call and a form give one item of their own; the end of a time hands on what came in. */
const afterWait = (context: Context, resumption: Resumption): NodeOutput => {
  const { mode } = context.execution;
  if (resumption.kind === 'webhook') return [[toCallItem(resumption.request, mode)]];
  if (resumption.kind !== 'form') return pass(context);
  return [[toFormItem(resumption, mode)]];
};

const readWebhook = (context: Context): ResumeWebhook => {
  const responseMode = context.parameter('responseMode');
  const options = context.parameter('options') as Parameters<typeof readCallSpec>[0]['options'] & {
    webhookSuffix?: string;
  };
  const spec: ResumeWebhook = {
    method: String(context.parameter('httpMethod')).toUpperCase(),
    ...readCallSpec({
      authentication: context.parameter('incomingAuthentication'),
      responseMode,
      responseData: responseMode === 'lastNode' ? context.parameter('responseData') : undefined,
      responseBinaryPropertyName: () => context.parameter('responseBinaryPropertyName'),
      responseCode: responseMode === 'responseNode' ? undefined : checkStatus(context.parameter('responseCode')),
      options,
    }),
  };
  const suffix = options.webhookSuffix?.trim().replace(/^\/+|\/+$/g, '');
  return suffix ? { ...spec, suffix } : spec;
};

const readForm = (context: Context): FormSpec => {
  const options = context.parameter('options') as FormOptions;
  const responseMode = context.parameter('responseMode');
  if (!responseModes.includes(responseMode)) throw new NodeError(`A form cannot respond in the mode "${responseMode}"`);
  return {
    title: context.parameter('formTitle'),
    description: context.parameter('formDescription'),
    fields: readFormFields(context.parameter('formFields').values ?? []),
    responseMode: responseMode as FormSpec['responseMode'],
    completion: readCompletion(options.respondWithOptions?.values ?? {}),
    authentication: readAuthentication(context.parameter('incomingAuthentication')),
    ...readFormOptions(options),
    isPage: true,
    leadsOn: leadsToPages(context),
  };
};
