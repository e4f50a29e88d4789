import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { api, type Endpoint } from '@millrace/contract';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { earlyParts } from './early-parts-plugin.ts';
import { licenses } from './licenses-plugin.ts';

const compressible = /\.(js|css|html|svg|json)$/;
const smallest = 1024;

/** Writes `.br` and `.gz` beside each text file of the build, so that the server never compresses one itself. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir === undefined) throw new Error('precompress: the build has no output folder');
    const files = await readdir(dir, { recursive: true });
    await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(dir, file))));
  },
});

/** Keeps of the contract's endpoints what a call needs: how and where. The schemas are a tenth of the first screen, and only the server reads them. */
const addressesOnly = (): Plugin => ({
  name: 'addresses-only',
  apply: 'build',
  transform: {
    filter: { id: /src\/api\/endpoints\.ts$/ },
    handler: () => {
      const addresses = Object.entries(api).map(([resource, endpoints]) => {
        const slim = Object.entries<Endpoint>(endpoints).map(([name, { method, path, raw }]) => [
          name,
          { method, path, raw },
        ]);
        return [resource, Object.fromEntries(slim)];
      });
      return `export const endpoints = ${JSON.stringify(Object.fromEntries(addresses))};`;
    },
  },
});

const compress = async (path: string): Promise<void> => {
  const content = await readFile(path);
  if (content.length < smallest) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
};

/** The Host of the request stays as it is: the server compares it with the Origin. */
const server = { target: `http://127.0.0.1:${process.env.MILLRACE_PORT ?? 5680}`, changeOrigin: false };
const proxy = { '/rest': server, '/catalog': server, '/webhook': server, '/webhook-test': server };

export default defineConfig({
  // The server writes into the page below which path it lies; everything else is relative to that.
  base: './',
  plugins: [react(), addressesOnly(), licenses(), earlyParts(), precompress()],
  build: {
    target: 'es2023',
    // All browsers that know ES2023 know how to preload modules.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1400,
    // What the first screen needs is one file: cut in many it compresses worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { proxy },
  preview: { proxy },
});
