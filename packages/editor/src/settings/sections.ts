import {
  IconChartBar,
  IconHistory,
  IconKey,
  IconPackage,
  type IconProps,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { MessageKey } from '../messages/accounts.ts';
import type { ViewName } from '../routes/access.ts';

interface Section {
  view: ViewName;
  to: LinkProps['to'];
  label: MessageKey;
  icon: ComponentType<IconProps>;
}

/** The screens of the settings area, in the order of its sidebar, which shows those that a person may see. */
export const sections: readonly Section[] = [
  { view: 'PersonalSettings', to: '/settings/personal', label: 'settingsArea.personal', icon: IconUser },
  { view: 'UsersSettings', to: '/settings/users', label: 'settingsArea.users', icon: IconUsers },
  { view: 'ApiKeysSettings', to: '/settings/api-keys', label: 'settingsArea.apiKeys', icon: IconKey },
  { view: 'AuditSettings', to: '/settings/audit', label: 'settingsArea.audit', icon: IconHistory },
  { view: 'UsageSettings', to: '/settings/usage-data', label: 'settingsArea.usage', icon: IconChartBar },
  { view: 'CommunityNodes', to: '/settings/community-nodes', label: 'settingsArea.communityNodes', icon: IconPackage },
];
