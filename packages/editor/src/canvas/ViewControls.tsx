import { Tooltip } from '@mantine/core';
import { IconMap, IconMaximize, IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { useStore } from '@xyflow/react';
import type { ReactNode } from 'react';
import { type MessageKey, t } from '../messages/index.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import { toggleMinimap, useCanvasState } from './canvas-state.ts';
import styles from './controls.module.css';
import { resetZoom, zoomIn, zoomOut, zoomToFit } from './view.ts';

export const ViewControls = () => {
  const session = useSession();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  const isPreview = useWorkflow((state) => state.isPreview);
  const showsMinimap = useCanvasState((state) => state.minimap);
  return (
    <div className={styles.view} role="toolbar" aria-label={t('canvas.view')}>
      <Control label="canvas.view.fit" keys="1" onClick={() => zoomToFit(session)}>
        <IconMaximize size={17} stroke={1.7} />
      </Control>
      <Control label="canvas.view.zoomIn" keys="+" onClick={() => zoomIn(session)}>
        <IconPlus size={17} stroke={1.7} />
      </Control>
      <Control label="canvas.view.zoomOut" keys="−" onClick={() => zoomOut(session)}>
        <IconMinus size={17} stroke={1.7} />
      </Control>
      {percent !== 100 && !isPreview && (
        <Control label="canvas.view.reset" keys="0" onClick={() => resetZoom(session)}>
          <IconZoomReset size={17} stroke={1.7} />
          <span className={styles.percent}>{percent} %</span>
        </Control>
      )}
      <Control label="canvas.view.minimap" onClick={() => toggleMinimap(session)} isPressed={showsMinimap}>
        <IconMap size={17} stroke={1.7} />
      </Control>
    </div>
  );
};

interface ControlProps {
  label: MessageKey;
  keys?: string;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Control = ({ label, keys, isPressed, onClick, children }: ControlProps) => (
  <Tooltip label={keys ? `${t(label)}  (${keys})` : t(label)} position="top">
    <button type="button" className={styles.control} aria-label={t(label)} aria-pressed={isPressed} onClick={onClick}>
      {children}
    </button>
  </Tooltip>
);
