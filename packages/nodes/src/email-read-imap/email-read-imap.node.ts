import { defineNode, type ListenContext } from '@millrace/engine/node-api';
import { testConnection } from '../connections/server.ts';
import { explainImap, isAnswer, openImap } from './imap.ts';
import { emailReadImapParameters } from './parameters.ts';
import { readSearchRules } from './search.ts';
import { type Watch, watchMailbox } from './watch.ts';

interface Options {
  allowUnauthorizedCerts?: boolean;
  customEmailConfig?: string;
  forceReconnect?: number;
  trackLastMessageId?: boolean;
}

/** From version 2.1 on; before, one execution got all. */
const mostInBatch = 20;
const unseen = '["UNSEEN"]';
const minute = 60_000;

const readWatch = (context: ListenContext<typeof emailReadImapParameters>, options: Options): Watch => {
  const format = context.parameter('format');
  const hasAttachments = format === 'resolved' || (format === 'simple' && context.parameter('downloadAttachments'));
  const { forceReconnect } = options;
  return {
    mailbox: context.parameter('mailbox'),
    rules: readSearchRules(options.customEmailConfig || unseen),
    marksAsRead: context.parameter('postProcessAction') === 'read',
    batch: context.node.typeVersion >= 2.1 ? mostInBatch : Number.POSITIVE_INFINITY,
    keepsPlace: options.trackLastMessageId !== false,
    longest: forceReconnect && forceReconnect > 0 ? forceReconnect * minute : undefined,
    format,
    attachmentPrefix: hasAttachments ? context.parameter('dataPropertyAttachmentsPrefixName') : undefined,
  };
};

export const emailReadImap = defineNode({
  name: 'core.emailReadImap',
  displayName: 'Email Trigger (IMAP)',
  description: 'Starts the workflow when a new email arrives (IMAP)',
  aliases: ['n8n-nodes-base.emailReadImap'],
  versions: [1, 2, 2.1, 2.2],
  defaultVersion: 2.1,
  group: ['trigger'],
  defaults: { name: 'Email Trigger (IMAP)', color: '#cf4a8c' },
  inputs: [],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  eventTriggerDescription: 'Waiting for an email',
  codex: {
    categories: ['Communication', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['email', 'mail', 'inbox', 'receive'],
  },
  credentials: [{ name: 'imap', required: true, testedBy: 'imapConnectionTest' }],
  parameters: emailReadImapParameters,
  methods: {
    credentialTest: {
      imapConnectionTest: (context, credential) =>
        testConnection(context, async (context) => (await openImap(context, credential)).close()),
    },
  },
  async listen(context) {
    const options = context.parameter('options') as Options;
    const watch = readWatch(context, options);
    const credential = await context.credential('imap');
    const { allowUnauthorizedCerts } = options;
    const client = await openImap(context, credential, { usedCredential: 'imap', allowUnauthorizedCerts });
    try {
      await watchMailbox(context, client, watch);
    } catch (error) {
      if (context.signal.aborted) return;
      throw client.usable && !isAnswer(error) ? error : explainImap(error, credential);
    } finally {
      client.close();
    }
  },
});
