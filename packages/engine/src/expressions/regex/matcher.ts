import type { Instruction, LoopInstruction, Program } from './instructions.ts';

/**
 * A backtracking matcher with a budget of steps. Choices that are still open lie on a list and not on the stack, and each remembers how many
 * registers had changed when it was made, so that coming back to it undoes what was done since.
 */
export interface Matching {
  text: string;
  /** Counts down; when they are used up `runOut` is asked. */
  steps: number;
  /** Gives more steps. @throws ExpressionError if there are none */
  runOut(): void;
}

interface Choice {
  instruction: Instruction;
  position: number;
  changes: number;
  /** For `characters`: how far the choice may still move, and to which side. */
  limit: number;
}

/** One search for a pattern in a text; tries any number of places. */
export class Matcher {
  readonly #program: Program;
  readonly #text: string;
  readonly #isUnicode: boolean;
  readonly #matching: Matching;
  readonly #registers: number[];
  /** Register and old value in turns. */
  readonly #changes: number[] = [];
  readonly #choices: Choice[] = [];

  constructor(program: Program, matching: Matching) {
    this.#program = program;
    this.#text = matching.text;
    this.#isUnicode = program.isUnicode;
    this.#matching = matching;
    this.#registers = new Array<number>(program.registerCount).fill(-1);
  }

  /** The next place at which a match may begin, from `start` on; beyond the end of the text if there is none. */
  nextStart(start: number): number {
    const { canStart } = this.#program;
    const { length } = this.#text;
    if (!canStart || start === 0) return start;
    let place = start;
    while (place < length && !canStart(this.#codePoint(place))) place = this.#step(place, false);
    this.#matching.steps -= (place - start) >> 2;
    return place < length ? place : length + 1;
  }

  /** Ends of all groups (-1: took no part), or undefined if there is no match at this place. */
  matchAt(start: number): number[] | undefined {
    const end = this.#run(this.#program.first, start);
    const ends = end === undefined ? undefined : [start, end, ...this.#registers.slice(2)];
    this.#undo(0);
    return ends;
  }

  /** Runs to a match and gives its end; open choices of this run are dropped then. */
  #run(first: Instruction, start: number): number | undefined {
    const floor = this.#choices.length;
    let instruction: Instruction | undefined = first;
    let position = start;
    while (true) {
      if (instruction === undefined) {
        const choice = this.#retreat(floor);
        if (choice === undefined) return undefined;
        ({ instruction, position } = choice);
      }
      if (--this.#matching.steps < 0) this.#matching.runOut();
      switch (instruction.kind) {
        case 'match':
          this.#choices.length = floor;
          return position;
        case 'character': {
          const after = this.#step(position, instruction.isBehind);
          if (after >= 0 && instruction.test(this.#codePoint(Math.min(position, after)))) {
            position = after;
            instruction = instruction.next;
          } else instruction = undefined;
          break;
        }
        case 'characters': {
          const after = this.#characters(instruction, position);
          if (after >= 0) position = after;
          instruction = after >= 0 ? instruction.next : undefined;
          break;
        }
        case 'edge':
          instruction = this.#isAtEdge(instruction.edge, instruction.isMultiline, position)
            ? instruction.next
            : undefined;
          break;
        case 'wordEdge': {
          const isEdge = this.#isWord(instruction.isWord, position - 1) !== this.#isWord(instruction.isWord, position);
          instruction = isEdge === instruction.isNegated ? undefined : instruction.next;
          break;
        }
        case 'save':
          this.#set(instruction.register, position);
          instruction = instruction.next;
          break;
        case 'split':
          this.#choose(instruction.second, position);
          instruction = instruction.first;
          break;
        case 'reference': {
          const after = this.#reference(instruction, position);
          if (after >= 0) position = after;
          instruction = after >= 0 ? instruction.next : undefined;
          break;
        }
        case 'look': {
          this.#matching.steps -= remembering;
          const before = this.#changes.length;
          const isFound = this.#run(instruction.body, position) !== undefined;
          if (!isFound || instruction.isNegated) this.#undo(before);
          instruction = isFound === instruction.isNegated ? undefined : instruction.next;
          break;
        }
        case 'enterLoop':
          this.#set(instruction.loop.count, -1);
          this.#set(instruction.loop.position, -1);
          instruction = instruction.loop;
          break;
        case 'loop': {
          this.#matching.steps -= remembering;
          // -1 before the first turn, then the number of turns that are done.
          const count = (this.#registers[instruction.count] ?? -1) + 1;
          if (count > instruction.min && this.#registers[instruction.position] === position) {
            instruction = undefined;
            break;
          }
          if (count >= instruction.max) {
            instruction = instruction.next;
            break;
          }
          if (count >= instruction.min) {
            this.#choose(instruction.isGreedy ? instruction.next : instruction.turn, position);
            instruction = instruction.isGreedy ? instruction.turn : instruction.next;
          } else instruction = instruction.turn;
          break;
        }
        case 'turn': {
          const { loop }: { loop: LoopInstruction } = instruction;
          this.#matching.steps -= remembering + 2 * loop.groups.length;
          this.#set(loop.count, (this.#registers[loop.count] ?? -1) + 1);
          this.#set(loop.position, position);
          for (const register of loop.groups) this.#set(register, -1);
          instruction = loop.body;
          break;
        }
      }
    }
  }

  /** Takes as many characters as it may and leaves the other numbers as a choice; -1 if there are too few. */
  #characters(instruction: Instruction & { kind: 'characters' }, start: number): number {
    const { test, isBehind, min, max, isGreedy } = instruction;
    let position = start;
    let count = 0;
    let least = min === 0 ? start : -1;
    const wanted = isGreedy ? max : min;
    while (count < wanted) {
      const after = this.#step(position, isBehind);
      if (after < 0 || !test(this.#codePoint(Math.min(position, after)))) break;
      position = after;
      count += 1;
      if (count === min) least = position;
    }
    this.#matching.steps -= isBehind ? count * 3 : count;
    if (count < min) return -1;
    if (isGreedy) {
      if (position !== least)
        this.#choices.push({ instruction, position, changes: this.#changes.length, limit: least });
    } else if (count < max)
      this.#choices.push({ instruction, position, changes: this.#changes.length, limit: max - count });
    return position;
  }

  /** Goes back to the last open choice above `floor`. */
  #retreat(floor: number): { instruction: Instruction; position: number } | undefined {
    while (this.#choices.length > floor) {
      const choice = this.#choices[this.#choices.length - 1] as Choice;
      this.#undo(choice.changes);
      const { instruction } = choice;
      if (instruction.kind !== 'characters' || choice.limit === anywhere) {
        this.#choices.pop();
        return choice;
      }
      const position = instruction.isGreedy
        ? this.#takeLess(instruction.isBehind, choice)
        : this.#takeMore(instruction, choice);
      if (position >= 0) return { instruction: instruction.next, position };
    }
    return undefined;
  }

  #takeLess(isBehind: boolean, choice: Choice): number {
    choice.position = this.#step(choice.position, !isBehind);
    if (choice.position === choice.limit) this.#choices.pop();
    return choice.position;
  }

  #takeMore(instruction: Instruction & { kind: 'characters' }, choice: Choice): number {
    const after = this.#step(choice.position, instruction.isBehind);
    if (after < 0 || !instruction.test(this.#codePoint(Math.min(choice.position, after)))) {
      this.#choices.pop();
      return -1;
    }
    choice.position = after;
    choice.limit -= 1;
    if (choice.limit <= 0) this.#choices.pop();
    return after;
  }

  #choose(instruction: Instruction, position: number): void {
    this.#choices.push({ instruction, position, changes: this.#changes.length, limit: anywhere });
  }

  #set(register: number, value: number): void {
    this.#changes.push(register, this.#registers[register] ?? -1);
    this.#registers[register] = value;
  }

  #undo(length: number): void {
    while (this.#changes.length > length) {
      const value = this.#changes.pop() as number;
      this.#registers[this.#changes.pop() as number] = value;
    }
  }

  /** The position one character on, or -1 at the end of the text. */
  #step(position: number, isBehind: boolean): number {
    if (isBehind) {
      if (position === 0) return -1;
      return this.#isUnicode && position > 1 && (this.#text.codePointAt(position - 2) ?? 0) > 0xffff
        ? position - 2
        : position - 1;
    }
    if (position >= this.#text.length) return -1;
    return this.#isUnicode && (this.#text.codePointAt(position) ?? 0) > 0xffff ? position + 2 : position + 1;
  }

  #codePoint(position: number): number {
    return (this.#isUnicode ? this.#text.codePointAt(position) : this.#text.charCodeAt(position)) ?? 0;
  }

  #isAtEdge(edge: 'start' | 'end', isMultiline: boolean, position: number): boolean {
    const isStart = edge === 'start';
    if (position === (isStart ? 0 : this.#text.length)) return true;
    return isMultiline && /[\n\r\u2028\u2029]/.test(this.#text[isStart ? position - 1 : position] ?? '');
  }

  #isWord(isWord: (codePoint: number) => boolean, position: number): boolean {
    return position >= 0 && position < this.#text.length && isWord(this.#text.charCodeAt(position));
  }

  #reference({ groups, isBehind, isSame }: Instruction & { kind: 'reference' }, position: number): number {
    for (const group of groups) {
      const from = this.#registers[2 * group] ?? -1;
      const to = this.#registers[2 * group + 1] ?? -1;
      if (from < 0 || to < 0) continue;
      this.#matching.steps -= (to - from) >> 2;
      const after = isBehind ? position - (to - from) : position + (to - from);
      if (after < 0 || after > this.#text.length) return -1;
      const candidate = this.#text.slice(Math.min(position, after), Math.max(position, after));
      return isSame(this.#text.slice(from, to), candidate) ? after : -1;
    }
    return position;
  }
}

/** Steps beyond the first of an instruction that remembers something to come back to. */
const remembering = 2;

/** A choice that is one instruction at one position. */
const anywhere = -2;
