import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../messages/panel.ts';
import { type ColumnShares, loadShares, moveBorder, storeShares } from './column-shares.ts';
import classes from './NodePanel.module.css';

interface PanelColumnsProps {
  /** null: the node has no input. */
  input: ReactNode;
  middle: ReactNode;
  output: ReactNode;
}

const keyStep = 0.02;

/** Three columns with borders to drag; the widths are remembered in this browser. Where there is little room the first one folds, and where there is
 * room for one alone, that is chosen. */
export const PanelColumns = ({ input, middle, output }: PanelColumnsProps) => {
  const [shares, setShares] = useState(loadShares);
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const [shown, setShown] = useState<'input' | 'middle' | 'output'>('middle');
  const isWide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  /** Forms are no wider where there is no input: its room is for the output. */
  const spare = input === null ? shares.input : 0;
  const isOpen = input !== null && (unfolded ?? isWide);

  const change = (next: ColumnShares) => {
    setShares(next);
    storeShares(next);
  };
  const border = (which: 'input' | 'output') => ({
    role: 'separator',
    tabIndex: 0,
    'aria-orientation': 'vertical' as const,
    'aria-label': t('panel.resize'),
    'aria-valuenow': Math.round(shares[which] * 100),
    className: classes.border,
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return;
      const box = frame.current.getBoundingClientRect();
      const place = (event.clientX - box.left) / box.width;
      change(moveBorder(shares, which, which === 'input' ? place : 1 - place - spare));
    },
    onKeyDown: (event: KeyboardEvent) => {
      const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
      if (direction === 0) return;
      event.preventDefault();
      change(moveBorder(shares, which, shares[which] + keyStep * (which === 'input' ? direction : -direction)));
    },
  });

  if (isNarrow) {
    const columns = { input, middle, output };
    const names = { input: 'panel.data.input', middle: 'panel.tab.parameters', output: 'panel.data.output' } as const;
    const present = (['input', 'middle', 'output'] as const).filter((name) => columns[name] !== null);
    return (
      <>
        <SegmentedControl
          className={classes.choice}
          size="xs"
          fullWidth
          aria-label={t('panel.columns')}
          data={present.map((name) => ({ value: name, label: t(names[name]) }))}
          value={shown}
          onChange={(name) => setShown(present.find((one) => one === name) ?? 'middle')}
        />
        <section className={shown === 'middle' ? classes.only : classes.onlyData} aria-label={t(names[shown])}>
          {columns[shown]}
        </section>
      </>
    );
  }
  return (
    <div
      ref={frame}
      className={classes.columns}
      style={{
        gridTemplateColumns: `${input === null ? '' : isOpen ? `${shares.input * 100}% 0 ` : '36px '}minmax(0, 1fr) 0 ${(shares.output + spare) * 100}%`,
      }}
    >
      {input !== null &&
        (isOpen ? (
          <>
            <section className={classes.column} aria-label={t('panel.data.input')}>
              {!isWide && (
                <button type="button" className={classes.fold} onClick={() => setUnfolded(false)}>
                  {t('panel.data.hideInput')}
                </button>
              )}
              {input}
            </section>
            <div {...border('input')} />
          </>
        ) : (
          <button type="button" className={classes.folded} onClick={() => setUnfolded(true)}>
            <IconLayoutSidebarLeftExpand size={16} aria-hidden />
            <span>{t('panel.data.showInput')}</span>
          </button>
        ))}
      <section className={classes.middle} aria-label={t('panel.tab.parameters')}>
        {middle}
      </section>
      <div {...border('output')} />
      <section className={classes.column} aria-label={t('panel.data.output')}>
        {output}
      </section>
    </div>
  );
};
