import { z } from 'zod';

/** An entry of the sidebar that whoever operates the instance has added. */
export const menuItemSchema = z.strictObject({
  id: z.string().min(1).max(64),
  position: z.enum(['top', 'bottom']),
  label: z.string().min(1).max(64),
  /** One or two letters, or an emoji. */
  icon: z.string().max(8).optional(),
  url: z.string().regex(/^(https?:\/\/|\/(?!\/))/i),
  newWindow: z.boolean().optional(),
});
export type MenuItem = z.infer<typeof menuItemSchema>;

/** What the editor must know of the instance before anything else; needs no sign-in. Times in seconds. */
export const serverSettingsSchema = z.object({
  versionCli: z.string(),
  instanceId: z.string(),
  urlBaseEditor: z.string(),
  /** Ends in `/`. */
  urlBaseWebhook: z.string(),
  endpointWebhook: z.string(),
  endpointWebhookTest: z.string(),
  saveDataErrorExecution: z.enum(['all', 'none']),
  saveDataSuccessExecution: z.enum(['all', 'none']),
  saveManualExecutions: z.boolean(),
  saveExecutionProgress: z.boolean(),
  executionTimeout: z.number(),
  maxExecutionTimeout: z.number(),
  timezone: z.string(),
  defaultLocale: z.string(),
  logLevel: z.string(),
  demoMode: z.boolean(),
  /** Where running workflows is offered when this instance does not (`demoMode` false); missing for nowhere. */
  paymentUrl: z.string().optional(),
  expressionsDisabled: z.boolean(),
  workflowTagsDisabled: z.boolean(),
  /** Where the homepage leads. */
  homePage: z.enum(['templates', 'workflows']),
  /** Of other pages that may show a workflow in a frame of `/workflows/demo`. */
  embedOrigins: z.array(z.string()),
  /** Empty where there is none. */
  helpLinks: z.object({ documentation: z.string(), forum: z.string(), course: z.string() }),
  menuItems: z.array(menuItemSchema),
  hiringBannerEnabled: z.boolean(),
  userManagement: z.object({
    enabled: z.boolean(),
    /** There is no owner yet, and nobody has said that there will be none. */
    showSetupOnFirstLoad: z.boolean(),
    /** Setting up needs the token that the server has printed, for whoever asks from where this request came. */
    setupTokenNeeded: z.boolean(),
    /** There is a mail server. */
    smtpSetup: z.boolean(),
  }),
  templates: z.object({ enabled: z.boolean(), host: z.string() }),
  /** Whether new users are asked what they automate. */
  personalizationSurveyEnabled: z.boolean(),
  /** Where it is on, `config.url` is the address that the editor sends events to: of this instance, which passes them on. */
  telemetry: z.object({ enabled: z.boolean(), config: z.object({ key: z.string(), url: z.string() }).optional() }),
  /** Below it lie the addresses of prompts: a path where they are those of the instance. They are called where telemetry is on. */
  promptsHost: z.string(),
  /** `endpoint`: address of the feed of versions, a path where it is that of the instance. `infoUrl`: how to update; empty where nobody has said so. */
  versionNotifications: z.object({ enabled: z.boolean(), endpoint: z.string(), infoUrl: z.string() }),
  oauthCallbackUrls: z.object({ oauth1: z.string(), oauth2: z.string() }),
  n8nMetadata: z.record(z.string(), z.unknown()),
});
export type ServerSettings = z.infer<typeof serverSettingsSchema>;
