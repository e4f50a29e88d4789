import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { useRegionKey } from './region-key.ts';

const Screen = () => {
  useRegionKey();
  return (
    <>
      <nav aria-label="Main">
        <a href="#a">Overview</a>
      </nav>
      <main>
        <header>
          <button type="button">Save</button>
        </header>
        <section aria-label="Canvas">
          <button type="button">First tile</button>
          <div className="react-flow__node selected" tabIndex={-1}>
            Node
          </div>
        </section>
        <section aria-label="Log">
          <header>
            <button type="button">Open</button>
          </header>
        </section>
      </main>
    </>
  );
};

afterEach(cleanup);

test('F6 leads from each part of the screen to the next one, to what is selected on the canvas, and with Shift back', async () => {
  render(<Screen />);
  const user = userEvent.setup();
  const places: (string | null | undefined)[] = [];
  for (let press = 0; press < 5; press++) {
    await user.keyboard('{F6}');
    places.push(document.activeElement?.textContent);
  }
  expect(places).toEqual(['Overview', 'Save', 'Node', 'Open', 'Overview']);
  await user.keyboard('{Shift>}{F6}{/Shift}');
  expect(document.activeElement?.textContent).toBe('Open');
});
