import { choice, choices, collection, text, toggle } from '../service/field.ts';

const onFolder = { displayOptions: { show: { triggerOn: ['folder'] } } };
const onFile = { displayOptions: { show: { triggerOn: ['file'] } } };

export const localFileTriggerParameters = [
  choice(
    'triggerOn',
    'Trigger On',
    { file: 'Changes to a Specific File', folder: 'Changes Involving a Specific Folder' },
    { required: true },
  ),
  text('path', 'File to Watch', {
    required: true,
    placeholder: 'invoices/1.pdf',
    description: 'A file in a folder that is open to nodes',
    ...onFile,
  }),
  text('path', 'Folder to Watch', {
    required: true,
    placeholder: 'invoices',
    description: 'A folder that is open to nodes, or one in it',
    ...onFolder,
  }),
  choices(
    'events',
    'Watch For',
    {
      add: 'File Added',
      change: 'File Changed',
      unlink: 'File Deleted',
      addDir: 'Folder Added',
      unlinkDir: 'Folder Deleted',
    },
    { required: true, description: 'What starts an execution', ...onFolder },
  ),
  collection(
    'options',
    'Options',
    [
      toggle('awaitWriteFinish', 'Await Write Finish', {
        description: 'Whether a file counts as added or changed only when it has not grown for two seconds',
      }),
      {
        displayName: 'Max Folder Depth',
        name: 'depth',
        type: 'options',
        options: [
          { name: 'Unlimited', value: -1 },
          { name: '5 Levels Down', value: 5 },
          { name: '4 Levels Down', value: 4 },
          { name: '3 Levels Down', value: 3 },
          { name: '2 Levels Down', value: 2 },
          { name: '1 Level Down', value: 1 },
          { name: 'Top Folder Only', value: 0 },
        ],
        default: -1,
        description: 'How deep into the folder is looked',
      },
      text('ignored', 'Ignore', {
        placeholder: '**/*.txt',
        description: 'Files that start nothing: a pattern that is compared with the whole path and with the name',
      }),
      toggle('ignoreInitial', 'Ignore Existing Files/Folders', {
        default: true,
        description: 'Whether what is there when the workflow is activated starts nothing',
      }),
      toggle('usePolling', 'Use Polling', {
        description:
          'Whether the files are looked at every few seconds, for disks of the network that tell of no changes',
      }),
    ],
    { placeholder: 'Add option' },
  ),
] as const;
