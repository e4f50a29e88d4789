import { defineNode } from '@millrace/engine/node-api';
import { removeDuplicatesDescription } from './description.ts';
import { comparison, comparisonOptions, firstOfEach } from './within-input.ts';

/** Versions 1: within the input only. */
export const removeDuplicatesNodeV1 = defineNode({
  ...removeDuplicatesDescription,
  versions: [1, 1.1],
  parameters: [
    ...comparison,
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: comparisonOptions,
      displayOptions: { show: { compare: ['allFieldsExcept', 'selectedFields'] } },
    },
  ],
  execute: (context) => [firstOfEach(context, context.parameter('options'))],
});
