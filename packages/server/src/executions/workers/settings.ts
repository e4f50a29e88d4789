import type { LibraryPlace } from '@millrace/nodes';
import type { BinaryStoreSettings } from '../../platform/binary/index.ts';
import type { CommandSettings } from '../../platform/commands/configured.ts';
import type { FileSettings } from '../../platform/files/index.ts';

/** What processes that run code of nodes are told when they start. */
export interface WorkerSettings {
  /** IANA name of the instance's zone. */
  timezone: string;
  /** Where binary data lies. */
  binary: BinaryStoreSettings;
  /** Which files of the machine nodes may use. */
  files: FileSettings;
  /** How commands run. Left out: nodes run none. */
  commands?: CommandSettings;
  /** True: a node fails when it comes to an expression. */
  expressionsDisabled?: boolean;
  /** What each evaluation of an expression may use. */
  expressionLimits?: { steps: number; milliseconds: number };
  env?: Record<string, string>;
  /** Node types and credential types besides the bundled ones. */
  libraries?: readonly LibraryPlace[];
}
