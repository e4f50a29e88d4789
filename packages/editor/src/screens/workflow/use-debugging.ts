import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/index.ts';
import { useSession } from '../../workflow/hooks.ts';
import { tellError } from '../../workflow/notices.ts';

/** `?debug=<execution>`: its data is put into the editor, once. */
export const useDebugging = (): void => {
  const session = useSession();
  const navigate = useNavigate();
  const id = useSearch({ strict: false, select: ({ debug }) => debug });
  useEffect(() => {
    if (id === undefined) return;
    const begin = async () => {
      const { debugExecution } = await import('../../workflow/debug-execution.ts');
      await debugExecution(session, id);
    };
    begin().catch((error: unknown) => tellError(t('execution.failed'), describeError(error)));
    void navigate({ to: '.', search: {}, replace: true, ignoreBlocker: true });
  }, [session, navigate, id]);
};
