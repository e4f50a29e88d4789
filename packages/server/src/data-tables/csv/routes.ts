import type { Readable } from 'node:stream';
import { rawRoutes } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { validate } from '../../platform/validation.ts';
import type { DataTableCsv } from './service.ts';

/** In the characters that every system takes in a name of a file. */
const fileName = (name: string): string => `${name.replaceAll(/[^\w .-]+/g, '_').trim() || 'table'}.csv`;

/** The rows of data tables as files. They pass through, whatever their size. */
export const registerDataTableCsvRoutes = (app: FastifyInstance, csv: DataTableCsv): void => {
  const { exportCsv, importCsv } = rawRoutes.dataTables;
  app.get('/data-tables/:id/csv', { config: { access: exportCsv.access } }, async (request, reply) => {
    const { id } = validate(exportCsv.params, request.params, 'path');
    validate(exportCsv.query, request.query, 'query');
    const { name, lines } = await csv.export(request.caller!, id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName(name)}"`)
      .send(lines);
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read by whoever stores it, and not before it is known who sends it.
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
    scope.post('/data-tables/:id/csv', { config: { access: importCsv.access } }, async (request) => {
      const { id } = validate(importCsv.params, request.params, 'path');
      const { addColumns } = validate(importCsv.query, request.query, 'query');
      const body = request.body as Readable;
      return { data: await csv.import(request.caller!, id, body, { addColumns: addColumns === true }) };
    });
  });
};
