/**
 * What of the cards is shown at a zoom. Names are as high on the screen as can be read down to the zoom at which cards become tiles, so they
 * are larger on the canvas there. In steps: between two of them zooming changes no style, and nothing is laid out anew.
 */
export type Detail = 'high' | 'low' | 'least';

interface Level {
  detail: Detail;
  /** Height of letters of a name, in canvas pixels. */
  nameSize: number;
}

/** Of the type scale. */
const nameSize = 13;
/** On the screen. */
const leastNameSize = 9.1;
const tilesBelow = 0.3;
const smallTextsUntil = 0.6;

const steps = [nameSize, 15.2, 17.5, 20.5, 24, 27.5, leastNameSize / tilesBelow];

export const levelAt = (zoom: number): Level => ({
  detail: zoom < tilesBelow ? 'least' : zoom < smallTextsUntil ? 'low' : 'high',
  nameSize: steps.find((size) => size * zoom >= leastNameSize) ?? steps.at(-1)!,
});
