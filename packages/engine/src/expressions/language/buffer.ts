import { encodingOf } from './encodings.ts';

/** Bytes that become text by an encoding: Node's Buffer, as far as expressions need it. It never changes. */
export class BufferValue {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get length(): number {
    return this.bytes.length;
  }

  /** The form that Buffer has as JSON. */
  toJSON(): { type: 'Buffer'; data: number[] } {
    return { type: 'Buffer', data: [...this.bytes] };
  }

  toString(): string {
    return encodingOf('utf8').decode(this.bytes);
  }
}
Object.defineProperty(BufferValue, 'name', { value: 'Buffer' });
