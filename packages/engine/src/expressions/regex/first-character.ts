import type { CharacterTest } from './character-set.ts';
import type { Instruction } from './instructions.ts';

/**
 * What the first character of a match behind the start of the text can be, so that a search passes over most places without trying. Undefined if a
 * match may be empty or begin with anything.
 */
export function firstCharacterTest(first: Instruction): CharacterTest | undefined {
  const tests = collectTests(first, new Set());
  if (tests === undefined) return undefined;
  const [only] = tests;
  return tests.length === 1 && only ? only : (codePoint) => tests.some((test) => test(codePoint));
}

function collectTests(instruction: Instruction, seen: Set<Instruction>): CharacterTest[] | undefined {
  if (seen.has(instruction)) return [];
  seen.add(instruction);
  switch (instruction.kind) {
    case 'match':
    case 'reference':
      return undefined;
    case 'character':
      return [instruction.test];
    case 'characters':
      return instruction.min > 0 ? [instruction.test] : both([instruction.test], collectTests(instruction.next, seen));
    case 'edge':
      return instruction.edge === 'start' && !instruction.isMultiline ? [] : collectTests(instruction.next, seen);
    case 'wordEdge':
    case 'save':
    case 'look':
      return collectTests(instruction.next, seen);
    case 'split':
      return both(collectTests(instruction.first, seen), collectTests(instruction.second, seen));
    case 'enterLoop':
    case 'turn':
      return collectTests(instruction.loop, seen);
    case 'loop':
      return both(collectTests(instruction.body, seen), collectTests(instruction.next, seen));
  }
}

const both = (left: CharacterTest[] | undefined, right: CharacterTest[] | undefined): CharacterTest[] | undefined =>
  left && right && [...left, ...right];
