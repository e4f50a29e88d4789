import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { WorkflowRow } from './graph.ts';

/** What a version is made of. */
export type VersionContent = Pick<WorkflowRow, 'name' | 'graph'>;

/** The whole of a version as compressed text. */
export const toSnapshot = ({ name, graph }: VersionContent): string =>
  deflateRawSync(JSON.stringify([name, graph])).toString('base64');

export const fromSnapshot = (text: string): VersionContent => {
  const [name, graph] = JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) as [string, string];
  return { name, graph };
};
