import type { NodeDefinition } from '@millrace/engine/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf, openTestSandbox, runWithCode } from './sandbox.testing.ts';

/** What code must not be able to do. */

const sandbox = openTestSandbox({ timeout: 1500, memoryMegabytes: 64, mostOutputBytes: 2_000_000 });
let code: NodeDefinition;
beforeAll(async () => {
  code = await nodeOf('core.code', 2);
  await sandbox.start();
});
afterAll(() => sandbox.close());

const run = (jsCode: string) => runWithCode(sandbox.client, code, { parameters: { jsCode } });
const evaluate = async (expression: string) => (await run(`return { value: ${expression} }`)).json[0]?.value;
const works = async () => expect(await evaluate('1')).toBe(1);

describe('the process around the code', () => {
  test.each([
    'typeof process',
    'typeof WebAssembly',
    'typeof SharedArrayBuffer',
    'typeof Atomics',
    'typeof module',
    'typeof Bun + typeof Deno',
    'typeof globalThis.constructor.constructor("return process")',
    'typeof console.log.constructor("return this.process")()',
    'typeof (await (async () => {})().constructor)',
    'typeof require("crypto").randomBytes.constructor("return this.process")()',
    'typeof (await $helpers.httpRequest.constructor("return this.process")())',
    'typeof setTimeout.constructor("return this.process")()',
  ])('%s finds nothing of it', async (expression) => {
    expect(['undefined', 'undefinedundefined', 'function']).toContain(await evaluate(expression));
  });

  test.each([
    'require("fs")',
    'require("child_process")',
    'require("node:net")',
    'require("../../etc/passwd")',
    'require("__proto__")',
    'await import("fs")',
    'await import("data:text/javascript,export default 1")',
    'process.env',
    'this.constructor.constructor("return process.env")()',
    'require("crypto").constructor.constructor("return process.env")()',
  ])('%s is refused', async (expression) => {
    expect((await run(`return { value: ${expression} }`)).error).toBeDefined();
    await works();
  });

  test('errors that come from it lead to nothing of it', async () => {
    const value = await evaluate(
      '(() => { try { $("Nobody") } catch (error) { return typeof error.constructor.constructor("return this.process")() } })()',
    );
    expect(value).toBe('undefined');
  });
});

describe('limits', () => {
  test('what spins is ended, and the next code runs', async () => {
    expect((await run('while (true);')).error?.message).toContain('more than 1.5 seconds');
    await works();
  });

  test('what waits for ever is ended', async () => {
    expect((await run('await new Promise(() => {})')).error?.message).toContain('more than 1.5 seconds');
  });

  test.each([
    'const list = []; for (;;) list.push(new Array(100000).fill({}))',
    'new Array(1e9).fill(0)',
    '"x".repeat(2 ** 29 - 24).split("")',
    'const list = []; for (;;) list.push(new Float64Array(1e6).fill(1))',
    'const fork = () => { Promise.resolve().then(fork); Promise.resolve().then(fork); setTimeout(fork) }; fork(); await new Promise(() => {})',
    'require("zlib").gunzipSync(require("zlib").gzipSync("x".repeat(3e8)))',
  ])('%s costs itself only', async (source) => {
    expect((await run(source)).error).toBeDefined();
    await works();
  });

  test('others run while one spins', async () => {
    const spinning = run('while (true);');
    await works();
    await works();
    expect((await spinning).error).toBeDefined();
  });

  test('a rejection that nobody handles, also after the end, harms nobody', async () => {
    expect(
      (
        await run(
          'Promise.reject(new Error("lost")); setTimeout(() => { throw new Error("later") }, 1); return { a: 1 }',
        )
      ).json,
    ).toEqual([{ a: 1 }]);
    await works();
    await works();
  });

  test('a result that is too large is refused', async () => {
    expect((await run('return { text: "x".repeat(3e6) }')).error?.message).toContain('too large');
  });

  test('stopping the run ends the code at once', async () => {
    const stop = new AbortController();
    const asked = Promise.withResolvers<void>();
    const task = { language: 'javascript', form: 'once', items: [], timezone: 'UTC', runIndex: 0 } as const;
    const running = sandbox.client.run(
      {
        ...task,
        source: 'this.evaluateExpression("1"); while (true);',
        call: () => {
          asked.resolve();
          return { value: 1 };
        },
        log: () => {},
      },
      stop.signal,
    );
    await asked.promise;
    stop.abort(new Error('Stopped'));
    await expect(running).rejects.toThrow('Stopped');
    await works();
  });
});

describe('from one run to the next', () => {
  test('nothing stays: neither globals, nor prototypes, nor what modules are', async () => {
    await run(`
      globalThis.left = 1; Object.prototype.left = 1; Array.prototype.map = () => ['stolen'];
      JSON.stringify = () => '{"value":{"json":{"left":1}},"staticData":{}}'; JSON.parse = () => ({ left: 1 });
      require('crypto').randomBytes = () => 'left'; DateTime.now = () => 'left'; Buffer.from = () => 'left';
      $jmespath.left = 1; console.log = () => { throw new Error('left') };
      return [];`);
    expect(
      await evaluate(
        '[typeof left, {}.left ?? "none", [1].map((x) => x)[0], typeof require("crypto").randomBytes(2), typeof DateTime.now(), Buffer.from("a").length, $jmespath.left ?? "none"]',
      ),
    ).toEqual(['undefined', 'none', 1, 'object', 'object', 1, 'none']);
  });

  test('memory that was not written holds nothing of others', async () => {
    await run('const secret = Buffer.alloc(1e6, "canary-of-another-run"); return { length: secret.length }');
    expect(
      await evaluate(
        'Array.from({ length: 20 }, () => Buffer.allocUnsafe(1e4).toString("latin1")).some((text) => text.includes("canary"))',
      ),
    ).toBe(false);
  });
});

describe('what the code changes of its own language', () => {
  test.each([
    ['JSON.stringify = () => "no JSON"', 'console.log("x")'],
    ['JSON.stringify = () => "7"', 'console.log("x")'],
    ['JSON.stringify = () => 7', 'console.log("x")'],
    ['JSON.stringify = () => { throw new Error("no") }', 'console.log("x")'],
    ['Array.prototype.map = () => ({})', 'console.log("x")'],
    ['String.prototype.slice = () => ({}); Object.entries = () => 1', 'console.log({ a: 1 }, "x".repeat(100_000))'],
    ['JSON.stringify = () => "no JSON"', '$("Other").all()'],
    ['JSON.parse = () => { throw new Error("no") }', '$("Other").all()'],
    ['JSON.stringify = () => "{}"', 'return [{ json: {} }]'],
    ['JSON.stringify = () => "null"', 'return [{ json: {} }]'],
    ['JSON.stringify = () => \'{"value":1,"staticData":7}\'', 'return [{ json: {} }]'],
    ['JSON.stringify = () => \'{"failure":7}\'', 'return [{ json: {} }]'],
    ['JSON.stringify = () => \'{"failure":{"message":{"a":1},"stack":9,"line":"x"}}\'', 'return [{ json: {} }]'],
  ])('harms nobody else: %s, %s', async (change, use) => {
    await run(`${change};\n${use}`);
    await works();
  });
});

describe('results', () => {
  test('are plain copies of getters, proxies and thenables', async () => {
    expect((await run('return { get a() { return 1 }, b: new Proxy({ c: 1 }, {}), then: undefined }')).json).toEqual([
      { a: 1, b: { c: 1 } },
    ]);
    expect((await run('return { then: (resolve) => resolve({ a: 1 }) }')).json).toEqual([{ a: 1 }]);
    const { json } = await run('return JSON.parse(\'{"__proto__":{"admin":true},"constructor":1}\')');
    expect(Object.keys(json[0] ?? {})).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test.each([
    ['const a = {}; a.a = a; return a', 'cannot be written as JSON'],
    ['return { toJSON() { throw new Error("no") } }', 'cannot be written as JSON'],
    ['return { big: 10n }', 'cannot be written as JSON'],
    ['return () => {}', 'function'],
    ['return new Proxy({}, { ownKeys() { throw new Error("trap") } })', 'cannot be written as JSON'],
    ['throw { get message() { throw new Error("twice") }, toString() { throw new Error("thrice") } }', ''],
    ['throw null', 'null'],
  ])('%s is refused with a plain message', async (source, message) => {
    const { error } = await run(source);
    expect(error?.message).toContain(message);
    await works();
  });
});

test('names are data: those of nodes never become source text', async () => {
  const names = ['X") + process.env + ("', '`; touch x #', '../../etc', '$(touch x)', 'a\nb', '__proto__', "'"];
  for (const name of names) {
    const { error } = await run(`return $(${JSON.stringify(name)}).first()`);
    expect(error?.message).toContain("Referenced node doesn't exist");
  }
});
