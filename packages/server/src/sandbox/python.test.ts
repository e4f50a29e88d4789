import type { NodeDefinition } from '@millrace/engine/node-api';
import { createFakeHost, type RunNodeOptions } from '@millrace/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeOf, openTestSandbox, runWithCode } from './sandbox.testing.ts';

/** Python. Each run has an interpreter of its own, which takes a while to start, so a test asks for much at once. */

const sandbox = openTestSandbox({ timeout: 60_000, memoryMegabytes: 256 });
let code: NodeDefinition;
beforeAll(async () => {
  code = await nodeOf('n8n-nodes-base.code', 2);
  await sandbox.start();
});
afterAll(() => sandbox.close());

const patience = 120_000;
const people = [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Edsger' }];

const run = (pythonCode: string, parameters: object = {}, options: RunNodeOptions = {}) =>
  runWithCode(sandbox.client, code, {
    items: people,
    ...options,
    parameters: { language: 'python', pythonCode, ...parameters },
  });

test(
  'runs once for all items, with the names of the public node, the standard library and a console',
  async () => {
    const { json, logs, error } = await run(`
import json, re, math, base64, datetime
print("there are", len(_input.all()))
first = _input.first()
first.json.greeting = "Hello " + first["json"]["name"]
data = _getWorkflowStaticData("global")
data["seen"] = 1
return [first, {"json": {
  "last": _items[-1].json.name,
  "node": _("Input").first().json.name,
  "older": _node["Input"].json.name,
  "matching": _("Input").itemMatching(1).json.name,
  "query": _jmespath({"a": [1, 2]}, "a[1]"),
  "workflow": _workflow.name,
  "now": isinstance(_now, datetime.datetime),
  "encoded": base64.b64encode(b"text").decode(),
  "list": list({1}), "nothing": float("nan"),
}}]`);
    expect(error).toBeUndefined();
    expect(json).toEqual([
      { name: 'Ada', greeting: 'Hello Ada' },
      {
        last: 'Edsger',
        node: 'Ada',
        older: 'Ada',
        matching: 'Grace',
        query: 2,
        workflow: expect.any(String),
        now: true,
        encoded: 'dGV4dA==',
        list: [1],
        nothing: null,
      },
    ]);
    expect(logs).toEqual([['there are 3']]);
  },
  patience,
);

test(
  'runs for each item, and says of a failure its line and item',
  async () => {
    const { json } = await run(
      'if _itemIndex == 1:\n  raise ValueError("Not her")\nreturn {"letters": len(_json["name"]), "same": _item.json.name == _input.item.json.name}',
      { mode: 'runOnceForEachItem', language: 'pythonNative' },
      { onError: 'continueRegularOutput' },
    );
    expect(json).toEqual([
      { letters: 3, same: true },
      { error: 'ValueError: Not her [line 2, for item 1]' },
      { letters: 6, same: true },
    ]);
    expect((await run('x = 1\ny = = 2')).error?.message).toBe('SyntaxError: invalid syntax [line 2]');
  },
  patience,
);

test(
  'finds nothing of the machine, and leaves nothing to the next run',
  async () => {
    const attempts = [
      'import js; js.process',
      'from pyodide.code import run_js; run_js("1")',
      'import pyodide_js; pyodide_js._module.constructor.constructor("return process")()',
      'open("/etc/passwd").read()',
      'import os; os.environ["PATH"]; os.listdir("/etc")',
      'import subprocess; subprocess.run(["ls"])',
      'import socket; socket.create_connection(("127.0.0.1", 80))',
      'import urllib.request; urllib.request.urlopen("http://127.0.0.1")',
    ];
    const { json } = await run(`
import builtins, json
results = []
for attempt in ${JSON.stringify(attempts)}:
  try:
    exec(attempt, {})
    results.append("done")
  except BaseException as error:
    results.append("refused")
builtins.left = 1
json.dumps = lambda *args: "{}"
return [{"json": {"results": results}}] if False else {"results": results}`);
    // What replaces a function of the interpreter spoils the result of its own run, and of no other.
    expect(json).toEqual([]);
    const clean = await run(`
import builtins
def attempt(source):
  try:
    exec(source, {})
    return "done"
  except BaseException as error:
    return "refused"
return {"left": hasattr(builtins, "left"), "results": [attempt(source) for source in ${JSON.stringify(attempts)}]}`);
    expect(clean.json).toEqual([{ left: false, results: attempts.map(() => 'refused') }]);
  },
  patience,
);

test(
  'code finds nothing of what is around the interpreter',
  async () => {
    const { json } = await run(`
import sys, importlib
found = []
for name in ("js", "pyodide_js", "_pyodide_core"):
    try:
        found.append(str(dir(importlib.import_module(name)).count("setStdout")))
    except ImportError:
        found.append("none")
for module in list(sys.modules.values()):
    for name, value in list(getattr(module, "__dict__", {}).items()):
        if hasattr(value, "setStdout") or hasattr(value, "loadPackage") or hasattr(value, "FS"):
            found.append(name)
return {"found": found}`);
    expect(json[0]?.found).toEqual(['none', 'none', '0']);
  },
  patience,
);

test(
  'reads the content of a file as base64, and makes one of what it puts there',
  async () => {
    const host = createFakeHost();
    const file = await host.store('hello', { fileName: 'a.txt', mimeType: 'text/plain' });
    const { items, error } = await run(
      `
import base64
file = _input.first().binary.file
text = base64.b64decode(file["data"]).decode()
assert file.data == file.get("data") and file.get("nothing") is None
made = {"data": base64.b64encode(text.upper().encode()).decode(), "mimeType": "text/plain"}
return [{"json": {"text": text, "name": file.fileName}, "binary": {"file": file, "made": made}}]`,
      {},
      { host, items: [{ json: {}, binary: { file } }] },
    );
    expect(error).toBeUndefined();
    expect(items[0]?.json).toEqual({ text: 'hello', name: 'a.txt' });
    expect(items[0]?.binary?.file).toEqual(file);
    expect(Buffer.from(await host.binary.read(items[0]!.binary!.made!)).toString()).toBe('HELLO');
  },
  patience,
);
