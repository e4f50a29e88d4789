import { addMarkOption, encodingOption, stripMarkOption } from '../files/encodings.ts';
import { choice, collection, text, toggle } from '../service/field.ts';

const toJson = { mode: ['binaryToJson'] };
const toBinary = { mode: ['jsonToBinary'] };
const show = (conditions: Record<string, readonly unknown[]>) => ({ displayOptions: { show: conditions as never } });

const optionToJson = { '/mode': ['binaryToJson'] };
const optionToBinary = { '/mode': ['jsonToBinary'] };
const path = 'Use dots for nested fields, such as a.b.c.';

export const moveBinaryDataParameters = [
  choice('mode', 'Mode', { binaryToJson: 'Binary to JSON', jsonToBinary: 'JSON to binary' }),
  toggle('setAllData', 'Set all data', {
    default: true,
    description: 'Whether to set all fields of the item from the file. Otherwise its content goes into one field.',
    ...show(toJson),
  }),
  text('sourceKey', 'Source key', {
    default: 'data',
    required: true,
    description: 'The binary field that contains the file',
    ...show(toJson),
  }),
  text('destinationKey', 'Destination key', {
    default: 'data',
    required: true,
    description: `The field to put the content in. ${path}`,
    ...show({ ...toJson, setAllData: [false] }),
  }),
  toggle('convertAllData', 'Convert all data', {
    default: true,
    description: 'Whether to put all fields of the item into the file. Otherwise only one of them.',
    ...show(toBinary),
  }),
  text('sourceKey', 'Source key', {
    default: 'data',
    required: true,
    description: `The field to put into the file. ${path}`,
    ...show({ ...toBinary, convertAllData: [false] }),
  }),
  text('destinationKey', 'Destination key', {
    default: 'data',
    required: true,
    description: 'The binary field to put the file in',
    ...show(toBinary),
  }),
  collection(
    'options',
    'Options',
    [
      toggle('dataIsBase64', 'Data is Base64', {
        description: 'Whether the field contains base64',
        displayOptions: { hide: { useRawData: [true] }, show: { ...optionToBinary, '/convertAllData': [false] } },
      }),
      encodingOption,
      { ...stripMarkOption, displayOptions: { show: { ...stripMarkOption.displayOptions.show, ...optionToJson } } },
      { ...addMarkOption, displayOptions: { show: { ...addMarkOption.displayOptions.show, ...optionToBinary } } },
      text('fileName', 'File name', {
        placeholder: 'example.json',
        description: 'The name of the file',
        ...show(optionToBinary),
      }),
      toggle('jsonParse', 'JSON parse', {
        description: 'Whether to parse the content as JSON',
        displayOptions: { hide: { keepAsBase64: [true] }, show: { ...optionToJson, '/setAllData': [false] } },
      }),
      toggle('keepSource', 'Keep source', { description: 'Whether to keep the original data in the item' }),
      toggle('keepAsBase64', 'Keep as Base64', {
        description: 'Whether to put the content into the field as base64',
        displayOptions: { hide: { jsonParse: [true] }, show: { ...optionToJson, '/setAllData': [false] } },
      }),
      text('mimeType', 'MIME type', {
        default: 'application/json',
        placeholder: 'application/json',
        description: 'The MIME type of the file',
        ...show(optionToBinary),
      }),
      toggle('useRawData', 'Use raw data', {
        description: 'Whether to write text as is instead of as JSON',
        displayOptions: { hide: { dataIsBase64: [true] }, show: optionToBinary },
      }),
    ],
    { placeholder: 'Add option' },
  ),
] as const;
