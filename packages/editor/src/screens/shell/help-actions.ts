import type { ServerSettings } from '@millrace/contract';
import {
  IconBook,
  IconInfoCircle,
  IconKeyboard,
  IconMessages,
  IconRoute,
  IconSchool,
  IconSparkles,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { settingsQuery } from '../../api/queries.ts';
import { openDialog } from '../../dialogs/stack.ts';
import { useFirstRun } from '../../first-run/use-first-run.ts';
import { helpAddress } from '../../help/address.ts';
import type { MenuAction } from './workflow-actions.ts';

type HelpLinks = ServerSettings['helpLinks'];

/** Beside what one works on: who looks something up goes on with it afterwards. */
export const openPage = (url: string): void => void window.open(url, '_blank', 'noopener');

/** What the menu of help offers. Where whoever operates the instance names no page elsewhere, there is one in the documentation. */
export const useHelpActions = (): MenuAction[] => {
  const links = useQuery(settingsQuery).data?.helpLinks;
  const firstRun = useFirstRun();
  return useMemo(() => helpActions(links, firstRun), [links, firstRun]);
};

const helpActions = (
  links: Partial<HelpLinks> = {},
  { openSample, takeTour }: ReturnType<typeof useFirstRun>,
): MenuAction[] => [
  {
    label: 'shell.menu.help.documentation',
    icon: IconBook,
    isDisabled: false,
    run: () => openPage(links.documentation || helpAddress()),
  },
  {
    label: 'shell.menu.help.forum',
    icon: IconMessages,
    isDisabled: false,
    run: () => openPage(links.forum || helpAddress('guides/get-help')),
  },
  {
    label: 'shell.menu.help.course',
    icon: IconSchool,
    isDisabled: false,
    run: () => openPage(links.course || helpAddress('course')),
  },
  {
    label: 'shell.menu.help.shortcuts',
    icon: IconKeyboard,
    isDisabled: false,
    run: () => openDialog('shortcuts', {}),
  },
  { label: 'shell.menu.help.sample', icon: IconSparkles, isDisabled: false, run: openSample },
  { label: 'shell.menu.help.tour', icon: IconRoute, isDisabled: false, run: () => void takeTour() },
  { label: 'shell.menu.about', icon: IconInfoCircle, isDisabled: false, run: () => openDialog('about', {}) },
];
