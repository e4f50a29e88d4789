import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { renderAtAddress } from '../ui/render-for-test.tsx';
import { SessionContext } from '../workflow/hooks.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { Canvas } from './Canvas.tsx';

/** Renders the canvas of a session in a window of 1440 by 900: nothing has a size here by itself, and what is out of sight is not rendered. */
export const renderCanvas = async (session: WorkflowSession) => {
  for (const [side, size] of Object.entries({ offsetWidth: 1440, offsetHeight: 900 })) {
    vi.spyOn(HTMLElement.prototype, side as 'offsetWidth', 'get').mockReturnValue(size);
  }
  const element = (
    <SessionContext value={session}>
      <Canvas />
    </SessionContext>
  );
  return act(() => renderAtAddress(element, '/workflow'));
};
