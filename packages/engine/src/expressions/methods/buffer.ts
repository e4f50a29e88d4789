import { charge, chargeText } from '../budget.ts';
import { typeError } from '../errors.ts';
import { BufferValue } from '../language/buffer.ts';
import { toInteger, toText } from '../language/convert.ts';
import { encodingOf } from '../language/encodings.ts';
import { constant, payingItself, weighing } from '../language/paying.ts';
import type { Scope } from '../scope.ts';
import { defineTable, type Method } from './table.ts';

const part = constant<Method<BufferValue>>(
  ({ bytes }, [start, end], scope) =>
    new BufferValue(bytes.subarray(toInteger(scope, start), end === undefined ? undefined : toInteger(scope, end))),
);

export const bufferTable = defineTable<BufferValue>('buffer', {
  native: {
    slice: part,
    subarray: part,
    at: constant(({ bytes }, [index], scope) => bytes.at(toInteger(scope, index))),
    toString: payingItself(
      ({ bytes }: BufferValue, [encoding = 'utf8', start, end]: readonly unknown[], scope: Scope) => {
        const chosen = bytes.subarray(toInteger(scope, start), end === undefined ? undefined : toInteger(scope, end));
        charge(scope, 16);
        chargeText(scope, chosen.length, 12);
        return encodingOf(toText(scope, encoding)).decode(chosen);
      },
    ),
    toJSON: weighing(16, (buffer) => buffer.toJSON()),
    equals: weighing(8, ({ bytes }, [other]) => {
      if (!(other instanceof BufferValue)) throw typeError('equals() needs another buffer');
      return bytes.length === other.length && bytes.every((byte, index) => byte === other.bytes[index]);
    }),
  },
  properties: { length: (buffer) => buffer.length },
});
