import { afterEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

let idle: (() => void)[] = [];
const becomeIdle = async () => {
  for (const run of idle.splice(0)) run();
  await Promise.resolve();
  await Promise.resolve();
};
const withIdleCallbacks = () => {
  idle = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  vi.stubGlobal('cancelIdleCallback', () => idle.splice(0));
};

afterEach(() => vi.unstubAllGlobals());

test('parts are loaded one after the other, each when the page is idle, also after one that cannot be loaded', async () => {
  withIdleCallbacks();
  const loaded: string[] = [];
  const part = (name: string) => () => {
    loaded.push(name);
    return name === 'a' ? Promise.reject(new Error('gone')) : Promise.resolve();
  };
  whenIdle([part('a'), part('b')]);
  expect(loaded).toEqual([]);
  await becomeIdle();
  expect(loaded).toEqual(['a']);
  await becomeIdle();
  expect(loaded).toEqual(['a', 'b']);
});

test('nothing more is loaded after its end', async () => {
  withIdleCallbacks();
  const load = vi.fn(() => Promise.resolve());
  const end = whenIdle([load, load]);
  await becomeIdle();
  end();
  await becomeIdle();
  expect(load).toHaveBeenCalledOnce();
});
