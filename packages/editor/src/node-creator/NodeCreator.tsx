import { Suspense, useLayoutEffect, useRef } from 'react';
import { t } from '../messages/index.ts';
import { comesLater } from '../ui/comes-later.tsx';
import { useNodeCreatorRequest, useOpenNode, useWorkflow } from '../workflow/hooks.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import { isUntouched } from '../workflow/untouched.ts';

/** Not part of the first load. */
const CreatorFrame = comesLater(async () => (await import('./CreatorFrame.tsx')).CreatorFrame);
export const loadNodeCreator = CreatorFrame.fetch;

const FirstStep = comesLater(async () => (await import('./FirstStep.tsx')).FirstStep);
export const loadFirstStep = FirstStep.fetch;

/** Where nodes are chosen. */
export const NodeCreator = () => {
  const request = useNodeCreatorRequest();
  return request && <Creator request={request} />;
};

/** Over a canvas on which nothing has been built: what may be its first step. */
export const LaterFirstStep = () => {
  const isChoosing = useNodeCreatorRequest() !== null;
  const isUntouchedNow = useWorkflow(({ document, readOnly }) => !readOnly && isUntouched(document));
  const isOpen = useOpenNode() !== null;
  // Who has run it has begun, and looks at what it gave.
  const hasRun = useWorkflow(({ run }) => run.status !== null);
  return (
    isUntouchedNow &&
    !hasRun &&
    !isChoosing &&
    !isOpen && (
      <Suspense fallback={null}>
        <FirstStep />
      </Suspense>
    )
  );
};

const Creator = ({ request }: { request: NodeCreatorRequest }) => {
  /** What somebody has typed who was quicker. */
  const typed = useRef('');
  return (
    <Suspense fallback={<EarlyField typed={typed} />}>
      <CreatorFrame request={request} typed={typed} />
    </Suspense>
  );
};

const EarlyField = ({ typed }: { typed: { current: string } }) => {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label={t('canvas.addNode')}
      onChange={({ currentTarget }) => {
        typed.current = currentTarget.value;
      }}
    />
  );
};
