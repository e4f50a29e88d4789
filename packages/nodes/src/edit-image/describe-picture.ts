import * as magick from '@imagemagick/magick-wasm';
import { readPicture } from './apply-steps.ts';
import type { ImageFacts } from './task.ts';

const channelNames = [
  [magick.PixelChannel.Red, 'Red'],
  [magick.PixelChannel.Green, 'Green'],
  [magick.PixelChannel.Blue, 'Blue'],
  [magick.PixelChannel.Alpha, 'Opacity'],
] as const;

/** Pixels. What is counted of larger pictures is counted of one in so many: all would take a hundred times as long as to read the picture. */
const mostCounted = 1_000_000;

/** @throws Error for what is no picture */
export const describePicture = (bytes: Uint8Array): ImageFacts =>
  readPicture(bytes, (image) => {
    const { width, height, depth } = image;
    const part = Math.sqrt(mostCounted / (width * height));
    if (part < 1) {
      image.filterType = magick.FilterType.Point;
      image.resize(Math.max(1, Math.floor(width * part)), Math.max(1, Math.floor(height * part)));
    }
    const statistics = image.statistics();
    return {
      format: image.format,
      width,
      height,
      depth,
      colors: image.totalColors,
      hasAlpha: image.hasAlpha,
      orientation: image.orientation,
      channels: channelNames.flatMap(([channel, name]) => {
        const found = statistics.getChannel(channel);
        if (!found) return [];
        const { minimum, maximum, mean, standardDeviation: deviation } = found;
        return [{ name, minimum, maximum, mean, deviation }];
      }),
    };
  });
