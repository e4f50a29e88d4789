import type { ParameterDefinition } from '@millrace/contract/data';
import { customCssOption } from '../forms/options.ts';
import { userAuthentication } from '../webhook/call-spec.ts';

const responseModes = [
  { name: 'When last node finishes', value: 'lastNode', description: 'Respond with the data of the last node' },
  {
    name: 'Using a Respond to Webhook node',
    value: 'responseNode',
    description: 'Respond with the result of a Respond to Webhook node',
  },
  { name: 'Using Response Nodes', value: 'responseNodes', description: 'With what Chat nodes of the workflow say' },
  { name: 'Streaming', value: 'streaming', description: 'Stream the response as a node generates it' },
] as const;

const hosted = { show: { '/mode': ['hostedChat'], '/public': [true] } } as const;

/** All versions of the Chat Trigger. */
export const chatTriggerParameters = [
  {
    name: 'public',
    displayName: 'Make chat publicly available',
    type: 'boolean',
    default: false,
    description: 'Whether other people can chat with the active workflow. Test calls always work.',
  },
  {
    name: 'mode',
    displayName: 'Mode',
    type: 'options',
    default: 'hostedChat',
    options: [
      { name: 'Hosted chat', value: 'hostedChat', description: 'A page hosted by this instance' },
      { name: 'Embedded chat', value: 'webhook', description: 'Your own page posts messages to the URL' },
    ],
    displayOptions: { show: { public: [true] } },
  },
  {
    name: 'authentication',
    displayName: 'Authentication',
    type: 'options',
    default: 'none',
    options: [{ name: 'Basic', value: 'basicAuth' }, { name: 'None', value: 'none' }, userAuthentication],
    displayOptions: { show: { public: [true] } },
    description: 'How people must authenticate before they can chat',
  },
  {
    name: 'initialMessages',
    displayName: 'Initial messages',
    type: 'string',
    default: 'Hi there! 👋\nHow can I help you today?',
    typeOptions: { rows: 3 },
    displayOptions: { show: { mode: ['hostedChat'], public: [true] } },
    description: 'Messages shown when the chat opens, one per line',
  },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    options: [
      {
        name: 'allowedOrigins',
        displayName: 'Allowed origins (CORS)',
        type: 'string',
        default: '*',
        displayOptions: { show: { '/public': [true] } },
        description: 'Websites that may call the URL, separated by commas. Use * for any site.',
      },
      {
        name: 'allowFileUploads',
        displayName: 'Allow file uploads',
        type: 'boolean',
        default: false,
        description: 'Whether people can attach files',
      },
      {
        name: 'allowedFilesMimeTypes',
        displayName: 'Allowed file types',
        type: 'string',
        default: '*',
        placeholder: 'image/*, application/pdf',
        displayOptions: { show: { allowFileUploads: [true] } },
        description: 'Media types, separated by commas. Use * for any file.',
      },
      { ...customCssOption, displayOptions: hosted },
      {
        name: 'inputPlaceholder',
        displayName: 'Input placeholder',
        type: 'string',
        default: 'Type your question..',
        displayOptions: hosted,
      },
      {
        name: 'loadPreviousSession',
        displayName: 'Load previous session',
        type: 'options',
        default: 'notSupported',
        options: [
          { name: 'Off', value: 'notSupported' },
          {
            name: 'From memory',
            value: 'memory',
            description: 'Whatever the connected memory has stored; nothing without one',
          },
          {
            name: 'Handled by the workflow',
            value: 'manually',
            description: 'Calls the workflow with the action loadPreviousSession',
          },
        ],
        displayOptions: { show: { '/public': [true] } },
        description: 'Where earlier messages come from when someone reopens the page',
      },
      {
        name: 'responseMode',
        displayName: 'Response mode',
        type: 'options',
        default: 'lastNode',
        options: responseModes,
        description: 'Where the response comes from',
      },
      {
        name: 'showWelcomeScreen',
        displayName: 'Welcome screen',
        type: 'boolean',
        default: false,
        displayOptions: hosted,
        description: 'Kept for older workflows. The page starts with the initial messages.',
      },
      {
        name: 'subtitle',
        displayName: 'Subtitle',
        type: 'string',
        default: "Start a chat. We're here to help you 24/7.",
        displayOptions: hosted,
      },
      { name: 'title', displayName: 'Title', type: 'string', default: 'Hi there! 👋', displayOptions: hosted },
    ],
  },
] as const satisfies readonly ParameterDefinition[];
