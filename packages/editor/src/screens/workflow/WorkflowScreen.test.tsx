import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { graph, setType } from '../../workflow/document-for-test.ts';
import { WorkflowScreen } from './WorkflowScreen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a save that met changes of someone else asks which to keep', async () => {
  const conflict = {
    revision: 2,
    changes: [{ revision: 2, patches: [{ op: 'replace', path: '/name', value: 'Theirs' }] }],
  };
  fakeServer({
    'GET /node-types': { data: [setType] },
    'POST /node-types': { data: [{ ...setType, properties: [] }] },
    'GET /settings': { data: {} },
    'GET /workflows/5': { data: { ...graph('A'), id: '5', active: false, revision: 1 } },
    'POST /workflows/5/patches': {
      status: 409,
      body: { code: 2001, error: 'workflowConflict', message: 'Changed.', conflict },
    },
  });
  await renderAtAddress(<WorkflowScreen id="5" />, '/workflow/5');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Rename workflow/ }));
  await user.keyboard('Mine{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Someone else changed this workflow' })).toBeTruthy();
});
