/** The settings of what the product tells people, and asks them. */
import path from 'node:path';
import { address, flag, link, listOf, secret, setting } from './config-values.ts';

const questionNames = ['contact', 'survey'] as const;

/** What the editor asks people. */
type Question = (typeof questionNames)[number];

const questions = (value: string): Question[] =>
  listOf(value).map((given) => {
    const question = questionNames.find((name) => name === given);
    if (question === undefined) throw new Error('contact, survey, or both with a comma between');
    return question;
  });

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
  telemetryUrl: secret(
    setting(
      'TELEMETRY_URL',
      link,
      '',
      'Address that collects what is done in the editor: which screens are opened and how templates and nodes are found, nothing of what workflows hold. Empty: none, nothing is collected.',
    ),
  ),
  prompts: setting(
    'PROMPTS',
    questions,
    [],
    'What the editor asks people where MILLRACE_TELEMETRY_URL is set: contact (for a mail address), survey (how likely they are to recommend Millrace), or both with a comma between. The answers stay on the instance.',
    'none',
  ),
  promptsHost: setting(
    'PROMPTS_HOST',
    address,
    '',
    'Address of a host that says what to ask and takes the answers, which browsers call. Empty: the instance.',
  ),
  personalizationSurvey: setting(
    'PERSONALIZATION_SURVEY',
    flag,
    false,
    'Whether people are asked once what they automate.',
  ),
} as const;
