import type { NodeTypeDescription } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { nodeReference } from './node-reference.ts';

const letters: NodeTypeDescription = {
  name: 'core.letters',
  displayName: 'Letters & <b>more</b>',
  description: 'Writes *letters*',
  version: 2,
  defaultVersion: 2,
  aliases: ['n8n-nodes-base.letters'],
  group: ['transform'],
  icon: '',
  defaults: { name: 'Letters' },
  inputs: ['main'],
  outputs: ['main', { type: 'ai_tool', displayName: 'Refused' }],
  credentials: [{ name: 'postApi' }],
  properties: [
    { name: 'note', displayName: 'Look here', type: 'notice', default: '' },
    {
      name: 'kind',
      displayName: 'Kind',
      type: 'options',
      default: 'short',
      options: [
        { name: 'Short', value: 'short', description: 'A few words' },
        { name: 'Long', value: 'long' },
        { name: 'Old', value: 'old', displayOptions: { show: { '@version': [1] } } },
      ],
    },
    {
      name: 'pages',
      displayName: 'Pages',
      type: 'number',
      default: 3,
      required: true,
      displayOptions: { show: { kind: ['long'] } },
    },
    {
      name: 'pages',
      displayName: 'Pages of old',
      type: 'string',
      default: '',
      displayOptions: { show: { '@version': [{ _cnd: { lt: 2 } }] } },
    },
    {
      name: 'options',
      displayName: 'Options',
      type: 'collection',
      default: {},
      options: [
        {
          name: 'seal',
          displayName: 'Seal',
          type: 'boolean',
          default: true,
          description: 'Whether it is closed',
          displayOptions: { hide: { '/kind': ['short'], '/pages': [{ _cnd: { gte: 10 } }] } },
        },
      ],
    },
  ],
};

test('the page of a node type says what it is, what it takes, and when', () => {
  expect(nodeReference(letters, [1, 2], (name) => (name === 'postApi' ? 'Post' : name))).toBe(`# Letters & more

Writes \\*letters\\*.

| | |
|---|---|
| Type | \`core.letters\` |
| Runs workflows with | \`n8n-nodes-base.letters\` |
| Versions | 1, 2 |
| Inputs | items |
| Outputs | items, Refused |
| Credentials | Post |

## Parameters

These are the parameters of version 2. Older versions of the node in a workflow keep their own.

- **Kind** (\`kind\`; choice, *Short* unless chosen otherwise).
  - *Short* (\`short\`): A few words.
  - *Long* (\`long\`)
- **Pages** (\`pages\`; number, required, \`3\` by default). Shown where *Kind* is *Long*.
- **Options** (\`options\`; further options).
  - **Seal** (\`seal\`; yes or no, on by default). Whether it is closed. Shown where *Kind* is not *Short* and *Pages* is not 10 or more.
`);
});

test('a type without parameters says so', () => {
  const { properties: _, ...bare } = letters;
  expect(nodeReference(bare, [2], String)).toContain('It has none.');
});
