import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../api/server-for-test.ts';
import { userFor } from '../start/user-for-test.ts';
import { renderAtAddress } from '../ui/render-for-test.tsx';
import { UnknownNode } from './UnknownNode.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const node = (type: string) => ({
  name: 'Send it',
  type,
  position: [0, 0] as [number, number],
  parameters: { resource: 'message', options: { retries: 3 } },
});

const show = (type: string, role: 'owner' | 'member') => {
  fakeServer({
    'GET /settings': {
      data: { userManagement: { enabled: true, showSetupOnFirstLoad: false }, templates: { enabled: false } },
    },
    'GET /login': { data: userFor(role) },
  });
  return renderAtAddress(<UnknownNode node={node(type)} />, '/workflow/1');
};

it('names the package that is missing, and leads who may install it to the place for that', async () => {
  await show('n8n-nodes-mailer.mail', 'owner');
  expect(screen.getByText(/It belongs to the package n8n-nodes-mailer/)).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Open community nodes' });
  expect(link.getAttribute('href')).toBe('/settings/community-nodes');
});

it.each([
  ['n8n-nodes-mailer.mail', 'member'],
  ['n8n-nodes-base.mail', 'owner'],
] as const)('leads nowhere else: %s, %s', async (type, role) => {
  await show(type, role);
  expect(await screen.findByText(/version 1/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('shows what the node is set to, which is kept', async () => {
  await show('n8n-nodes-mailer.mail', 'owner');
  const text = await screen.findByRole('textbox', { name: 'Parameters as they are stored' });
  expect(text.textContent ?? '').toContain('"retries": 3');
});
