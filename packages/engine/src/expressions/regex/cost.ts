import type { AST } from '@eslint-community/regexpp';

/** Where a match may begin. */
interface Starts {
  /** Only at one place, whatever the pattern. */
  isOne: boolean;
  /** `^` holds at the beginning of the text only. */
  isStartOfText: boolean;
}

/**
 * An upper bound of the work of a backtracking matcher on a text of a given length, in looks at a character: at each place where a match may begin, each
 * part of the pattern is tried once for every way in which the parts before it can match. Where the bound is small the host's matcher cannot run away.
 */
export function searchCost(pattern: AST.Pattern, { isOne, isStartOfText }: Starts, length: number): number {
  const hasOneStart = isOne || (isStartOfText && pattern.alternatives.every(beginsAtStart));
  return (hasOneStart ? 1 : length + 1) * costOfAlternatives(pattern.alternatives, length, true).work;
}

const beginsAtStart = ({ elements: [first] }: AST.Alternative): boolean =>
  first?.type === 'Assertion' && first.kind === 'start';

/** What trying a part of a pattern at one place takes, and in how many ways it can match there. */
interface Cost {
  work: number;
  ways: number;
}

const oneCharacter: Cost = { work: 1, ways: 1 };

function costOfAlternatives(alternatives: readonly AST.Alternative[], length: number, isLast: boolean): Cost {
  const costs = alternatives.map(({ elements }) => costOfSequence(elements, length, isLast));
  return {
    work: costs.reduce((sum, { work }) => sum + work, 0),
    ways: costs.reduce((sum, { ways }) => sum + ways, 0),
  };
}

function costOfSequence(elements: readonly AST.Element[], length: number, isLast: boolean): Cost {
  let work = 1;
  let ways = 1;
  elements.forEach((element, index) => {
    const cost = costOf(element, length, isLast && index === elements.length - 1);
    work += ways * cost.work;
    ways *= cost.ways;
  });
  return { work, ways };
}

/** @param isLast true if nothing follows that could fail, and so come back to try the part in another way */
function costOf(element: AST.Element, length: number, isLast: boolean): Cost {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return costOfAlternatives(element.alternatives, length, isLast);
    case 'Assertion':
      // Nothing comes back into an assertion that holds.
      return element.kind === 'lookahead' || element.kind === 'lookbehind'
        ? { work: costOfAlternatives(element.alternatives, length, false).work, ways: 1 }
        : oneCharacter;
    case 'Quantifier':
      return costOfQuantifier(element, length, isLast);
    case 'Backreference':
      return { work: length + 1, ways: 1 };
    default:
      return oneCharacter;
  }
}

function costOfQuantifier({ element, min, max }: AST.Quantifier, length: number, isLast: boolean): Cost {
  const inner = costOf(element, length, false);
  const turns = Math.min(max, length + 1);
  const lengths = turns - Math.min(min, turns) + 1;
  if (inner.ways === 1) return { work: turns * inner.work + 1, ways: isLast && isCharacter(element) ? 1 : lengths };
  if (turns > mostTurns) return endless;
  let work = 1;
  let ways = 1;
  for (let turn = 0; turn < turns; turn += 1) {
    work += ways * inner.work;
    ways *= inner.ways;
  }
  return { work, ways: ways * lengths };
}

/** Turns of a part that can match in several ways; beyond, only the host could say what comes of them. */
const mostTurns = 64;
const endless: Cost = { work: Number.POSITIVE_INFINITY, ways: Number.POSITIVE_INFINITY };

const isCharacter = ({ type }: AST.Element): boolean =>
  type.startsWith('Character') || type === 'ExpressionCharacterClass';
