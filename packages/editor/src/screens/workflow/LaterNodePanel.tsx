import { Suspense, useEffect, useState } from 'react';
import { laterPart } from '../../canvas/later-part.tsx';
import { loadExpressions } from '../../workflow/expressions.ts';
import { useOpenNode } from '../../workflow/hooks.ts';

const NodePanel = laterPart(async () => {
  const [file] = await Promise.all([
    import('../../node-panel/NodePanel.tsx'),
    import('../../ui/mantine-later-styles.ts'),
    loadExpressions(),
  ]);
  return { default: file.NodePanel };
});
/** For those who load it ahead of the first opening. */
export const loadNodePanel = NodePanel.fetch;

/** The panel of the open node: loaded at the first opening and kept, so that it can close with a movement. */
export const LaterNodePanel = () => {
  const openNode = useOpenNode();
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    if (openNode !== null) setWasOpened(true);
  }, [openNode]);
  return <Suspense fallback={null}>{wasOpened && <NodePanel />}</Suspense>;
};
