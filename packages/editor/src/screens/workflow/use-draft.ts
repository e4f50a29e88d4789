import { useEffect } from 'react';
import { whenIdle } from '../../ui/when-idle.ts';
import { useSession } from '../../workflow/hooks.ts';

const load = async () => {
  const [{ keepDraft }, { restoreDrafts }] = await Promise.all([
    import('../../workflow/draft-keeper.ts'),
    import('./restore-draft.ts'),
  ]);
  return { keepDraft, restoreDrafts };
};

/** Keeps what is edited and not saved, and brings back what was kept when the workflow was last open. */
export const useDraft = (): void => {
  const session = useSession();
  useEffect(() => {
    let isOpen = true;
    let end: (() => void) | undefined;
    const start = async () => {
      const { keepDraft, restoreDrafts } = await load();
      if (!isOpen) return;
      end = keepDraft(session.store, session.draftId);
      await restoreDrafts(session, () => isOpen);
    };
    const cancel = whenIdle([start]);
    return () => {
      isOpen = false;
      cancel();
      end?.();
    };
  }, [session]);
};
