import type { AST } from '@eslint-community/regexpp';

/**
 * An upper bound of the work of a backtracking matcher on a text of a given length: the number of ways in which each part can match from one place,
 * multiplied along a sequence and added over alternatives. Where the bound is small the host's matcher cannot run away.
 */
export function searchCost(pattern: AST.Pattern, isSticky: boolean, length: number): number {
  const starts = isSticky || pattern.alternatives.every(beginsAtStart) ? 1 : length + 1;
  const ways = pattern.alternatives.reduce(
    (sum, alternative) => sum + sequenceWays(alternative.elements, length, true),
    0,
  );
  return starts * ways * (1 + (pattern.end - pattern.start) / 8);
}

const beginsAtStart = ({ elements: [first] }: AST.Alternative): boolean =>
  first?.type === 'Assertion' && first.kind === 'start';

function sequenceWays(elements: readonly AST.Element[], length: number, isLast: boolean): number {
  let ways = 1;
  elements.forEach((element, index) => {
    const endsAll = isLast && index === elements.length - 1;
    ways *= Math.max(1, elementWays(element, length, endsAll));
  });
  return ways;
}

const alternativesWays = (alternatives: readonly AST.Alternative[], length: number): number =>
  alternatives.reduce((sum, alternative) => sum + sequenceWays(alternative.elements, length, false), 0);

function elementWays(element: AST.Element, length: number, endsAll: boolean): number {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return alternativesWays(element.alternatives, length);
    case 'Assertion':
      return element.kind === 'lookahead' || element.kind === 'lookbehind'
        ? alternativesWays(element.alternatives, length)
        : 1;
    case 'Quantifier':
      return quantifierWays(element, length, endsAll);
    case 'Backreference':
      return length + 1;
    default:
      return 1;
  }
}

function quantifierWays({ element, min, max }: AST.Quantifier, length: number, endsAll: boolean): number {
  const ways = elementWays(element, length, false);
  const isCharacter = element.type !== 'Group' && element.type !== 'CapturingGroup' && element.type !== 'Assertion';
  // What follows nothing can fail, so nothing comes back to try it shorter.
  if (endsAll && isCharacter && element.type !== 'Backreference') return 1;
  if (ways > 1) return max > 64 ? Number.POSITIVE_INFINITY : ways ** max * (max - min + 1);
  return Math.min(max, length) - Math.min(min, length) + Math.min(min, 1_000) / 8 + 1;
}
