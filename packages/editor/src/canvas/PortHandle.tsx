import { type Position, useStoreApi } from '@xyflow/react';
import { type HandleType, isMouseEvent, XYHandle } from '@xyflow/system';
import {
  type HTMLAttributes,
  memo,
  type MouseEvent as ReactMouseEvent,
  type TouchEvent as ReactTouchEvent,
} from 'react';
import type { NodeKey } from '../workflow/types.ts';

interface PortHandleProps extends HTMLAttributes<HTMLDivElement> {
  node: NodeKey;
  /** Of the port, within the node and the kind of handle. */
  id: string;
  type: HandleType;
  position: Position;
  isFixed: boolean;
}

/**
 * Where wires are drawn from and dropped on: a handle as React Flow finds it in the page, without what its own does besides. That one is
 * asked at every step of the canvas whether a wire is being drawn to it, which for thousands of ports is more than a frame's time; here the
 * wire that is drawn shows where it leads (`ConnectionLine`).
 */
export const PortHandle = memo(
  ({ node, id, type, position, isFixed, className, children, ...rest }: PortHandleProps) => {
    const store = useStoreApi();
    const startWire = (event: ReactMouseEvent<HTMLDivElement> | ReactTouchEvent<HTMLDivElement>) => {
      const { nativeEvent } = event;
      if (isFixed || (isMouseEvent(nativeEvent) && nativeEvent.button !== 0)) return;
      const state = store.getState();
      XYHandle.onPointerDown(nativeEvent, {
        ...state,
        handleDomNode: event.currentTarget,
        isTarget: type === 'target',
        handleId: id,
        nodeId: node,
        flowId: state.rfId,
        onConnectEnd: (...end) => store.getState().onConnectEnd?.(...end),
        onConnect: (connection) => store.getState().onConnect?.(connection),
        isValidConnection: (connection) => store.getState().isValidConnection?.(connection) ?? true,
        getTransform: () => store.getState().transform,
        getFromHandle: () => store.getState().connection.fromHandle,
        dragThreshold: state.connectionDragThreshold,
      });
    };
    const connectable = isFixed ? '' : ' connectable connectablestart connectableend connectionindicator';
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: wires are drawn with a pointer; by keyboard nodes are added behind each other
      <div
        data-handleid={id}
        data-nodeid={node}
        data-handlepos={position}
        data-id={`${store.getState().rfId}-${node}-${id}-${type}`}
        className={`react-flow__handle nodrag nopan ${type}${connectable} ${className ?? ''}`}
        onMouseDown={startWire}
        onTouchStart={startWire}
        {...rest}
      >
        {children}
      </div>
    );
  },
);
