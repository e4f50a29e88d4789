import type { AST } from '@eslint-community/regexpp';
import { ExpressionError } from '../errors.ts';
import { type CharacterTest, characterTest, literalTest } from './character-set.ts';
import { firstCharacterTest } from './first-character.ts';
import type { Instruction, LoopInstruction, Program } from './instructions.ts';

const match: Instruction = { kind: 'match' };

/** @throws ExpressionError for the few constructs that the matcher does not know */
export function buildProgram(pattern: AST.Pattern, flags: string): Program {
  const groups = groupsOf(pattern);
  const builder = new Builder(groups);
  const first = builder.alternatives(
    pattern.alternatives,
    { isBehind: false, flags: /[uv]/.exec(flags)?.[0] ?? '', ...lettersOf(flags) },
    match,
  );
  return {
    first,
    groupCount: groups.length,
    groupNames: groups.flatMap((group, index) => (group.name === null ? [] : [[group.name, index + 1] as const])),
    registerCount: builder.registerCount,
    isUnicode: /[uv]/.test(flags),
    canStart: firstCharacterTest(first),
  };
}

interface Mode {
  isBehind: boolean;
  /** `u` or `v` or nothing. */
  flags: string;
  ignoreCase: boolean;
  multiline: boolean;
  dotAll: boolean;
}

const lettersOf = (flags: string) => ({
  ignoreCase: flags.includes('i'),
  multiline: flags.includes('m'),
  dotAll: flags.includes('s'),
});

const characterFlags = (mode: Mode): string => `${mode.flags}${mode.ignoreCase ? 'i' : ''}${mode.dotAll ? 's' : ''}`;

/** All groups in the order of their opening parenthesis. */
function groupsOf(pattern: AST.Pattern): AST.CapturingGroup[] {
  const groups: AST.CapturingGroup[] = [];
  const visit = (alternatives: readonly AST.Alternative[]): void => {
    for (const { elements } of alternatives) for (const element of elements) visitElement(element);
  };
  const visitElement = (element: AST.Element): void => {
    if (element.type === 'Quantifier') visitElement(element.element);
    if (element.type === 'CapturingGroup') groups.push(element);
    if ('alternatives' in element) visit(element.alternatives);
  };
  visit(pattern.alternatives);
  return groups;
}

/** Builds from the end to the beginning: each part is given what comes after it. */
class Builder {
  registerCount: number;
  readonly #groups: readonly AST.CapturingGroup[];

  constructor(groups: readonly AST.CapturingGroup[]) {
    this.#groups = groups;
    this.registerCount = 2 * (groups.length + 1);
  }

  alternatives(alternatives: readonly AST.Alternative[], mode: Mode, next: Instruction): Instruction {
    const sequences = alternatives.map(({ elements }) => this.#sequence(elements, mode, next));
    return sequences.reduceRight((second, first): Instruction => ({ kind: 'split', first, second }));
  }

  #sequence(elements: readonly AST.Element[], mode: Mode, next: Instruction): Instruction {
    const ordered = mode.isBehind ? elements : elements.toReversed();
    return ordered.reduce((after, element) => this.#element(element, mode, after), next);
  }

  #element(element: AST.Element, mode: Mode, next: Instruction): Instruction {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return { kind: 'character', test: testOf(element, mode), isBehind: mode.isBehind, next };
      case 'Group':
        return this.alternatives(element.alternatives, withModifiers(mode, element.modifiers), next);
      case 'CapturingGroup':
        return this.#group(element, mode, next);
      case 'Quantifier':
        return this.#quantifier(element, mode, next);
      case 'Backreference':
        return this.#reference(element, mode, next);
      case 'Assertion':
        return this.#assertion(element, mode, next);
    }
  }

  #group(element: AST.CapturingGroup, mode: Mode, next: Instruction): Instruction {
    const register = 2 * this.#numberOf(element);
    const [enter, leave] = mode.isBehind ? [register + 1, register] : [register, register + 1];
    const after: Instruction = { kind: 'save', register: leave, next };
    return { kind: 'save', register: enter, next: this.alternatives(element.alternatives, mode, after) };
  }

  #numberOf = (group: AST.CapturingGroup): number => this.#groups.indexOf(group) + 1;

  #quantifier({ element, min, max, greedy }: AST.Quantifier, mode: Mode, next: Instruction): Instruction {
    if (max === 0) return next;
    if (isCharacter(element)) {
      return {
        kind: 'characters',
        test: testOf(element, mode),
        isBehind: mode.isBehind,
        min,
        max,
        isGreedy: greedy,
        next,
      };
    }
    const inside = this.#groups.filter((group) => group.start >= element.start && group.end <= element.end);
    const loop: LoopInstruction = {
      kind: 'loop',
      count: this.registerCount,
      position: this.registerCount + 1,
      min,
      max,
      isGreedy: greedy,
      groups: inside.flatMap((group) => [2 * this.#numberOf(group), 2 * this.#numberOf(group) + 1]),
      turn: match,
      body: match,
      next,
    };
    loop.turn = { kind: 'turn', loop };
    this.registerCount += 2;
    loop.body = this.#element(element, mode, loop);
    return { kind: 'enterLoop', loop };
  }

  #reference(element: AST.Backreference, mode: Mode, next: Instruction): Instruction {
    const resolved = Array.isArray(element.resolved) ? element.resolved : [element.resolved];
    return {
      kind: 'reference',
      groups: resolved.map(this.#numberOf),
      isBehind: mode.isBehind,
      isSame: mode.ignoreCase ? sameIgnoringCase(mode) : (left, right) => left === right,
      next,
    };
  }

  #assertion(element: AST.Assertion, mode: Mode, next: Instruction): Instruction {
    switch (element.kind) {
      case 'start':
      case 'end':
        return { kind: 'edge', edge: element.kind, isMultiline: mode.multiline, next };
      case 'word':
        return {
          kind: 'wordEdge',
          isWord: characterTest('\\w', characterFlags(mode)),
          isNegated: element.negate,
          next,
        };
      case 'lookahead':
      case 'lookbehind': {
        const inner = { ...mode, isBehind: element.kind === 'lookbehind' };
        return {
          kind: 'look',
          body: this.alternatives(element.alternatives, inner, match),
          isNegated: element.negate,
          next,
        };
      }
    }
  }
}

type CharacterElement = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

const isCharacter = (element: AST.Element): element is CharacterElement =>
  element.type === 'Character' ||
  element.type === 'CharacterSet' ||
  element.type === 'CharacterClass' ||
  element.type === 'ExpressionCharacterClass';

function testOf(element: CharacterElement, mode: Mode): CharacterTest {
  if (element.type === 'Character') return literalTest(element.value, characterFlags(mode));
  if (mode.flags === 'v' && /\\q\{|\\p\{(?:RGI|Basic_Emoji|Emoji_Keycap)/.test(element.raw)) {
    throw new ExpressionError('notSupported', 'Classes of several characters are not supported in this pattern', {
      hint: 'Write them as alternatives: (?:ab|cd).',
    });
  }
  return characterTest(element.raw, characterFlags(mode));
}

function withModifiers(mode: Mode, modifiers: AST.Modifiers | null): Mode {
  if (!modifiers) return mode;
  const { add, remove } = modifiers;
  const apply = (letter: 'ignoreCase' | 'multiline' | 'dotAll') => (mode[letter] || add[letter]) && !remove?.[letter];
  return { ...mode, ignoreCase: apply('ignoreCase'), multiline: apply('multiline'), dotAll: apply('dotAll') };
}

const sameIgnoringCase =
  (mode: Mode) =>
  (left: string, right: string): boolean => {
    if (left.length !== right.length) return false;
    const others = [...right];
    return [...left].every((character, index) => {
      const other = others[index];
      if (character === other) return true;
      return (
        other !== undefined &&
        literalTest(character.codePointAt(0) ?? 0, characterFlags(mode))(other.codePointAt(0) ?? 0)
      );
    });
  };
