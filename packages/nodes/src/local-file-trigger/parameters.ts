import { choice, choices, collection, text, toggle } from '../service/field.ts';

const onFolder = { displayOptions: { show: { triggerOn: ['folder'] } } };
const onFile = { displayOptions: { show: { triggerOn: ['file'] } } };

export const localFileTriggerParameters = [
  choice(
    'triggerOn',
    'Trigger on',
    { file: 'Changes to a specific file', folder: 'Changes involving a specific folder' },
    { required: true },
  ),
  text('path', 'File to watch', {
    required: true,
    placeholder: 'invoices/1.pdf',
    description: 'A file in a folder that nodes can access',
    ...onFile,
  }),
  text('path', 'Folder to watch', {
    required: true,
    placeholder: 'invoices',
    description: 'A folder that nodes can access, or one inside it',
    ...onFolder,
  }),
  choices(
    'events',
    'Watch for',
    {
      add: 'File added',
      change: 'File changed',
      unlink: 'File deleted',
      addDir: 'Folder added',
      unlinkDir: 'Folder deleted',
    },
    { required: true, description: 'The event that starts the workflow', ...onFolder },
  ),
  collection(
    'options',
    'Options',
    [
      toggle('awaitWriteFinish', 'Await write finish', {
        description: 'Whether to wait until a file has stopped growing for two seconds',
      }),
      {
        displayName: 'Max folder depth',
        name: 'depth',
        type: 'options',
        options: [
          { name: 'Unlimited', value: -1 },
          { name: '5 levels down', value: 5 },
          { name: '4 levels down', value: 4 },
          { name: '3 levels down', value: 3 },
          { name: '2 levels down', value: 2 },
          { name: '1 level down', value: 1 },
          { name: 'Top folder only', value: 0 },
        ],
        default: -1,
        description: 'How many levels of subfolders to watch',
      },
      text('ignored', 'Ignore', {
        placeholder: '**/*.txt',
        description: 'Files to ignore, as a pattern for the full path or the name',
      }),
      toggle('ignoreInitial', 'Ignore existing files/folders', {
        default: true,
        description: 'Whether to ignore files that already exist when the workflow is activated',
      }),
      toggle('usePolling', 'Use polling', {
        description: "Whether to check for changes every few seconds, for network drives that don't report them",
      }),
    ],
    { placeholder: 'Add option' },
  ),
] as const;
