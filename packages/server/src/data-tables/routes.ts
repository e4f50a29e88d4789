import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import type { DataTables } from './service.ts';

export const registerDataTableRoutes = (app: FastifyInstance, tables: DataTables, options: EndpointOptions): void =>
  registerEndpoints(
    app,
    api.dataTables,
    {
      list: (_, caller) => tables.list(caller),
      get: ({ params }, caller) => tables.get(caller, params.id),
      create: ({ body }, caller) => tables.create(caller, body),
      rename: ({ params, body }, caller) => tables.rename(caller, params.id, body.name),
      remove: async ({ params }, caller) => {
        await tables.remove(caller, params.id);
        return true as const;
      },
      addColumn: ({ params, body }, caller) => tables.addColumn(caller, params.id, body),
      changeColumn: ({ params, body }, caller) => tables.changeColumn(caller, params.id, params.columnId, body),
      removeColumn: ({ params }, caller) => tables.removeColumn(caller, params.id, params.columnId),
      rows: ({ params, query }, caller) => tables.readRows(caller, params.id, query),
      insertRows: ({ params, body }, caller) => tables.insertRows(caller, params.id, body.rows),
      updateRows: async ({ params, body }, caller) => {
        const { count } = await tables.updateRows(caller, params.id, body.filter, body.data);
        return { count };
      },
      upsertRow: async ({ params, body }, caller) => {
        const { count, inserted } = await tables.upsertRow(caller, params.id, body.filter, body.data);
        return { count, inserted };
      },
      removeRows: async ({ params, body }, caller) => {
        const { count } = await tables.removeRows(caller, params.id, body.filter);
        return { count };
      },
    },
    options,
  );
