import { type Budget, charge } from '../budget.ts';

/** From so many fields on, the host takes several times longer for each further one. */
const manyFields = 1_000;

/** Charges for what the host makes of JSON text before it makes it: by its objects, lists and fields, since three characters may be an object. */
export function chargeParsing(budget: Budget, text: string): void {
  const outer: number[] = [];
  let fields = 0;
  let steps = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text[index]) {
      case '"':
        index = endOfText(text, index);
        break;
      case '{':
      case '[':
        outer.push(fields);
        fields = 0;
        steps += 2;
        break;
      case '}':
      case ']':
        fields = outer.pop() ?? 0;
        break;
      case ':':
        fields += 1;
        if (fields > manyFields) steps += 5;
        break;
      case ',':
        steps += 0.25;
        break;
    }
    if (steps < 1_000) continue;
    charge(budget, steps | 0);
    steps = 0;
  }
  charge(budget, Math.ceil(steps));
}

/** Index of the quotation mark that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
