import { shellWords } from './shell-words.ts';

/** What a curl command asks for. */
export interface CurlRequest {
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  query: { name: string; value: string }[];
  body?:
    | { kind: 'text'; text: string }
    | { kind: 'file' }
    | { kind: 'form'; fields: { name: string; value: string; isFile: boolean }[] };
  insecure: boolean;
  proxy?: string;
  /** Milliseconds. */
  timeout?: number;
}

/** Options that take a value and have no part in the request, or none that a node could take over. */
const ignoredWithValue = new Set(
  [
    '-o',
    '-w',
    '-c',
    '-D',
    '-E',
    '-K',
    '-T',
    '-y',
    '-Y',
    '-z',
    '-C',
    '-P',
    '-Q',
    '-r',
    '--output',
    '--write-out',
  ].concat(
    ...['--cookie-jar', '--dump-header', '--cert', '--key', '--cacert', '--capath', '--config', '--upload-file'],
    ...[
      '--connect-timeout',
      '--retry',
      '--retry-delay',
      '--retry-max-time',
      '--limit-rate',
      '--max-redirs',
      '--resolve',
    ],
    ...['--interface', '--range', '--ciphers', '--tls-max', '--proxy-user', '--noproxy', '--cert-type', '--key-type'],
  ),
);

const longNames: Readonly<Record<string, string>> = {
  '-X': '--request',
  '-H': '--header',
  '-d': '--data',
  '-F': '--form',
  '-u': '--user',
  '-A': '--user-agent',
  '-e': '--referer',
  '-b': '--cookie',
  '-x': '--proxy',
  '-m': '--max-time',
  '-G': '--get',
  '-I': '--head',
  '-k': '--insecure',
};

const withValue = new Set([
  ...['--request', '--header', '--data', '--data-raw', '--data-ascii', '--data-binary', '--data-urlencode', '--json'],
  ...['--form', '--form-string', '--user', '--user-agent', '--referer', '--cookie', '--proxy', '--max-time', '--url'],
]);

interface Option {
  name: string;
  value: string;
}

/** Options with their values, and what stands by itself. */
const readOptions = (words: readonly string[]): { options: Option[]; others: string[] } => {
  const options: Option[] = [];
  const others: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const next = (): string => {
      at += 1;
      const value = words[at];
      if (value === undefined) throw new Error(`${word} lacks its value`);
      return value;
    };
    if (word.startsWith('--')) {
      const equals = word.indexOf('=');
      const name = equals > 0 ? word.slice(0, equals) : word;
      const takesValue = withValue.has(name) || ignoredWithValue.has(name);
      options.push({ name, value: equals > 0 ? word.slice(equals + 1) : takesValue ? next() : '' });
    } else if (word.startsWith('-') && word.length > 1) {
      // Short ones stand together, and the last may have its value behind it: -sXPOST.
      for (let place = 1; place < word.length; place += 1) {
        const short = `-${word[place]}`;
        const name = longNames[short] ?? short;
        if (!withValue.has(name) && !ignoredWithValue.has(name)) {
          options.push({ name, value: '' });
          continue;
        }
        options.push({ name, value: word.slice(place + 1) || next() });
        break;
      }
    } else others.push(word);
  }
  return { options, others };
};

const pairOf = (text: string, sign: string): { name: string; value: string } => {
  const at = text.indexOf(sign);
  return at < 0 ? { name: text, value: '' } : { name: text.slice(0, at), value: text.slice(at + 1) };
};

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const urlEncoded = (value: string): string => {
  const { name, value: content } = pairOf(value, '=');
  if (!value.includes('=')) return encodeURIComponent(value);
  return name === '' ? encodeURIComponent(content) : `${name}=${encodeURIComponent(content)}`;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** Name and value of each part of a query or a form, decoded. */
export const queryPairs = (text: string): { name: string; value: string }[] =>
  text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => pairOf(part, '='))
    .map(({ name, value }) => ({ name: decoded(name), value: decoded(value) }));

const headerOf = (name: string, value: string) => ({ name, value: value.trim() });

/** @throws Error that says why the text is no curl command */
export const readCurl = (text: string): CurlRequest => {
  const [command, ...words] = shellWords(text.trim().replace(/^\$\s+/, ''));
  if (!command || !/(?:^|[\\/])curl(?:\.exe)?$/i.test(command)) throw new Error('The text does not begin with curl');
  const { options, others } = readOptions(words);
  const valuesOf = (...names: string[]) => options.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  const has = (name: string) => options.some((option) => option.name === name);

  const headers = valuesOf('--header')
    .map((line) => pairOf(line.replace(/;$/, ':'), ':'))
    .map(({ name, value }) => headerOf(name.trim(), value));
  const hasHeader = (wanted: string) => headers.some(({ name }) => name.toLowerCase() === wanted);
  const addHeader = (name: string, values: string[], toValue = (value: string) => value) => {
    const value = values.at(-1);
    if (value !== undefined && !hasHeader(name.toLowerCase())) headers.push(headerOf(name, toValue(value)));
  };
  addHeader('Authorization', valuesOf('--user'), (user) => `Basic ${base64(user)}`);
  addHeader('User-Agent', valuesOf('--user-agent'));
  addHeader('Referer', valuesOf('--referer'));
  // Without a = it names a file of cookies.
  addHeader(
    'Cookie',
    valuesOf('--cookie').filter((cookie) => cookie.includes('=')),
  );

  const data = options.flatMap(({ name, value }) => {
    if (name === '--data-urlencode') return [urlEncoded(value)];
    return ['--data', '--data-raw', '--data-ascii', '--data-binary', '--json'].includes(name) ? [value] : [];
  });
  if (has('--json')) {
    addHeader('Content-Type', ['application/json']);
    addHeader('Accept', ['application/json']);
  }
  const forms = options.filter(({ name }) => name === '--form' || name === '--form-string');
  const isFile = data.length === 1 && data[0]!.startsWith('@') && !has('--data-raw');
  const joined = data.join(has('--json') ? '' : '&');
  if (data.length > 0 && !isFile) addHeader('Content-Type', has('--get') ? [] : ['application/x-www-form-urlencoded']);

  const address = valuesOf('--url').at(-1) ?? others[0];
  if (address === undefined) throw new Error('The command names no address');
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const [bare = '', search = ''] = whole.split('#', 1)[0]!.split(/\?(.*)/s);
  const seconds = Number(valuesOf('--max-time').at(-1));

  const body: CurlRequest['body'] = has('--get')
    ? undefined
    : forms.length > 0
      ? {
          kind: 'form',
          fields: forms.map(({ name: option, value }) => {
            const { name, value: content } = pairOf(value, '=');
            const isFile = option === '--form' && /^[@<]/.test(content);
            return { name, value: isFile ? '' : content, isFile };
          }),
        }
      : isFile
        ? { kind: 'file' }
        : data.length > 0
          ? { kind: 'text', text: joined }
          : undefined;

  return {
    method: (valuesOf('--request').at(-1) ?? (has('--head') ? 'HEAD' : body ? 'POST' : 'GET')).toUpperCase(),
    url: bare,
    headers,
    query: [...queryPairs(search), ...(has('--get') ? queryPairs(joined) : [])],
    ...(body && { body }),
    insecure: has('--insecure'),
    ...(valuesOf('--proxy').length > 0 && { proxy: valuesOf('--proxy').at(-1)! }),
    ...(seconds > 0 && { timeout: Math.round(seconds * 1000) }),
  };
};
