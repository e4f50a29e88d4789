/** The settings of what the product tells people, and asks them. */
import path from 'node:path';
import { flag, link, setting } from './config-values.ts';

export const productSettings = {
  versionNotifications: setting(
    'VERSION_NOTIFICATIONS',
    flag,
    true,
    'Whether the editor tells of newer versions of Millrace, as far as the feed of versions knows some.',
  ),
  versionFeedUrl: setting(
    'VERSION_FEED_URL',
    link,
    '',
    'Address of a feed of versions, which browsers read. Empty: that of the instance itself, which calls nobody.',
  ),
  versionFeedFile: setting(
    'VERSION_FEED_FILE',
    (value) => path.resolve(value),
    '',
    'A file with a feed of versions, which the feed of the instance gives out. Empty: that tells of the running version alone.',
  ),
  versionInfoUrl: setting(
    'VERSION_INFO_URL',
    link,
    '',
    'Where the list of newer versions leads for how to update. Empty: it leads nowhere.',
  ),
} as const;
