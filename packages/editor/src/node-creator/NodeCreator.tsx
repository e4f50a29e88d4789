import { Suspense, useLayoutEffect, useRef } from 'react';
import { t } from '../messages/index.ts';
import { comesLater } from '../ui/comes-later.tsx';
import { useNodeCreatorRequest } from '../workflow/hooks.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';

/** Not part of the first load. */
const CreatorFrame = comesLater(async () => (await import('./CreatorFrame.tsx')).CreatorFrame);
export const loadNodeCreator = CreatorFrame.fetch;

/** Where nodes are chosen. */
export const NodeCreator = () => {
  const request = useNodeCreatorRequest();
  return request && <Creator request={request} />;
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
      aria-label={t('nodeCreator.search')}
      onChange={({ currentTarget }) => {
        typed.current = currentTarget.value;
      }}
    />
  );
};
