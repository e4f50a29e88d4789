import { cleanup, fireEvent, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { Toasts } from '../../ui/Toasts.tsx';
import { showToast } from '../../ui/toasts.ts';
import { documentOf } from '../../workflow/document-for-test.ts';
import { reportImport } from '../../workflow/import-report.ts';
import { onNotice } from '../../workflow/notices.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { useShownSession } from './shown-session.ts';

const Shown = ({ session }: { session: WorkflowSession }) => {
  const [isLeft, setLeft] = useState(false);
  useShownSession(isLeft ? null : session);
  return (
    <>
      <button type="button" onClick={() => setLeft(true)}>
        Leave
      </button>
      <Toasts />
    </>
  );
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what an import had to say goes when the workflow is left', async () => {
  fakeServer({});
  const end = onNotice(({ kind, title, topic, sticky }) => showToast(kind, title, { topic, sticky }));
  const session = openSession(documentOf('A'), { id: '5', revision: 1 });
  renderInApp(<Shown session={session} />);
  void reportImport({
    success: true,
    workflow: { name: 'A', nodes: [], connections: {} },
    notes: [{ path: ['meta'], was: 1 }],
  } as never);
  const toast = await screen.findByText(/not as (it was|they were)/);
  const gone = waitForElementToBeRemoved(toast);
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await gone;
  end();
});
