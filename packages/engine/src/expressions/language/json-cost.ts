import { type Budget, charge, chargeText } from '../budget.ts';

const quote = 34;
const comma = 44;
const colon = 58;
const openList = 91;
const backslash = 92;
const closeList = 93;
const openObject = 123;
const closeObject = 125;

/** From so many fields on, objects are kept in another way. */
const manyFields = 1_000;
/** Names that are remembered, by their last digits. */
const knownNames = 4_096;
/** Texts for which remembering names costs more than the names. */
const shortText = 500;

/**
 * Charges for what the host makes of JSON text before it makes it. Three characters may be an object, and a name of a field that was not there before
 * takes many times longer than one that was.
 */
export function chargeParsing(budget: Budget, text: string): void {
  chargeText(budget, text.length, 1.5);
  // The host refuses any other text at once.
  if (!/^\s*[\d{["tfn-]/.test(text)) return;
  const known = text.length < shortText ? undefined : rememberNames(budget);
  const outer: number[] = [];
  let fields = 0;
  let steps = 0;
  let [start, end] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        start = index;
        end = endOfText(text, index);
        index = end;
        steps += 0.2;
        break;
      case openObject:
      case openList:
        outer.push(fields);
        fields = 0;
        steps += 1.75;
        break;
      case closeObject:
      case closeList:
        fields = outer.pop() ?? 0;
        break;
      case colon: {
        if (known === undefined) {
          steps += 3;
          break;
        }
        const mark = markOf(text, start, end);
        fields += 1;
        if (known[mark % knownNames] !== mark) steps += fields > manyFields ? 5 : 9;
        known[mark % knownNames] = mark;
        break;
      }
      case comma:
        steps += 0.3;
        break;
      default:
        steps += 0.03;
    }
    if (steps < 1_000) continue;
    charge(budget, steps | 0);
    steps = 0;
  }
  charge(budget, Math.ceil(steps));
}

function rememberNames(budget: Budget): Int32Array {
  charge(budget, 20);
  return new Int32Array(knownNames);
}

/** Index of the quotation mark that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** A number that different names seldom share; of long names, only of their end. */
function markOf(text: string, start: number, end: number): number {
  let mark = end - start;
  for (let index = Math.max(start, end - 40); index < end; index += 1) mark = (mark * 31 + text.charCodeAt(index)) | 0;
  return mark & 0x7fffffff;
}
