import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { NodeDocumentation } from './NodeDocumentation.tsx';

const letters = (version: number) => ({
  name: 'core.letters',
  version,
  aliases: ['public.letters'],
  displayName: 'Letters',
  description: 'Writes letters',
  inputs: ['main'],
  outputs: ['main'],
  credentials: [{ name: 'postApi' }],
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('the page of a node is made of what the instance says of its type, also where the node has a public name', async () => {
  fakeServer({
    'GET /node-types': { data: [letters(1), letters(2)] },
    'POST /node-types': {
      data: [
        {
          ...letters(2),
          properties: [{ name: 'paper', displayName: 'Paper <img src=x>', type: 'string', default: '' }],
        },
      ],
    },
    'GET /credential-types': { data: [{ name: 'postApi', displayName: 'Post', properties: [] }] },
  });
  await renderAtAddress(<NodeDocumentation type="public.letters" version={2} />, '/workflow');
  expect(await screen.findByText('Letters')).toBeTruthy();
  expect(await screen.findByText('Post')).toBeTruthy();
  expect(screen.getByText('1, 2')).toBeTruthy();
  expect(screen.getByText('Paper')).toBeTruthy();
});
