import { isObject, type JsonObject } from '@millrace/contract/data';
import {
  defineNode,
  type FormSpec,
  type FormSubmission,
  type NodeContext,
  NodeError,
  type WebhookSpec,
} from '@millrace/engine/node-api';
import { type FormOptions, readFormOptions } from '../forms/form-options.ts';
import { readCompletion, readFormFields } from '../forms/form-spec.ts';
import { formTriggerTypes, leadsToPages } from '../forms/pages.ts';
import { toFormItem } from '../forms/submission-item.ts';
import { readAuthentication, responseModes } from '../webhook/call-spec.ts';
import { readPath } from '../webhook/webhook-spec.ts';
import { formTriggerParameters } from './parameters.ts';

type Context = NodeContext<typeof formTriggerParameters>;

interface Options extends FormOptions {
  path?: string;
  formSubmittedText?: string;
  useWorkflowTimezone?: boolean;
}

const readForm = (context: Context, options: Options): FormSpec => ({
  title: context.parameter('formTitle'),
  description: context.parameter('formDescription'),
  fields: readFormFields(context.parameter('formFields').values ?? [], context.node.typeVersion >= 2.4),
  completion: readCompletion(
    options.respondWithOptions?.values ?? { formSubmittedText: options.formSubmittedText ?? undefined },
  ),
  ...readFormOptions(options),
});

/** The page, or what is wrong with it: its address can be given to others while its fields are still written. */
const tryForm = (context: Context, options: Options): Pick<WebhookSpec, 'form' | 'problem'> => {
  const leadsOn = leadsToPages(context);
  try {
    return { form: { ...readForm(context, options), leadsOn } };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const { message, description } = error;
    const empty: FormSpec = { title: '', fields: [], completion: readCompletion({}), leadsOn };
    return { form: empty, problem: { message, description } };
  }
};

/** The page and what becomes of what is sent. @throws NodeError */
const readSpec = (context: Context): WebhookSpec => {
  const options = context.parameter('options') as Options;
  const responseMode = context.parameter('responseMode') as string;
  if (!responseModes.includes(responseMode)) throw new NodeError(`A form cannot respond in the mode "${responseMode}"`);
  const leadsOn = leadsToPages(context);
  return {
    method: 'POST',
    path: readPath(context, context.parameter('path') || options.path),
    responseMode: leadsOn ? 'onReceived' : (responseMode as WebhookSpec['responseMode']),
    responseData: 'noData',
    authentication: readAuthentication(context.parameter('authentication')),
    ignoreBots: options.ignoreBots === true || undefined,
    ipAllowList: options.ipWhitelist || undefined,
    ...tryForm(context, options),
  };
};

const toItem = (context: Context, submission: FormSubmission, mode: Parameters<typeof toFormItem>[1]) => {
  const { useWorkflowTimezone = context.node.typeVersion > 2 } = context.parameter('options') as Options;
  const { query } = submission.request;
  const more: JsonObject = isObject(query) && Object.keys(query).length > 0 ? { formQueryParameters: query } : {};
  return toFormItem(submission, mode, useWorkflowTimezone ? context.timezone : 'UTC', more);
};

export const formTrigger = defineNode({
  name: formTriggerTypes[0],
  displayName: 'Form Trigger',
  description: 'Starts the workflow when someone submits a form hosted by this instance',
  versions: [1, 2, 2.1, 2.2, 2.3, 2.4, 2.5],
  defaultVersion: 2.5,
  aliases: [formTriggerTypes[1]],
  group: ['trigger'],
  defaults: { name: 'On form submission', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['form', 'survey', 'questionnaire', 'page', 'upload', 'submit', 'table'],
  },
  activationMessage: 'The form is now live.',
  eventTriggerDescription: 'Waiting for you to submit the test form',
  credentials: [{ name: 'httpBasicAuth', required: true, displayOptions: { show: { authentication: ['basicAuth'] } } }],
  parameters: formTriggerParameters,
  repeatable: true,
  webhooks: [
    {
      name: 'default',
      httpMethod: 'POST',
      path: '={{ $parameter.path || $parameter.options.path }}',
      isFullPath: true,
    },
  ],
  webhook: (context) => [readSpec(context)],
  execute(context) {
    const { trigger } = context;
    if (trigger?.kind === 'items') return [trigger.items];
    if (trigger?.kind === 'form') return [[toItem(context, trigger, context.execution.mode)]];
    throw new NodeError('A form trigger starts when its form is sent', {
      description: 'Execute the workflow and send the test form, or pin data to the node.',
    });
  },
});
