import { randomBytes } from 'node:crypto';
import { api, type ServerSettings } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Config, PublicUrls } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { basePathOf } from '../platform/base-path.ts';
import type { Client } from '../sessions/client.ts';
import type { Setup } from '../users/setup.ts';

export interface Settings {
  /** As they are for whoever asks from there. */
  read(client: Client): Promise<ServerSettings>;
}

/** A random name of the instance, made at its first start: 64 hex digits. */
const ensureInstanceId = async (db: Kysely<Database>): Promise<string> => {
  const made = randomBytes(32).toString('hex');
  await db
    .insertInto('instance')
    .values({ key: 'id', value: made })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.selectFrom('instance').select('value').where('key', '=', 'id').executeTakeFirstOrThrow();
  return row.value;
};

export const createSettings = async (options: {
  db: Kysely<Database>;
  config: Config;
  version: string;
  /** Known only once the server listens. */
  urls: () => PublicUrls;
  setup: Pick<Setup, 'state' | 'needsToken'>;
}): Promise<Settings> => {
  const { config, version, urls, setup } = options;
  const instanceId = await ensureInstanceId(options.db);
  return {
    read: async (client) => {
      const { editor, webhook } = urls();
      return {
        versionCli: version,
        instanceId,
        urlBaseEditor: editor,
        urlBaseWebhook: webhook,
        endpointWebhook: config.endpointWebhook,
        endpointWebhookTest: config.endpointWebhookTest,
        saveDataErrorExecution: config.saveDataErrorExecution,
        saveDataSuccessExecution: config.saveDataSuccessExecution,
        saveManualExecutions: config.saveManualExecutions,
        saveExecutionProgress: config.saveExecutionProgress,
        executionTimeout: config.executionTimeout,
        maxExecutionTimeout: config.maxExecutionTimeout,
        timezone: config.timezone,
        defaultLocale: config.defaultLocale,
        logLevel: config.logLevel,
        demoMode: config.demoMode,
        ...(config.paymentUrl === '' ? {} : { paymentUrl: config.paymentUrl }),
        expressionsDisabled: config.expressionsDisabled,
        workflowTagsDisabled: config.workflowTagsDisabled,
        homePage: config.homePage,
        helpLinks: {
          documentation: config.documentationUrl,
          forum: config.forumUrl,
          course: config.courseUrl,
        },
        menuItems: config.menuItems,
        hiringBannerEnabled: false,
        userManagement: {
          enabled: config.userManagement,
          showSetupOnFirstLoad: (await setup.state()).kind === 'open',
          setupTokenNeeded: setup.needsToken(client),
          smtpSetup: config.smtpHost !== '',
        },
        templates: {
          enabled: config.templatesEnabled,
          host: config.templatesHost || `${basePathOf(config)}/catalog`,
        },
        personalizationSurveyEnabled: false,
        telemetry: { enabled: false },
        versionNotifications: {
          enabled: config.versionNotifications,
          // A path of the origin that the page comes from, whatever the host is called there.
          endpoint: config.versionFeedUrl || `${basePathOf(config)}/rest${api.releases.list.path}`,
          infoUrl: config.versionInfoUrl,
        },
        oauthCallbackUrls: {
          oauth1: `${editor}/rest/oauth1-credential/callback`,
          oauth2: `${editor}/rest/oauth2-credential/callback`,
        },
        n8nMetadata: {},
      };
    },
  };
};
