import { useCanvasState } from '../canvas-state.ts';
import { HistoryTool } from './history/HistoryTool.tsx';
import { OutlineTool } from './outline/OutlineTool.tsx';
import { SearchTool } from './search/SearchTool.tsx';

const tools = { search: SearchTool, history: HistoryTool, outline: OutlineTool };

/** The panel that is open at the left edge of the canvas. */
export const Tools = () => {
  const tool = useCanvasState((state) => state.tool);
  const Tool = tool === null ? null : tools[tool];
  return Tool && <Tool />;
};
