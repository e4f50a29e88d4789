import { readDocumentation } from './documentation.ts';

const files = import.meta.glob<string>(
  [
    '../../../../docs/README.md',
    '../../../../docs/configuration.md',
    '../../../../docs/errors.md',
    '../../../../docs/{course,guides,nodes}/*.md',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** The documentation of this version, as the server gives it. */
export const documentationFiles = Object.entries(files).map(([path, text]) => ({
  path: path.replace(/^.*\/docs\//, ''),
  text,
}));

export const documentationForTest = readDocumentation(documentationFiles);
