import { constants } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openSyncChannel } from '../sync-channel.ts';

/**
 * A process that runs Python of people: one run, and then it is ended, since nothing makes an interpreter as new. It has no environment, and may read
 * no files, reach no network and start nothing.
 */

const [, , folder = ''] = process.argv;
const channel = openSyncChannel();
const { bytes: program } = channel.receive();

// The interpreter asks for the numbers of errors by an interface of Node that is not open here.
Object.assign(process, { binding: () => ({ fs: constants }) });
const { loadPyodide } = (await import(
  pathToFileURL(path.join(folder, 'pyodide.mjs')).href
)) as typeof import('pyodide');
const log = (text: string) => channel.send({ type: 'log' }, Buffer.from(JSON.stringify([text])));
const python = await loadPyodide({
  indexURL: `${folder}/`,
  jsglobals: Object.create(null) as object,
  // Without it Node would open its own stream on the channel.
  stdin: () => null,
  stdout: log,
  stderr: log,
});
const host = Object.assign(Object.create(null) as object, {
  ask: (name: string, args: string): string => channel.call(name, args).text,
});
python.globals.set('_mr_host', host);
python.runPython(program.toString());
// What is around the interpreter: its own streams lead to the channel.
for (const name of ['js', 'pyodide_js']) python.unregisterJsModule(name);
python.runPython('_mr_close()');

const { permission } = process as unknown as { permission: { drop(scope: string): void } };
permission.drop('fs.read');
channel.send({ type: 'ready' });
const { head, bytes } = channel.receive();
if (head.type === 'run') {
  python.globals.set('_mr_source', head.request.source);
  python.globals.set('_mr_input', bytes.toString());
  const result = String(await python.runPythonAsync('await _mr_run(_mr_source, _mr_input)'));
  channel.send({ type: 'done' }, Buffer.from(result));
}
