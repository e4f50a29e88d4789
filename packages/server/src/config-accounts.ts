/** The settings of accounts: who may use the instance, and the mail server that tells them. */
import { flag, integer, oneOf, secret, setting, text } from './config-values.ts';

export const accountSettings = {
  userManagement: setting(
    'USER_MANAGEMENT',
    flag,
    true,
    'false: one user, no sign-in. Whoever reaches the port may then do everything.',
  ),
  setupToken: secret(
    setting(
      'SETUP_TOKEN',
      text(/^[!-~]{16,200}$/, 'a text of 16 to 200 characters without spaces'),
      '',
      'What whoever sets up the owner must know, 16 to 200 characters without spaces. Empty: nothing on this machine; from others a token that the server prints.',
    ),
  ),
  sessionDays: setting('SESSION_DAYS', integer(1, 365), 7, 'Days without use after which one has to sign in again.'),
  proxyHops: setting(
    'PROXY_HOPS',
    integer(0, 10),
    0,
    'Proxies in front of this server that add to X-Forwarded-For. 0: the header is not believed.',
  ),
  smtpHost: setting(
    'SMTP_HOST',
    text(/^[\w.:[\]-]+$/, 'the name or address of a mail server'),
    '',
    'Mail server for invitations and forgotten passwords. Empty: none, links come from the command line.',
  ),
  smtpPort: setting('SMTP_PORT', integer(1, 65_535), 587, 'Its port.'),
  smtpUser: setting('SMTP_USER', text(), '', 'User name at the mail server. Empty: it asks for none.'),
  smtpPassword: secret(setting('SMTP_PASSWORD', text(), '', 'Password that belongs to it.')),
  smtpSender: setting(
    'SMTP_SENDER',
    text(/^[^\r\n]*@[^\r\n]*$/, 'a mail address, or Name <address>'),
    '',
    'Who mails come from, such as Millrace <millrace@example.com>. Empty: MILLRACE_SMTP_USER.',
  ),
  smtpTls: setting(
    'SMTP_TLS',
    oneOf('auto', 'tls', 'starttls', 'none'),
    'auto',
    'Encryption: tls from the first byte, starttls, none, or auto: tls on port 465, none to this machine, else starttls, which must be there where a password is sent.',
  ),
} as const;

type AccountConfig = {
  readonly [K in keyof typeof accountSettings]: ReturnType<(typeof accountSettings)[K]['read']>;
};

/** What holds between these settings. */
export const accountConflicts = ({ smtpHost, smtpUser, smtpSender }: AccountConfig): string[] =>
  smtpHost !== '' && smtpSender === '' && !smtpUser.includes('@')
    ? ['MILLRACE_SMTP_SENDER must be set, since MILLRACE_SMTP_HOST is, and MILLRACE_SMTP_USER is no mail address.']
    : [];
