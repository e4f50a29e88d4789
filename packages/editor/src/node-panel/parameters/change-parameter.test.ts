import type { ParameterDefinition } from '@millrace/contract';
import { describe, expect, it } from 'vitest';
import { changeParameter } from './change-parameter.ts';

const definitions: readonly ParameterDefinition[] = [
  {
    name: 'mode',
    displayName: 'Mode',
    type: 'options',
    default: 'simple',
    options: [
      { name: 'Simple', value: 'simple' },
      { name: 'Full', value: 'full' },
    ],
  },
  {
    name: 'depth',
    displayName: 'Depth',
    type: 'number',
    default: 1,
    displayOptions: { show: { mode: ['full'] } },
  },
  {
    name: 'detail',
    displayName: 'Detail',
    type: 'string',
    default: '',
    displayOptions: { show: { depth: [2, 3] } },
  },
  {
    name: 'kind',
    displayName: 'Kind',
    type: 'options',
    default: 'a',
    options: [
      { name: 'A', value: 'a' },
      { name: 'B', value: 'b' },
    ],
    displayOptions: { show: { mode: ['simple'] } },
  },
  {
    name: 'kind',
    displayName: 'Kind',
    type: 'options',
    default: 'b',
    options: [
      { name: 'B', value: 'b' },
      { name: 'C', value: 'c' },
    ],
    displayOptions: { show: { mode: ['full'] } },
  },
  {
    name: 'options',
    displayName: 'Options',
    type: 'collection',
    default: {},
    options: [{ name: 'limit', displayName: 'Limit', type: 'number', default: 50 }],
  },
  {
    name: 'headers',
    displayName: 'Headers',
    type: 'fixedCollection',
    default: {},
    typeOptions: { multipleValues: true },
    options: [
      {
        name: 'entry',
        displayName: 'Header',
        values: [
          { name: 'name', displayName: 'Name', type: 'string', default: '' },
          { name: 'isSecret', displayName: 'Secret', type: 'boolean', default: false },
          {
            name: 'hint',
            displayName: 'Hint',
            type: 'string',
            default: '',
            displayOptions: { show: { isSecret: [true] } },
          },
        ],
      },
    ],
  },
];
const space = { definitions, typeVersion: 1 };

describe('a change of a parameter', () => {
  it('stores what differs from the default, and leaves out what equals it', () => {
    const changed = changeParameter(space, {}, ['mode'], 'full');
    expect(changed).toEqual({ mode: 'full' });
    expect(changeParameter(space, changed, ['mode'], 'simple')).toEqual({});
  });

  it('clears parameters that disappear, and those that depended on them', () => {
    const stored = { mode: 'full', depth: 2, detail: 'x' };
    expect(changeParameter(space, stored, ['mode'], 'simple')).toEqual({});
  });

  it('keeps values that were hidden before and that no definition names', () => {
    const stored = { depth: 5, fromElsewhere: { a: 1 } };
    expect(changeParameter(space, stored, ['kind'], 'b')).toEqual({ ...stored, kind: 'b' });
  });

  it('keeps a value that the next definition of the same name takes, else clears it', () => {
    expect(changeParameter(space, { kind: 'b' }, ['mode'], 'full')).toEqual({ kind: 'b', mode: 'full' });
    expect(changeParameter(space, { mode: 'full', kind: 'c' }, ['mode'], 'simple')).toEqual({});
    expect(changeParameter(space, { mode: 'full', kind: '={{ $json.k }}' }, ['mode'], 'simple')).toEqual({
      kind: '={{ $json.k }}',
    });
  });

  it('keeps an option of a collection at its default: that it was added is the information', () => {
    const added = changeParameter(space, {}, ['options', 'limit'], 50);
    expect(added).toEqual({ options: { limit: 50 } });
    expect(changeParameter(space, added, ['options', 'limit'], undefined)).toEqual({});
  });

  it('does not touch an empty collection that an import brought', () => {
    expect(changeParameter(space, { options: {} }, ['mode'], 'full')).toEqual({ options: {}, mode: 'full' });
  });

  it('works inside the entries of a fixed collection', () => {
    let stored = changeParameter(space, {}, ['headers', 'entry'], [{}]);
    expect(stored).toEqual({ headers: { entry: [{}] } });
    stored = changeParameter(space, stored, ['headers', 'entry', 0, 'isSecret'], true);
    stored = changeParameter(space, stored, ['headers', 'entry', 0, 'hint'], 'h');
    expect(stored).toEqual({ headers: { entry: [{ isSecret: true, hint: 'h' }] } });
    expect(changeParameter(space, stored, ['headers', 'entry', 0, 'isSecret'], false)).toEqual({
      headers: { entry: [{}] },
    });
    expect(changeParameter(space, stored, ['headers', 'entry'], undefined)).toEqual({});
  });

  it('begins from the default when something inside of it is changed', () => {
    const rules: ParameterDefinition = {
      name: 'rules',
      displayName: 'Rules',
      type: 'filter',
      default: { conditions: [{ leftValue: 'a', rightValue: 'b' }], combinator: 'or' },
    };
    const changed = changeParameter(
      { definitions: [rules], typeVersion: 1 },
      {},
      ['rules', 'conditions', 0, 'leftValue'],
      'x',
    );
    expect(changed).toEqual({ rules: { conditions: [{ leftValue: 'x', rightValue: 'b' }], combinator: 'or' } });
  });

  it('resets to the default', () => {
    expect(changeParameter(space, { mode: 'full', depth: 4 }, ['depth'], undefined)).toEqual({ mode: 'full' });
  });
});
