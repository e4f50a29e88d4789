import type { BinaryData } from '@millrace/contract/data';
import type { CodeServices } from './code.ts';
import type { CommandResult } from './command.ts';
import type { CredentialData } from './credential-data.ts';
import type { AskDataTables } from './data-tables.ts';
import type { FileServices } from './files.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import type { WorkflowCall, WorkflowCallResult } from './sub-workflow.ts';

/** Which credential a node means. The host decides whether it may be used. */
export interface CredentialUse {
  type: string;
  /** As the workflow refers to it; one of both is there. */
  id?: string;
  name?: string;
  /** Name of the node. */
  node: string;
  readsSecrets: boolean;
}

/** A request of a node, with what its credential is. */
export interface HostRequest extends Omit<HttpRequest, 'credential' | 'clientCertificate'> {
  credential?: CredentialUse;
  clientCertificate?: CredentialUse;
}

/** Where a client that a node brings along connects to. */
export interface HostTarget {
  host: string;
  port: number;
  credential?: CredentialUse;
}

/** The world outside, as the host of the engine provides it. The engine itself has no I/O, clock or randomness. */
export interface HostServices {
  /** Epoch milliseconds. */
  now(): number;
  /** 0 ≤ x < 1. */
  random(): number;
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Lets the rest of the process have its turn; awaited between nodes every few milliseconds. Default: a sleep of 0. */
  yield?(): Promise<void>;
  http(request: HostRequest): Promise<HttpResponse>;
  /** The fields of a credential, the secret ones only for definitions that say `readsSecrets`. Left out where there are none. */
  credential?(use: CredentialUse): Promise<CredentialData>;
  /** Takes secrets of the credentials that were given out of a text: errors of libraries may repeat what they were called with. */
  mask?(text: string): string;
  /** See `ExecuteContext`. */
  reach(target: HostTarget, signal: AbortSignal): Promise<string>;
  /** The data tables of the instance, for work that a signal ends. Left out where there are none. */
  dataTables?(signal: AbortSignal): AskDataTables;
  binary: BinaryServices;
  /** Files of the machine, for work that a signal ends. */
  files(signal: AbortSignal): FileServices;
  /** Runs code of people. Left out where there is none. */
  code?: CodeServices;
  /** Runs a command in the machine's shell; the signal ends all that it has started. Left out where nodes run none. */
  runCommand?(command: string, signal: AbortSignal): Promise<CommandResult>;
  /** Starts a run of another workflow. Left out where that is not possible. */
  callWorkflow?(call: WorkflowCall, signal: AbortSignal): Promise<WorkflowCallResult>;
}

export interface BinaryServices {
  /** Stores bytes, as they come, and gives the reference to put into an item. */
  write(
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    about: { mimeType?: string; fileName?: string },
  ): Promise<BinaryData>;
  /** The whole of it, in memory. */
  read(data: BinaryData): Promise<Uint8Array>;
  /** Piece by piece. */
  open(data: BinaryData): AsyncIterable<Uint8Array>;
}
