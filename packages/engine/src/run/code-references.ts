/** Nodes that code of people reads from, as far as its text tells: it is not parsed, since it is of several languages. */

/** Parameters of nodes whose text is code, and no expression. */
const codeParameters = new Set(['jsCode', 'pythonCode', 'functionCode', 'code']);

/** A name in quotes; one with escapes or places in it is not told. */
const literal = /(?:'([^'\\]*)'|"([^"\\]*)"|`([^`\\$]*)`)/.source;

const places = /(?<![\w$.])[$_]\(|(?<![\w$])(?:\$items|\$item)\(|(?<![\w$])[$_]node(?![\w$])|\$evaluateExpression/g;
const ways = [
  new RegExp(String.raw`^(?:[$_]|\$items)\(\s*${literal}`),
  new RegExp(String.raw`^[$_]node\s*(?:\?\.)?\[\s*${literal}`),
  /^[$_]node\??\.(\w+)/,
];
/** Reads from no node by itself. */
const harmless = /^(?:\$items\(\s*\)|\$item\()/;
const longest = 300;

const nameAt = (rest: string): string | undefined => {
  for (const way of ways) {
    const name = way
      .exec(rest)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (name !== undefined) return name;
  }
  return undefined;
};

/** Names of the nodes that a text of code reads from; undefined where some are known in the run only. */
export const nodesInCode = (code: string): string[] | undefined => {
  const names: string[] = [];
  for (const { index } of code.matchAll(places)) {
    const rest = code.slice(index, index + longest);
    if (harmless.test(rest)) continue;
    const name = nameAt(rest);
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
};

/** Texts of code among the parameters of a node. */
export const codeIn = (parameters: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(parameters).flatMap(([name, value]) =>
    codeParameters.has(name) && typeof value === 'string' ? [value] : [],
  );
