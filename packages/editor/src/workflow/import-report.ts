import { type ImportNote, packageOfType, type WorkflowReading } from '@millrace/contract';
import { type NodeTypes, nodeTypesQuery } from '../api/node-types.ts';
import { queryClient } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { tellWarning } from './notices.ts';

type Read = Extract<WorkflowReading, { success: true }>;

/** Tells what of an imported workflow is not as it was elsewhere; nothing if all of it is. */
export const reportImport = async ({ workflow, notes }: Read): Promise<void> => {
  const types = await queryClient.fetchQuery(nodeTypesQuery).catch(() => undefined);
  const lines = [
    ...(types ? workflow.nodes.flatMap((node) => typeText(node, types)) : []),
    ...notes.map((note) => noteText(note, workflow)),
  ];
  if (lines.length === 0) return;
  tellWarning(t('workflow.import.report', { count: lines.length }), {
    message: t('workflow.import.report.message'),
    details: lines.join('\n'),
    sticky: true,
    topic: 'workflow',
  });
};

const typeText = ({ name, type, typeVersion = 1 }: Read['workflow']['nodes'][number], types: NodeTypes): string[] => {
  const known = types.find(type, typeVersion);
  if (!known) {
    const missing = packageOfType(type);
    return [
      missing === undefined
        ? t('workflow.import.unknownType', { name, type })
        : t('workflow.import.missingPackage', { name, package: missing }),
    ];
  }
  // Public types change in their main versions: 2.1 is served by 2.
  const isNewer = Math.floor(typeVersion) > Math.floor(known.version);
  return isNewer ? [t('workflow.import.newerVersion', { name, version: typeVersion, known: known.version })] : [];
};

const noteText = ({ path, ...value }: ImportNote, { nodes }: { nodes: { name: string }[] }): string => {
  const [part, index, ...rest] = path;
  const node = part === 'nodes' && typeof index === 'number' ? nodes[index] : undefined;
  const place = node ? `${node.name}: ${pathText(rest)}` : pathText(path);
  if (value.readAs === undefined) return t('workflow.import.note.leftOut', { place, was: valueText(value.was) });
  const readAs = valueText(value.readAs);
  if (!('was' in value)) return t('workflow.import.note.missing', { place, readAs });
  return t('workflow.import.note.readAs', { place, was: valueText(value.was), readAs });
};

const valueText = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** `nodes[3].position` */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
