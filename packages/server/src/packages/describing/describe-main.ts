import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { loadCredentialType } from '@millrace/nodes';
import { watchParent } from '../../executions/worker/watch-parent.ts';
import { channelDescriptor } from '../../executions/workers/wire.ts';
import { describeFolder } from './describe-folder.ts';
import { describePackage } from './describe-package.ts';
import type { Described, DescribeRequest } from './protocol.ts';

/** The program of a process that loads the code of a library once, to write down what is in it. */

const channel = new Socket({ fd: channelDescriptor, readable: true, writable: true });
const answer = (described: Described): void => void channel.end(JSON.stringify(described), () => process.exit(0));

channel.on('error', () => process.exit(0));
watchParent();
const { kind, code, catalogue } = JSON.parse(process.argv[2] ?? '') as DescribeRequest;
try {
  if (!existsSync(code)) throw new Error(`There is no folder ${code}`);
  const describe = kind === 'package' ? describePackage : describeFolder;
  await describe(code, catalogue, loadCredentialType);
  answer({ isOk: true });
} catch (error) {
  answer({ isOk: false, message: error instanceof Error ? error.message : String(error) });
}
