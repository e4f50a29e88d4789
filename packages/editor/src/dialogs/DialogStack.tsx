import { Suspense, useEffect } from 'react';
import { comesLater } from '../ui/comes-later.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { useOpenDialogs } from './stack.ts';
import { IsTopContext } from './top.ts';

/** With the list of all dialogs, which is not part of the first load. */
const load = () => import('./StackedDialog.tsx');
const StackedDialog = comesLater(async () => (await load()).StackedDialog);
const loadQuestions = async () => {
  await StackedDialog.fetch();
  await (await load()).loadQuestions();
};

/** Shows the open dialogs, the newest on top. */
export const DialogStack = () => {
  const open = useOpenDialogs();
  useEffect(() => whenIdle([loadQuestions]), []);
  return (
    <>
      {open.map((dialog, index) => (
        <Suspense key={dialog.key} fallback={null}>
          <IsTopContext value={index === open.length - 1}>
            <StackedDialog dialog={dialog} />
          </IsTopContext>
        </Suspense>
      ))}
    </>
  );
};
