import type { NodeTypeDescription } from '@millrace/contract';
import { isTrigger } from '../workflow/triggers.ts';
import { type CanvasPorts, sidePorts } from './ports.ts';

/** The outline of a card tells what kind of node it is, also where nothing can be read: what starts runs, what steers them, code, what others are built from. */
export type NodeShape = 'trigger' | 'flow' | 'code' | 'addOn' | 'action';

const code = /\.(code|function|functionItem|executeCommand|sql)$/;

export const nodeShape = (type: NodeTypeDescription | undefined, ports: CanvasPorts): NodeShape => {
  if (sidePorts(ports.outputs).length > 0) return 'addOn';
  if (!type) return 'action';
  if (isTrigger(type)) return 'trigger';
  if (code.test(type.name)) return 'code';
  const subcategories = Object.values(type.codex?.subcategories ?? {}).flat();
  return subcategories.includes('Flow') ? 'flow' : 'action';
};
