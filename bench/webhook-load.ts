import { connect } from 'node:net';

/**
 * Calls one webhook over kept-alive connections, one call after the other on each, for a time. It writes one prepared request and looks for the
 * end of each answer and no more, since it shares the machine with what it measures. Run as a process of its own:
 *
 *     node webhook-load.ts <url> <connections> <milliseconds>
 *
 * Prints JSON of LoadResult.
 */
export interface LoadResult {
  /** Answers of status 200. */
  answers: number;
  otherAnswers: number;
  milliseconds: number;
  /** Milliseconds from the first byte of a call to the last of its answer. */
  p50: number;
  p99: number;
  longest: number;
}

const [url = '', connections = '50', milliseconds = '5000'] = process.argv.slice(2);
const target = new URL(url);
const body = JSON.stringify({ name: 'Ada Lovelace', nested: { score: 21 }, tags: ['a', 'b'] });
const call = Buffer.from(
  `POST ${target.pathname} HTTP/1.1\r\nHost: ${target.host}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);

const times: number[] = [];
let otherAnswers = 0;

/** Length of the first whole answer in the text, or 0. */
const answerLength = (text: string): number => {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0);
  const end = headEnd + 4 + length;
  return text.length >= end ? end : 0;
};

const callUntil = (end: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    let received = '';
    let sentAt = 0;
    const next = () => {
      if (performance.now() >= end) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(call);
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (text: string) => {
      received += text;
      const length = answerLength(received);
      if (length === 0) return;
      if (received.startsWith('HTTP/1.1 200')) times.push(performance.now() - sentAt);
      else otherAnswers++;
      received = received.slice(length);
      next();
    });
  });

const begin = performance.now();
const end = begin + Number(milliseconds);
await Promise.all(Array.from({ length: Number(connections) }, () => callUntil(end)));
const taken = performance.now() - begin;
times.sort((a, b) => a - b);
const at = (share: number) =>
  Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 100) / 100;
const result: LoadResult = {
  answers: times.length,
  otherAnswers,
  milliseconds: Math.round(taken),
  p50: at(0.5),
  p99: at(0.99),
  longest: at(1),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
