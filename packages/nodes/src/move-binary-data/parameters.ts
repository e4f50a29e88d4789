import { addMarkOption, encodingOption, stripMarkOption } from '../files/encodings.ts';
import { choice, collection, text, toggle } from '../service/field.ts';

const toJson = { mode: ['binaryToJson'] };
const toBinary = { mode: ['jsonToBinary'] };
const show = (conditions: Record<string, readonly unknown[]>) => ({ displayOptions: { show: conditions as never } });

const optionToJson = { '/mode': ['binaryToJson'] };
const optionToBinary = { '/mode': ['jsonToBinary'] };
const path = 'Dots lead into objects: a.b.c.';

export const moveBinaryDataParameters = [
  choice('mode', 'Mode', { binaryToJson: 'Binary to JSON', jsonToBinary: 'JSON to Binary' }),
  toggle('setAllData', 'Set All Data', {
    default: true,
    description: 'Whether all fields of the item are those of the file. Otherwise its content goes into one field.',
    ...show(toJson),
  }),
  text('sourceKey', 'Source Key', {
    default: 'data',
    required: true,
    description: 'Name of the binary property that has the file',
    ...show(toJson),
  }),
  text('destinationKey', 'Destination Key', {
    default: 'data',
    required: true,
    description: `Name of the field that the content goes to. ${path}`,
    ...show({ ...toJson, setAllData: [false] }),
  }),
  toggle('convertAllData', 'Convert All Data', {
    default: true,
    description: 'Whether all fields of the item go into the file. Otherwise one of them does.',
    ...show(toBinary),
  }),
  text('sourceKey', 'Source Key', {
    default: 'data',
    required: true,
    description: `Name of the field that goes into the file. ${path}`,
    ...show({ ...toBinary, convertAllData: [false] }),
  }),
  text('destinationKey', 'Destination Key', {
    default: 'data',
    required: true,
    description: 'Name of the binary property that the file goes to',
    ...show(toBinary),
  }),
  collection(
    'options',
    'Options',
    [
      toggle('dataIsBase64', 'Data Is Base64', {
        description: 'Whether the field has the bytes as base64',
        displayOptions: { hide: { useRawData: [true] }, show: { ...optionToBinary, '/convertAllData': [false] } },
      }),
      encodingOption,
      { ...stripMarkOption, displayOptions: { show: { ...stripMarkOption.displayOptions.show, ...optionToJson } } },
      { ...addMarkOption, displayOptions: { show: { ...addMarkOption.displayOptions.show, ...optionToBinary } } },
      text('fileName', 'File Name', {
        placeholder: 'example.json',
        description: 'Name of the file',
        ...show(optionToBinary),
      }),
      toggle('jsonParse', 'JSON Parse', {
        description: 'Whether the content is read as JSON',
        displayOptions: { hide: { keepAsBase64: [true] }, show: { ...optionToJson, '/setAllData': [false] } },
      }),
      toggle('keepSource', 'Keep Source', { description: 'Whether what was converted stays in the item too' }),
      toggle('keepAsBase64', 'Keep As Base64', {
        description: 'Whether the field gets the bytes as base64',
        displayOptions: { hide: { jsonParse: [true] }, show: { ...optionToJson, '/setAllData': [false] } },
      }),
      text('mimeType', 'MIME Type', {
        default: 'application/json',
        placeholder: 'application/json',
        description: 'Media type of the file',
        ...show(optionToBinary),
      }),
      toggle('useRawData', 'Use Raw Data', {
        description: 'Whether text is written as it is, and not as JSON',
        displayOptions: { hide: { dataIsBase64: [true] }, show: optionToBinary },
      }),
    ],
    { placeholder: 'Add option' },
  ),
] as const;
