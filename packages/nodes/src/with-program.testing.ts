import { describe, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths of the servers that tests may start, by the names of their programs. */
    programs: Partial<Record<ServerProgram, string>>;
  }
}

/** `scripts/programs.mjs` says where each comes from. */
type ServerProgram = 'mariadbd' | 'redis-server' | 'dovecot' | 'sshd' | 'vsftpd';

/** A suite against a real server. Without its program the tests do not run, which the gate says, and forbids where it decides. */
export const describeWith = (program: ServerProgram, title: string, suite: (path: string) => void): void => {
  const path = inject('programs')[program];
  describe.skipIf(path === undefined)(`${title} (needs ${program})`, () => suite(path ?? ''));
};
