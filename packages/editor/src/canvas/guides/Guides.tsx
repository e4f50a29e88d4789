import { ViewportPortal } from '@xyflow/react';
import { useCanvasState } from '../canvas-state.ts';
import styles from './guides.module.css';

/** Beyond the nodes that lie on it. */
const overhang = 12;

/** Lines that show with what a dragged node is aligned. */
export const Guides = () => {
  const guides = useCanvasState((state) => state.guides);
  return (
    <ViewportPortal>
      {guides.map(({ direction, at, from, to }) => {
        const length = to - from + 2 * overhang;
        const start = from - overhang;
        return (
          <div
            key={`${direction} ${at}`}
            className={styles.guide}
            data-direction={direction}
            style={
              direction === 'vertical'
                ? { left: at, top: start, height: length }
                : { left: start, top: at, width: length }
            }
          />
        );
      })}
    </ViewportPortal>
  );
};
