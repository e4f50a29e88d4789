import { choice, text } from '../service/field.ts';

const onCompress = { operation: ['compress'] };
const show = (conditions: Record<string, readonly unknown[]>) => ({ displayOptions: { show: conditions as never } });

export const compressionParameters = [
  choice(
    'operation',
    'Operation',
    { compress: 'Compress', decompress: 'Decompress' },
    {
      noDataExpression: true,
      default: 'decompress',
    },
  ),
  text('binaryPropertyName', 'Input Binary Fields', {
    default: 'data',
    required: true,
    placeholder: 'data, data2',
    hint: 'The names of the binary fields that have the files, separated by commas',
  }),
  choice(
    'outputFormat',
    'Output Format',
    { zip: 'Zip', gzip: 'Gzip' },
    {
      description: 'A ZIP archive holds all files; gzip packs each of them',
      ...show({ ...onCompress, '@version': [{ _cnd: { gte: 1.1 } }] }),
    },
  ),
  choice(
    'outputFormat',
    'Output Format',
    { gzip: 'Gzip', zip: 'Zip' },
    {
      default: '',
      description: 'A ZIP archive holds all files; gzip packs each of them',
      ...show({ ...onCompress, '@version': [1] }),
    },
  ),
  text('fileName', 'File Name', {
    required: true,
    placeholder: 'data.zip',
    description: 'Name of the archive',
    ...show({ ...onCompress, outputFormat: ['zip'] }),
  }),
  text('binaryPropertyOutput', 'Put Output File in Field', {
    default: 'data',
    placeholder: 'data',
    hint: 'The name of the binary field that the archive goes to',
    ...show({ ...onCompress, outputFormat: ['zip'] }),
  }),
  text('outputPrefix', 'Output Prefix', {
    default: 'data',
    required: true,
    description: 'What the binary fields of the packed files begin with; a number follows',
    ...show({ ...onCompress, outputFormat: ['gzip'] }),
  }),
  text('outputPrefix', 'Output Prefix', {
    default: 'file_',
    required: true,
    description: 'What the binary fields of the unpacked files begin with; a number follows',
    ...show({ operation: ['decompress'] }),
  }),
] as const;
