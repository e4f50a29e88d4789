import type { ComponentType } from 'react';
import { useFocusInDialogs } from '../ui/keep-focus.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { dialogs } from './registry.ts';
import { closeDialog, type OpenDialog } from './stack.ts';
import { useIsTop } from './top.ts';

export { loadQuestions } from './registry.ts';

export const StackedDialog = ({ dialog }: { dialog: OpenDialog }) => {
  useReturnFocus();
  useFocusInDialogs(useIsTop());
  // The registry pairs each name with a component of that name's props; the compiler cannot follow a union through the look-up.
  const Dialog = dialogs[dialog.name] as ComponentType<OpenDialog['props'] & { close: () => void }>;
  return <Dialog {...dialog.props} close={() => closeDialog(dialog.key)} />;
};
