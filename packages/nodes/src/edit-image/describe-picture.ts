import * as magick from '@imagemagick/magick-wasm';
import { readPicture } from './apply-steps.ts';
import type { ImageFacts } from './task.ts';

const channelNames = [
  [magick.PixelChannel.Red, 'Red'],
  [magick.PixelChannel.Green, 'Green'],
  [magick.PixelChannel.Blue, 'Blue'],
  [magick.PixelChannel.Alpha, 'Opacity'],
] as const;

/** @throws Error for what is no picture */
export const describePicture = (bytes: Uint8Array): ImageFacts =>
  readPicture(bytes, (image) => {
    const statistics = image.statistics();
    return {
      format: image.format,
      width: image.width,
      height: image.height,
      depth: image.depth,
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
