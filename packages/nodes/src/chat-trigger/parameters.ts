import type { ParameterDefinition } from '@millrace/contract/data';
import { customCssOption } from '../forms/options.ts';

const responseModes = [
  { name: 'When Last Node Finishes', value: 'lastNode', description: 'With the data of the last node' },
  {
    name: "Using 'Respond to Webhook' Node",
    value: 'responseNode',
    description: 'With what a Respond to Webhook node of the workflow answers',
  },
  { name: 'Using Response Nodes', value: 'responseNodes', description: 'With what Chat nodes of the workflow say' },
  { name: 'Streaming', value: 'streaming', description: 'With pieces of the answer while a node makes it' },
] as const;

const hosted = { show: { '/mode': ['hostedChat'], '/public': [true] } } as const;

/** All versions of the Chat Trigger. */
export const chatTriggerParameters = [
  {
    name: 'public',
    displayName: 'Make Chat Publicly Available',
    type: 'boolean',
    default: false,
    description: 'Whether others can talk to the active workflow; test calls reach it in any case',
  },
  {
    name: 'mode',
    displayName: 'Mode',
    type: 'options',
    default: 'hostedChat',
    options: [
      { name: 'Hosted Chat', value: 'hostedChat', description: 'A page of this instance' },
      { name: 'Embedded Chat', value: 'webhook', description: 'Your own page posts messages to the address' },
    ],
    displayOptions: { show: { public: [true] } },
  },
  {
    name: 'authentication',
    displayName: 'Authentication',
    type: 'options',
    default: 'none',
    options: [
      { name: 'Basic', value: 'basicAuth' },
      { name: 'None', value: 'none' },
    ],
    displayOptions: { show: { public: [true] } },
    description: 'How whoever talks must prove who they are',
  },
  {
    name: 'initialMessages',
    displayName: 'Initial Messages',
    type: 'string',
    default: 'Hi there! 👋\nHow can I help you today?',
    typeOptions: { rows: 3 },
    displayOptions: { show: { mode: ['hostedChat'], public: [true] } },
    description: 'What is said to begin with, a message in each line',
  },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    options: [
      {
        name: 'allowedOrigins',
        displayName: 'Allowed Origins (CORS)',
        type: 'string',
        default: '*',
        displayOptions: { show: { '/public': [true] } },
        description: 'Web sites whose pages may call the address, joined by commas; * is every site',
      },
      {
        name: 'allowFileUploads',
        displayName: 'Allow File Uploads',
        type: 'boolean',
        default: false,
        description: 'Whether files may be sent with messages',
      },
      {
        name: 'allowedFilesMimeTypes',
        displayName: 'Allowed File Types',
        type: 'string',
        default: '*',
        placeholder: 'image/*, application/pdf',
        displayOptions: { show: { allowFileUploads: [true] } },
        description: 'Media types, joined by commas; * is every file',
      },
      { ...customCssOption, displayOptions: hosted },
      {
        name: 'inputPlaceholder',
        displayName: 'Input Placeholder',
        type: 'string',
        default: 'Type your question..',
        displayOptions: hosted,
      },
      {
        name: 'loadPreviousSession',
        displayName: 'Load Previous Session',
        type: 'options',
        default: 'notSupported',
        options: [
          { name: 'Off', value: 'notSupported' },
          { name: 'From Memory', value: 'memory', description: 'What a memory has kept; without one nothing' },
          {
            name: 'By the Workflow',
            value: 'manually',
            description: 'The workflow is called with the action loadPreviousSession',
          },
        ],
        displayOptions: { show: { '/public': [true] } },
        description: 'Where what was said before comes from when a page is opened again',
      },
      {
        name: 'responseMode',
        displayName: 'Response Mode',
        type: 'options',
        default: 'lastNode',
        options: responseModes,
        description: 'Where answers come from',
      },
      {
        name: 'showWelcomeScreen',
        displayName: 'Welcome Screen',
        type: 'boolean',
        default: false,
        displayOptions: hosted,
        description: 'Kept for workflows that have it: the page begins with the initial messages',
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
