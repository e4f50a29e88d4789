import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { NodeTypes } from '../../api/node-types.ts';
import { closeAllDialogs, openDialog, useOpenDialogs } from '../../dialogs/stack.ts';
import { documentOf } from '../../workflow/document-for-test.ts';
import { openSession } from '../../workflow/session.ts';
import { tellActivated } from './tell-activated.ts';

afterEach(closeAllDialogs);

test('who is in another dialog by the time that a workflow is active is not taken out of it', () => {
  localStorage.clear();
  const session = openSession(documentOf('A'), { id: '5', revision: 1 });
  const names = () => renderHook(useOpenDialogs).result.current.map(({ name }) => name);
  openDialog('tags', {});
  tellActivated(session, new Map() as unknown as NodeTypes);
  expect(names()).toEqual(['tags']);
  session.dispose();
});
