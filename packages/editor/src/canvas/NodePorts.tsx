import { IconPlus } from '@tabler/icons-react';
import { Position } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { t } from '../messages/index.ts';
import { useSession } from '../workflow/hooks.ts';
import type { NodeKey } from '../workflow/types.ts';
import styles from './card.module.css';
import { portDistance, portHeight } from './geometry.ts';
import { PortHandle } from './PortHandle.tsx';
import { type CanvasPort, type CanvasPorts, mainPorts, shownLabel, sidePorts } from './ports.ts';

interface NodePortsProps {
  id: NodeKey;
  ports: CanvasPorts;
  /** Of the card. */
  width: number;
  height: number;
  freeOutputs: string;
  readOnly: boolean;
}

/** Inputs at the left, outputs at the right with a + where no wire leaves; ports of other types below and above. */
export const NodePorts = memo(({ id, ports, width, height, freeOutputs, readOnly }: NodePortsProps) => {
  const inputs = mainPorts(ports.inputs);
  const outputs = mainPorts(ports.outputs);
  const free = freeOutputs.split(' ');
  return (
    <>
      {inputs.map((port, index) => (
        <Port
          key={port.id}
          node={id}
          isFixed={readOnly}
          port={port}
          side="input"
          style={{ top: portHeight(index, inputs.length, height) }}
        />
      ))}
      {outputs.map((port, index) => {
        const top = portHeight(index, outputs.length, height);
        return (
          <Port key={port.id} node={id} isFixed={readOnly} port={port} side="output" style={{ top }}>
            {!readOnly && free.includes(port.id) && <AddAfter node={id} port={port} />}
          </Port>
        );
      })}
      {sidePorts(ports.inputs).map((port, index, all) => (
        <Port
          key={port.id}
          node={id}
          isFixed={readOnly}
          port={port}
          side="input"
          isSide
          style={{ left: portDistance(index, all.length, width) }}
        />
      ))}
      {sidePorts(ports.outputs).map((port, index, all) => (
        <Port
          key={port.id}
          node={id}
          isFixed={readOnly}
          port={port}
          side="output"
          isSide
          style={{ left: portDistance(index, all.length, width) }}
        />
      ))}
    </>
  );
});

interface PortProps {
  node: NodeKey;
  port: CanvasPort;
  side: 'input' | 'output';
  isSide?: boolean;
  /** No wire can be drawn from or to it. */
  isFixed: boolean;
  style: { top?: number; left?: number };
  children?: ReactNode;
}

const Port = ({ node, port, side, isSide = false, isFixed, style, children }: PortProps) => (
  <>
    <PortHandle
      node={node}
      id={port.id}
      type={side === 'input' ? 'target' : 'source'}
      position={positions[side][isSide ? 'side' : 'main']}
      isFixed={isFixed}
      className={styles.port}
      data-side={side}
      data-kind={isSide ? 'side' : 'main'}
      style={style}
    >
      {children}
    </PortHandle>
    {port.label && (
      <span
        className={styles.portLabel}
        data-tooltip={port.label.length > mostUncut[side] || undefined}
        data-side={side}
        data-kind={isSide ? 'side' : 'main'}
        style={style}
        title={port.label}
      >
        {shownLabel(port, side === 'input' ? 'inputs' : 'outputs')}
      </span>
    )}
  </>
);

const positions = {
  input: { main: Position.Left, side: Position.Bottom },
  output: { main: Position.Right, side: Position.Top },
} as const;

/** Labels of more letters may be cut, where those are wide: a tooltip says them whole. */
const mostUncut = { input: 3, output: 7 } as const;

/** Inside the port, so that dragging it draws a wire. */
const AddAfter = ({ node, port }: { node: NodeKey; port: CanvasPort }) => {
  const { panel } = useSession();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.addAfter}
      aria-label={port.label ? t('canvas.node.addAfter.port', { port: port.label }) : t('canvas.node.addAfter')}
      onClick={(event) => {
        event.stopPropagation();
        panel.openCreator({ from: { node, type: port.type, index: port.index, side: 'output' } });
      }}
    >
      <IconPlus size={12} stroke={2.4} aria-hidden="true" />
    </button>
  );
};
