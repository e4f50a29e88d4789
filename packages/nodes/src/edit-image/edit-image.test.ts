import { createFakeHost, runNode } from '@millrace/engine/testing';
import { describe, expect, it, test } from 'vitest';
import { sizeAfter } from './apply-steps.ts';
import { editImage } from './edit-image.node.ts';
import { fontNameOf } from './fonts.ts';
import { mostPixels } from './task.ts';
import { wrapText } from './wrap-text.ts';

const host = createFakeHost();
const run = (parameters: object, files: Record<string, unknown>[] = [{}], more: object = {}) =>
  runNode(editImage, {
    parameters: parameters as never,
    items: files.map((binary) => ({ json: { own: 1 }, binary })) as never,
    host,
    ...more,
  });

const smallPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A picture of one colour, with its file. */
const plain = async (color: string, width: number, height: number, format = 'png') => {
  const { items, error } = await run({
    operation: 'create',
    backgroundColor: color,
    width,
    height,
    options: { format },
  });
  expect(error?.message).toBeUndefined();
  return items[0]!.binary!.data!;
};

const informationOf = async (file: unknown) => {
  const { json, error } = await run({ operation: 'information' }, [{ data: file }]);
  expect(error?.message).toBeUndefined();
  return json[0] as { format: string; size: { width: number; height: number }; 'Channel Statistics': Statistics };
};
type Statistics = Record<string, { Minimum: string; Maximum: string; Mean: string }>;

const means = async (file: unknown) => {
  const { 'Channel Statistics': channels } = await informationOf(file);
  return Object.values(channels).map(({ Mean }) => Math.round(Number.parseFloat(Mean)));
};

const edited = async (file: unknown, parameters: object, others: object = {}) => {
  const { items, error } = await run(parameters, [{ data: file, ...others }]);
  expect(error?.message).toBeUndefined();
  return items[0]!.binary!.data!;
};
const sizeOf = async (file: unknown) => (await informationOf(file)).size;

describe('each operation', () => {
  test('create, information and format', async () => {
    for (const [format, name] of Object.entries({
      png: 'PNG',
      jpeg: 'JPEG',
      gif: 'GIF',
      bmp: 'BMP',
      tiff: 'TIFF',
      webp: 'WEBP',
    })) {
      const file = await plain('#2040ff', 40, 30, format);
      expect(file).toMatchObject({ fileName: `picture.${format}`, mimeType: `image/${format}` });
      expect(await informationOf(file)).toMatchObject({
        format: name,
        size: { width: 40, height: 30 },
        Geometry: '40x30',
      });
    }
  });

  test('information of a large picture counts a part of its pixels, in the same time', async () => {
    const file = await plain('#2040ff', 6000, 5000);
    expect(await informationOf(file)).toMatchObject({ size: { width: 6000, height: 5000 }, Geometry: '6000x5000' });
    expect(await means(file)).toEqual([32, 64, 255]);
  });

  test('resize', async () => {
    const file = await plain('#ffffff', 200, 100);
    expect(await sizeOf(await edited(file, { operation: 'resize', width: 50, height: 50 }))).toEqual({
      width: 71,
      height: 35,
    });
    expect(
      await sizeOf(
        await edited(file, { operation: 'resize', width: 50, height: 50, resizeOption: 'ignoreAspectRatio' }),
      ),
    ).toEqual({ width: 50, height: 50 });
  });

  test('crop, border, rotate and shear', async () => {
    const file = await plain('#ffffff', 200, 100);
    const size = async (parameters: object) => sizeOf(await edited(file, parameters));
    expect(await size({ operation: 'crop', width: 30, height: 20, positionX: 5 })).toEqual({ width: 30, height: 20 });
    expect(await size({ operation: 'border', borderWidth: 3 })).toEqual({ width: 206, height: 120 });
    expect(await size({ operation: 'rotate', rotate: 90 })).toEqual({ width: 100, height: 200 });
    const { width, height } = await size({ operation: 'shear', degreesX: 45 });
    expect([width > 290, height < 110]).toEqual([true, true]);
  });

  test('draw: the colour of the default is visible; blur spreads it', async () => {
    const file = await plain('#ffffff', 100, 100);
    const square = { startPositionX: 0, startPositionY: 0, endPositionX: 49, endPositionY: 99 };
    const half = await edited(file, { operation: 'draw', ...square });
    const [red = 0, green = 0] = await means(half);
    expect([red, Math.abs(green - 127) < 3]).toEqual([255, true]);
    for (const primitive of ['circle', 'line', 'rectangle'])
      expect(
        (await means(await edited(file, { operation: 'draw', primitive, ...square, cornerRadius: 5 })))[1],
      ).toBeLessThan(255);
    const blurred = await informationOf(await edited(half, { operation: 'blur', blur: 5, sigma: 5 }));
    expect((blurred as unknown as { Colors: number }).Colors).toBeGreaterThan(5);
  });

  test('text, in lines', async () => {
    const file = await plain('#ffffff', 200, 100);
    const [ink = 255] = await means(await edited(file, { operation: 'text', text: 'Grüße, Ωλ', fontSize: 30 }));
    expect(ink).toBeLessThan(250);
    const two = { operation: 'text', text: 'one two', lineLength: 3, positionY: 20 };
    const [more = 255] = await means(await edited(file, two));
    expect(more).toBeLessThan(255);
  });

  test('transparent, and composite', async () => {
    const [white, red] = [await plain('#ffffff', 20, 20), await plain('#ff0000', 10, 20)];
    const both = await edited(white, { operation: 'composite', dataPropertyNameComposite: 'logo' }, { logo: red });
    expect((await means(both)).slice(0, 3)).toEqual([255, 128, 128]);
    const holed = await edited(both, { operation: 'transparent', color: '#ff0000' });
    expect((await means(holed))[3]).toBe(128);
  });

  test('multiStep does one after the other, a created picture first', async () => {
    const operations = [
      { operation: 'create', backgroundColor: '#00ff0000', width: 60, height: 40 },
      { operation: 'border', borderColor: '#000000', borderWidth: 10, borderHeight: 10 },
      { operation: 'text', text: 'Hi', positionX: 12, positionY: 30 },
    ];
    const { items, error } = await run({ operation: 'multiStep', operations: { operations } });
    expect(error?.message).toBeUndefined();
    expect(items[0]).toMatchObject({ json: { own: 1 }, pairedItem: 0 });
    expect(await sizeOf(items[0]!.binary!.data)).toEqual({ width: 80, height: 60 });
  });
});

test('each of many items, with a failure among them that is gone on after', async () => {
  const file = await plain('#ffffff', 20, 20);
  const broken = await host.store('no picture', { fileName: 'a.png', mimeType: 'image/png' });
  const files = [{ data: file }, { data: broken }, {}, { data: file }];
  const { items } = await run({ operation: 'border' }, files, { onError: 'continueRegularOutput' });
  expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3]);
  expect(items.map(({ json }) => json.error ?? null)).toEqual([
    null,
    'The file is not a picture that can be read',
    'The item has no file in "data"',
    null,
  ]);
  expect((await run({ operation: 'border' }, files)).error).toMatchObject({ itemIndex: 1 });
});

test('other files of the item stay, and the name follows the format', async () => {
  const file = { ...(await plain('#ffffff', 20, 20)), fileName: 'photo.png' };
  const { items } = await run({ operation: 'border', options: { format: 'jpeg', quality: 50 } }, [
    { data: file, other: file },
  ]);
  expect(items[0]?.binary).toMatchObject({
    data: { fileName: 'photo.jpeg', mimeType: 'image/jpeg' },
    other: { fileName: 'photo.png' },
  });
  const named = await run({ operation: 'border', options: { fileName: 'x.png' } }, [{ data: file }]);
  expect(named.items[0]?.binary?.data?.fileName).toBe('x.png');
});

describe('what is too large is refused before it is unpacked', () => {
  /** A PNG that says in its head that it is so large. */
  const bomb = async (side: number) => {
    const real = Buffer.from(smallPng, 'base64');
    const { crc32 } = await import('node:zlib');
    real.writeUInt32BE(side, 16);
    real.writeUInt32BE(side, 20);
    real.writeUInt32BE(crc32(real.subarray(12, 29)), 29);
    return host.store(real, { fileName: 'bomb.png', mimeType: 'image/png' });
  };

  it.each([8000, 60_000])('%d pixels square', async (side) => {
    const { error } = await run({ operation: 'border' }, [{ data: await bomb(side) }]);
    expect(error?.message).toMatch(/too large|more memory/);
  });

  it.each([
    { operation: 'create', width: 20_000, height: 10 },
    { operation: 'resize', width: 10_000, height: 10_000, resizeOption: 'ignoreAspectRatio' },
    { operation: 'border', borderWidth: 100_000 },
    { operation: 'resize', width: 100_000, height: 100_000, resizeOption: 'percent' },
  ])('%j', async (parameters) => {
    const { error } = await run(parameters, [{ data: await plain('#ffffff', 20, 20) }]);
    expect(error?.message).toContain(`each side may have ${mostPixels.side}`);
  });
});

it.each([
  ['maximumArea', 50, 50, { width: 71, height: 35 }],
  ['maximumArea', 500, 500, { width: 200, height: 100 }],
  ['minimumArea', 50, 50, { width: 100, height: 50 }],
  ['onlyIfLarger', 50, 50, { width: 50, height: 25 }],
  ['onlyIfLarger', 500, 500, { width: 200, height: 100 }],
  ['onlyIfSmaller', 400, 400, { width: 400, height: 200 }],
  ['onlyIfSmaller', 50, 50, { width: 200, height: 100 }],
  ['percent', 50, 10, { width: 100, height: 10 }],
  ['ignoreAspectRatio', 100, 0, { width: 100, height: 50 }],
])('%s %d %d', (resizeOption, width, height, size) => {
  expect(sizeAfter({ width: 200, height: 100 }, { resizeOption, width, height })).toEqual(size);
});

test('lines are broken between words; fonts of elsewhere are the default one', () => {
  expect(wrapText('one two three\nfour', 7)).toBe('one two\nthree\nfour');
  expect(wrapText('incomprehensible', 3)).toBe('incomprehensible');
  expect(['/usr/share/fonts/Arial.ttf', 'C:\\Fonts\\DejaVuSans-Bold.ttf', undefined].map(fontNameOf)).toEqual([
    'default',
    'DejaVuSans-Bold',
    'default',
  ]);
});
