import type { CharacterTest } from './character-set.ts';

/**
 * A pattern as a graph of instructions for the matcher. Each points to what comes next; registers hold the ends of groups (two each,
 * group 0 is the whole match) and, behind them, what loops have to remember.
 */
export type Instruction =
  | { kind: 'match' }
  | { kind: 'character'; test: CharacterTest; isBehind: boolean; next: Instruction }
  | {
      kind: 'characters';
      test: CharacterTest;
      isBehind: boolean;
      min: number;
      max: number;
      isGreedy: boolean;
      next: Instruction;
    }
  | { kind: 'edge'; edge: 'start' | 'end'; isMultiline: boolean; next: Instruction }
  | { kind: 'wordEdge'; isWord: CharacterTest; isNegated: boolean; next: Instruction }
  | { kind: 'save'; register: number; next: Instruction }
  | { kind: 'split'; first: Instruction; second: Instruction }
  | {
      kind: 'reference';
      groups: readonly number[];
      isBehind: boolean;
      isSame: (left: string, right: string) => boolean;
      next: Instruction;
    }
  | { kind: 'look'; body: Instruction; isNegated: boolean; next: Instruction }
  | { kind: 'enterLoop'; loop: LoopInstruction }
  | { kind: 'turn'; loop: LoopInstruction }
  | LoopInstruction;

export interface LoopInstruction {
  kind: 'loop';
  count: number;
  position: number;
  min: number;
  max: number;
  isGreedy: boolean;
  /** Registers of groups inside, which each turn begins without. */
  groups: readonly number[];
  turn: Instruction;
  body: Instruction;
  next: Instruction;
}

export interface Program {
  first: Instruction;
  groupCount: number;
  groupNames: readonly (readonly [name: string, group: number])[];
  registerCount: number;
  isUnicode: boolean;
  /** Whether a match behind the start of the text may begin with this character; undefined if with any, or none. */
  canStart: CharacterTest | undefined;
}
