import { type ComponentType, Suspense, useEffect } from 'react';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { dialogs, loadQuestions } from './registry.ts';
import { closeDialog, type OpenDialog, useOpenDialogs } from './stack.ts';
import { IsTopContext } from './top.ts';

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

const StackedDialog = ({ dialog }: { dialog: OpenDialog }) => {
  useReturnFocus();
  // The registry pairs each name with a component of that name's props; the compiler cannot follow a union through the look-up.
  const Dialog = dialogs[dialog.name] as ComponentType<OpenDialog['props'] & { close: () => void }>;
  return <Dialog {...dialog.props} close={() => closeDialog(dialog.key)} />;
};
