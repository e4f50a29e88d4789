import { Suspense, useEffect, useState } from 'react';
import { laterPart } from '../../canvas/later-part.tsx';
import { loadExpressions } from '../../workflow/expressions.ts';
import { useOpenNode } from '../../workflow/hooks.ts';

/** Also for those who load it ahead of the first opening. */
export const loadNodePanel = async () => {
  const [file] = await Promise.all([
    import('../../node-panel/NodePanel.tsx'),
    import('../../ui/mantine-later-styles.ts'),
    loadExpressions(),
  ]);
  return { default: file.NodePanel };
};
const NodePanel = laterPart(loadNodePanel);

/** The panel of the open node: loaded at the first opening and kept, so that it can close with a movement. */
export const LaterNodePanel = () => {
  const openNode = useOpenNode();
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    if (openNode !== null) setWasOpened(true);
  }, [openNode]);
  return <Suspense fallback={null}>{wasOpened && <NodePanel />}</Suspense>;
};
