import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createTurns } from './turns.ts';

/**
 * Passwords are stored as argon2id, made by Node on the threads that it also reads files with. So only one or two are made at a time, and only so many wait:
 * a flood of sign-ins costs those who sign in, and nobody else.
 */
export interface Passwords {
  /** @returns in the PHC string format. @throws AppError tooManyAttempts when too many wait */
  hash(password: string): Promise<string>;
  /** Takes as long for no hash as for a wrong password. @throws AppError tooManyAttempts when too many wait */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
}

/** Of the OWASP recommendations, the one with 19 MiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const lengths = { salt: 16, hash: 32 } as const;
const mostWaiting = 100;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

interface StoredHash extends Omit<Argon2Parameters, 'message'> {
  hash: Buffer;
}

const readHash = (text: string): StoredHash => {
  const [, memory, passes, parallelism, salt, hash] = pattern.exec(text) ?? [];
  if (hash === undefined || salt === undefined) throw new Error('A stored password is not in the expected form');
  const bytes = Buffer.from(hash, 'base64');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: bytes.length,
    hash: bytes,
  };
};

type Compute = (parameters: Argon2Parameters) => Promise<Buffer>;

const computeArgon2id = promisify(argon2);

export const createPasswords = (
  compute: Compute = (parameters) => computeArgon2id('argon2id', parameters),
  atOnce: number = Math.min(2, Math.max(1, availableParallelism() - 1)),
): Passwords => {
  const turns = createTurns({ atOnce, mostWaiting });
  const inTurn = (parameters: Argon2Parameters): Promise<Buffer> => turns(() => compute(parameters));

  /** What is compared where there is nothing to compare with: as much work, and never equal. */
  const nobody: StoredHash = {
    ...cost,
    nonce: randomBytes(lengths.salt),
    tagLength: lengths.hash,
    hash: randomBytes(lengths.hash),
  };

  return {
    async hash(password) {
      const nonce = randomBytes(lengths.salt);
      const bytes = await inTurn({ ...cost, nonce, tagLength: lengths.hash, message: password });
      const { memory, passes, parallelism } = cost;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(bytes)}`;
    },
    async verify(password, text) {
      const { hash, ...parameters } = text ? readHash(text) : nobody;
      return timingSafeEqual(await inTurn({ ...parameters, message: password }), hash);
    },
  };
};
