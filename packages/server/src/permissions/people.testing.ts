import type { InjectOptions } from 'fastify';
import { createTestApp } from '../app.testing.ts';
import type { User } from '../users/access.ts';

type App = Awaited<ReturnType<typeof createTestApp>>;

/** Who calls in tests of permissions. They are known by a header in place of a cookie. */
export const people = ['ada', 'ben', 'cleo', 'owner'] as const;
export type Person = (typeof people)[number];

/** Adds members and an owner to the database. */
export const addPeople = async (db: App['db']): Promise<void> => {
  for (const id of people)
    await db
      .insertInto('users')
      .values({
        id,
        email: `${id}@example.com`,
        first_name: id[0]!.toUpperCase() + id.slice(1),
        last_name: 'Example',
        role: id === 'owner' ? 'owner' : 'member',
        created_at: 1,
        updated_at: 1,
      })
      .execute();
};

/** The app with several people, and a way to call it as one of them; '' is nobody. */
export const createAppWithPeople = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  const find = (id: string): Promise<User | undefined> => created.services.accounts.users.find(id);
  const created: App = await createTestApp({
    ...options,
    services: {
      authenticate: async ({ headers }) => {
        const user = await find(String(headers['x-person'] ?? ''));
        return user && { user, by: { kind: 'session', id: `of ${user.id}` } };
      },
      ...options.services,
    },
  });
  await addPeople(created.db);
  const call = async (
    person: Person | '',
    method: NonNullable<InjectOptions['method']>,
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => {
    const response = await created.app.inject({
      method,
      url: `/rest${url}`,
      payload,
      headers: { ...headers, ...(person && { 'x-person': person }) },
    });
    const body = response.body === '' ? undefined : (response.json() as Record<string, unknown>);
    // biome-ignore lint/suspicious/noExplicitAny: answers of all endpoints
    return { status: response.statusCode, data: body?.data as any, error: body?.error, message: body?.message };
  };
  return { ...created, call, find };
};
