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
  text('binaryPropertyName', 'Input binary fields', {
    default: 'data',
    required: true,
    placeholder: 'data, data2',
    hint: 'The binary fields that contain the files, separated by commas',
  }),
  choice(
    'outputFormat',
    'Output format',
    { zip: 'Zip', gzip: 'Gzip' },
    {
      description: 'ZIP puts all files into one archive; gzip compresses each file on its own',
      ...show({ ...onCompress, '@version': [{ _cnd: { gte: 1.1 } }] }),
    },
  ),
  choice(
    'outputFormat',
    'Output format',
    { gzip: 'Gzip', zip: 'Zip' },
    {
      default: '',
      description: 'ZIP puts all files into one archive; gzip compresses each file on its own',
      ...show({ ...onCompress, '@version': [1] }),
    },
  ),
  text('fileName', 'File name', {
    required: true,
    placeholder: 'data.zip',
    description: 'The name of the archive',
    ...show({ ...onCompress, outputFormat: ['zip'] }),
  }),
  text('binaryPropertyOutput', 'Put output file in field', {
    default: 'data',
    placeholder: 'data',
    hint: 'The binary field to put the archive in',
    ...show({ ...onCompress, outputFormat: ['zip'] }),
  }),
  text('outputPrefix', 'Output prefix', {
    default: 'data',
    required: true,
    description: 'Prefix of the binary fields for the compressed files; a number is added',
    ...show({ ...onCompress, outputFormat: ['gzip'] }),
  }),
  text('outputPrefix', 'Output prefix', {
    default: 'file_',
    required: true,
    description: 'Prefix of the binary fields for the decompressed files; a number is added',
    ...show({ operation: ['decompress'] }),
  }),
] as const;
