import type { UserBelongings } from '@millrace/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** What is to be done when the transaction has committed. */
export type AfterCommit = () => Promise<void>;

/**
 * What users have of one kind: each feature whose rows have an owner says how they are counted, handed on and deleted, so that a user can go.
 */
export interface Belongings {
  count(db: Kysely<Database>, userId: string): Promise<Partial<UserBelongings>>;
  transfer(transaction: Transaction<Database>, from: string, to: string): Promise<AfterCommit>;
  remove(transaction: Transaction<Database>, userId: string): Promise<AfterCommit>;
}
