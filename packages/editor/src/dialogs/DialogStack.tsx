import { type ComponentType, Suspense } from 'react';
import { ConflictDialog } from './conflict/ConflictDialog.tsx';
import { dialogs } from './registry.ts';
import { closeDialog, type OpenDialog, useOpenDialogs } from './stack.ts';

/** Shows the open dialogs, the newest on top. */
export const DialogStack = () => {
  const open = useOpenDialogs();
  return (
    <>
      {open.map((dialog) => (
        <Suspense key={dialog.key} fallback={null}>
          <StackedDialog dialog={dialog} />
        </Suspense>
      ))}
      <ConflictDialog />
    </>
  );
};

const StackedDialog = ({ dialog }: { dialog: OpenDialog }) => {
  // The registry pairs each name with a component of that name's props; the compiler cannot follow a union through the look-up.
  const Dialog = dialogs[dialog.name] as ComponentType<OpenDialog['props'] & { close: () => void }>;
  return <Dialog {...dialog.props} close={() => closeDialog(dialog.key)} />;
};
