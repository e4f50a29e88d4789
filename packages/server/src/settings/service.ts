import { api, type ServerSettings } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Config, PublicUrls } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { basePathOf } from '../platform/base-path.ts';
import type { Client } from '../sessions/client.ts';
import type { Setup } from '../users/setup.ts';
import { ensureInstanceId } from './instance-id.ts';

export interface Settings {
  /** As they are for whoever asks from there. */
  read(client: Client): Promise<ServerSettings>;
}

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
  /** A path of the origin that the page comes from, whatever the host is called there. */
  const rest = `${basePathOf(config)}/rest`;
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
        embedOrigins: config.embedOrigins,
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
        personalizationSurveyEnabled: config.personalizationSurvey,
        telemetry:
          config.telemetryUrl === ''
            ? { enabled: false }
            : { enabled: true, config: { key: '', url: `${rest}${api.telemetry.record.path}` } },
        promptsHost: config.promptsHost || rest,
        versionNotifications: {
          enabled: config.versionNotifications,
          endpoint: config.versionFeedUrl || `${rest}${api.releases.list.path}`,
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
