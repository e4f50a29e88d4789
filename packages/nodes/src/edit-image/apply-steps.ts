import * as magick from '@imagemagick/magick-wasm';
import type { ImageTask, Step } from './task.ts';
import { mostPixels } from './task.ts';
import { wrapText } from './wrap-text.ts';

const { CompositeOperator, MagickColor, MagickGeometry, MagickImage, Point } = magick;
type Image = magick.IMagickImage;

/** @throws Error for what would be too large */
export const refuseLarge = (width: number, height: number): void => {
  if (width <= mostPixels.side && height <= mostPixels.side && width * height <= mostPixels.area) return;
  throw new Error(
    `A picture of ${width} × ${height} pixels is too large: each side may have ${mostPixels.side}, and all of it ${mostPixels.area / 1e6} million`,
  );
};

/** The last two digits say how transparent a color is, which is the other way round here. @throws Error */
const readColor = (text: string): magick.IMagickColor => {
  const found = /^(#[0-9a-f]{6})([0-9a-f]{2})$/i.exec(text.trim());
  const [, rgb, transparency] = found ?? [];
  try {
    if (!rgb || !transparency) return new MagickColor(text.trim());
    return new MagickColor(`${rgb}${(255 - Number.parseInt(transparency, 16)).toString(16).padStart(2, '0')}`);
  } catch (cause) {
    throw new Error(`"${text}" is not a color. Write it as #rrggbb.`, { cause });
  }
};

const operators: Readonly<Record<string, magick.CompositeOperator>> = {
  Add: CompositeOperator.ModulusAdd,
  Atop: CompositeOperator.Atop,
  Bumpmap: CompositeOperator.Bumpmap,
  Copy: CompositeOperator.Copy,
  CopyBlack: CompositeOperator.CopyBlack,
  CopyBlue: CompositeOperator.CopyBlue,
  CopyCyan: CompositeOperator.CopyCyan,
  CopyGreen: CompositeOperator.CopyGreen,
  CopyMagenta: CompositeOperator.CopyMagenta,
  CopyOpacity: CompositeOperator.CopyAlpha,
  CopyRed: CompositeOperator.CopyRed,
  CopyYellow: CompositeOperator.CopyYellow,
  Difference: CompositeOperator.Difference,
  Divide: CompositeOperator.DivideDst,
  In: CompositeOperator.In,
  Minus: CompositeOperator.MinusDst,
  Multiply: CompositeOperator.Multiply,
  Out: CompositeOperator.Out,
  Over: CompositeOperator.Over,
  Plus: CompositeOperator.Plus,
  Subtract: CompositeOperator.ModulusSubtract,
  Xor: CompositeOperator.Xor,
};

const draw = (image: Image, step: Step & { operation: 'draw' }): void => {
  const { startPositionX: x, startPositionY: y, endPositionX: endX, endPositionY: endY } = step;
  const [left, right] = [Math.min(x, endX), Math.max(x, endX)];
  const [top, bottom] = [Math.min(y, endY), Math.max(y, endY)];
  const radius = step.primitive === 'circle' ? Math.hypot(endX - x, endY - y) : step.cornerRadius;
  const shape = {
    circle: () => new magick.DrawableRoundRectangle(x - radius, y - radius, x + radius, y + radius, radius, radius),
    line: () => new magick.DrawableLine(x, y, endX, endY),
    rectangle: () =>
      radius > 0
        ? new magick.DrawableRoundRectangle(left, top, right, bottom, radius, radius)
        : new magick.DrawableRectangle(left, top, right, bottom),
  }[step.primitive];
  image.draw([new magick.DrawableFillColor(readColor(step.color)), shape()]);
};

/** The size that a picture gets. A side that is not named follows from the other. */
export const sizeAfter = (
  { width, height }: { width: number; height: number },
  step: Pick<Step & { operation: 'resize' }, 'width' | 'height' | 'resizeOption'>,
): { width: number; height: number } => {
  if (!(step.width > 0) && !(step.height > 0)) throw new Error('The new size needs a width or a height');
  const [x, y] = [step.width > 0 ? step.width / width : undefined, step.height > 0 ? step.height / height : undefined];
  const [scaleX, scaleY] = [x ?? y!, y ?? x!];
  const by = (horizontal: number, vertical = horizontal) => ({
    width: Math.max(1, Math.round(width * horizontal)),
    height: Math.max(1, Math.round(height * vertical)),
  });
  const within = Math.min(scaleX, scaleY);
  switch (step.resizeOption) {
    case 'ignoreAspectRatio':
      return by(scaleX, scaleY);
    case 'minimumArea':
      return by(Math.max(scaleX, scaleY));
    case 'onlyIfLarger':
      return by(Math.min(1, within));
    case 'onlyIfSmaller':
      return by(Math.max(1, within));
    case 'percent':
      return by((step.width > 0 ? step.width : step.height) / 100, (step.height > 0 ? step.height : step.width) / 100);
    case 'maximumArea':
      return by(Math.min(1, Math.sqrt(scaleX * scaleY)));
    default:
      throw new Error(`A picture cannot be resized by "${step.resizeOption}"`);
  }
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const shear = (image: Image, { degreesX, degreesY }: Step & { operation: 'shear' }): void => {
  const settings = new magick.DistortSettings(magick.DistortMethod.AffineProjection);
  settings.bestFit = true;
  image.virtualPixelMethod = magick.VirtualPixelMethod.Transparent;
  image.alpha(magick.AlphaAction.Set);
  image.distort(settings, [1, Math.tan(radians(degreesY)), Math.tan(radians(degreesX)), 1, 0, 0]);
};

type Doing = {
  [K in Step['operation']]: (
    image: Image,
    step: Extract<Step, { operation: K }>,
    task: Pick<ImageTask, 'others' | 'fonts'>,
  ) => void;
};

/** Each throws an Error that says what could not be done. */
const doing: Doing = {
  blur: (image, { blur, sigma }) => image.blur(blur, sigma),
  border(image, { borderWidth, borderHeight, borderColor }) {
    refuseLarge(image.width + 2 * borderWidth, image.height + 2 * borderHeight);
    image.borderColor = readColor(borderColor);
    image.border(borderWidth, borderHeight);
  },
  composite(image, { dataPropertyNameComposite: name, operator: how, positionX, positionY }, { others }) {
    const other = others[name];
    const operator = Object.hasOwn(operators, how) ? operators[how] : undefined;
    if (!other) throw new Error(`There is no picture in "${name}"`);
    if (operator === undefined) throw new Error(`Pictures cannot be combined by "${how}"`);
    readPicture(other, (above) => image.composite(above, operator, new Point(positionX, positionY)));
  },
  create() {
    throw new Error('A picture can be created by the first step only');
  },
  crop: (image, { positionX, positionY, width, height }) =>
    image.crop(new MagickGeometry(positionX, positionY, width, height)),
  draw,
  resize(image, step) {
    const { width, height } = sizeAfter(image, step);
    refuseLarge(width, height);
    const exact = new MagickGeometry(width, height);
    exact.ignoreAspectRatio = true;
    image.resize(exact);
  },
  rotate(image, { rotate, backgroundColor }) {
    image.backgroundColor = readColor(backgroundColor);
    image.rotate(rotate);
  },
  shear,
  text(image, { font, fontSize, fontColor, positionX, positionY, text, lineLength }, { fonts }) {
    if (!Object.hasOwn(fonts, font)) throw new Error(`There is no font "${font}"`);
    image.draw([
      new magick.DrawableFont(font),
      new magick.DrawableFontPointSize(fontSize),
      new magick.DrawableFillColor(readColor(fontColor)),
      new magick.DrawableText(positionX, positionY, wrapText(text, lineLength)),
    ]);
  },
  transparent: (image, { color }) => image.transparent(readColor(color)),
};

/** @throws Error that says what could not be done */
const apply = <S extends Step>(image: Image, step: S, task: ImageTask): void => {
  if (!Object.hasOwn(doing, step.operation)) throw new Error(`Nothing is known of the step "${step.operation}"`);
  (doing[step.operation] as (image: Image, step: S, task: ImageTask) => void)(image, step, task);
};

/** A picture whose size was looked at before it is unpacked. Of several, such as those of an animation, the first one. @throws Error */
export const readPicture = <T>(bytes: Uint8Array, work: (image: Image) => T): T => {
  const image = MagickImage.create();
  try {
    image.ping(bytes);
    refuseLarge(image.width, image.height);
    image.read(bytes);
    image.colorSpace = magick.ColorSpace.sRGB;
    return work(image);
  } finally {
    image.dispose();
  }
};

const create = (step: Step & { operation: 'create' }): Image => {
  if (!(step.width >= 1) || !(step.height >= 1)) throw new Error('The new picture needs a width and a height');
  refuseLarge(step.width, step.height);
  return MagickImage.create(readColor(step.backgroundColor), step.width, step.height);
};

const formats: Readonly<Record<string, magick.MagickFormat>> = {
  bmp: magick.MagickFormat.Bmp,
  gif: magick.MagickFormat.Gif,
  jpeg: magick.MagickFormat.Jpeg,
  png: magick.MagickFormat.Png,
  tiff: magick.MagickFormat.Tiff,
  webp: magick.MagickFormat.WebP,
};

/** @throws Error that says what could not be done */
export const editPicture = (task: ImageTask): { picture: Uint8Array; format: string } => {
  for (const [name, bytes] of Object.entries(task.fonts)) magick.Magick.addFont(name, bytes);
  const [first, ...later] = task.steps;
  const finish = (image: Image, steps: readonly Step[]) => {
    for (const step of steps) {
      apply(image, step, task);
      image.resetPage();
      refuseLarge(image.width, image.height);
    }
    if (task.quality !== undefined) image.quality = task.quality;
    const format = task.format ? formats[task.format]! : image.format;
    return image.write(format, (bytes) => ({ picture: Uint8Array.from(bytes), format }));
  };
  if (first?.operation !== 'create') {
    if (!task.picture) throw new Error('There is no picture');
    return readPicture(task.picture, (image) => finish(image, task.steps));
  }
  const created = create(first);
  try {
    return finish(created, later);
  } finally {
    created.dispose();
  }
};
