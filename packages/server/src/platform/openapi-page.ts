import type { OpenApi, Operation } from './openapi.ts';

/** The API on one page without any script: the browser folds the schemas by itself. */

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const schemaBlock = (title: string, schema: unknown): string =>
  `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;

const parameterRow = ({ name, in: place, required }: Operation['parameters'][number]): string =>
  `<li><code>${escapeHtml(name)}</code> in the ${place}${required ? '' : ', optional'}</li>`;

const operationSection = (method: string, path: string, operation: Operation): string => `
<section>
  <h3><span>${method.toUpperCase()}</span> <code>/rest${escapeHtml(path)}</code></h3>
  <p>${escapeHtml(operation.summary)}</p>
  ${operation.parameters.length > 0 ? `<ul>${operation.parameters.map(parameterRow).join('')}</ul>` : ''}
  ${operation.requestBody ? schemaBlock('Body', operation.requestBody.content['application/json'].schema) : ''}
  ${schemaBlock('Answers', operation.responses)}
</section>`;

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem; }
h2 { margin-top: 3rem; text-transform: capitalize; }
h3 { margin-bottom: 0; font-size: 1rem; }
h3 span { display: inline-block; min-width: 4rem; color: light-dark(#0f6b6b, #5cc6c0); }
p { margin: 0.25rem 0; }
summary { cursor: pointer; }
pre { overflow: auto; max-height: 24rem; padding: 1rem; background: light-dark(#f2f1ee, #232321); border-radius: 4px; font-size: 0.8rem; }
`;

export const renderApiPage = ({ info, paths }: OpenApi): string => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      resource: operation.tags[0] ?? '',
    })),
  );
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  const sections = resources.map(
    (resource) =>
      `<h2>${escapeHtml(resource.replaceAll(/[A-Z]/g, ' $&').toLowerCase())}</h2>${operations
        .filter((entry) => entry.resource === resource)
        .map(({ method, path, operation }) => operationSection(method, path, operation))
        .join('')}`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(info.title)} API</title><link rel="icon" href="/favicon.svg"><style>${style}</style></head>
<body>
<h1>${escapeHtml(info.title)} API ${escapeHtml(info.version)}</h1>
<p>${escapeHtml(info.description)} The same as a file: <a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</body>
</html>`;
};
