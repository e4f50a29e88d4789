import { createTransport } from 'nodemailer';
import { type Config, isLoopback } from '../config.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { MailText } from './templates.ts';

/**
 * Sends mails at once, by the mail server of the settings. There is no queue: whoever invites hears which mails failed, and sends those again.
 */
export interface Mailer {
  /** @throws AppError mailFailed */
  send(to: string, mail: MailText): Promise<void>;
  /** Asks the mail server whether it would take mails now. @throws AppError mailFailed */
  verify(): Promise<void>;
  /** Waits for mails that are being sent. */
  close(): Promise<void>;
}

type MailConfig = Pick<Config, 'smtpHost' | 'smtpPort' | 'smtpUser' | 'smtpPassword' | 'smtpSender' | 'smtpTls'>;

/** Milliseconds for each step of the conversation. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const isSecureFromStart = ({ smtpTls, smtpPort }: MailConfig): boolean =>
  smtpTls === 'tls' || (smtpTls === 'auto' && smtpPort === 465);

/** What goes to this machine is read by nobody on its way, and its certificate is seldom one that anybody vouches for. */
const isPlain = ({ smtpTls, smtpHost }: MailConfig): boolean =>
  smtpTls === 'none' || (smtpTls === 'auto' && isLoopback(smtpHost));

const mustUpgrade = (config: MailConfig): boolean =>
  config.smtpTls === 'starttls' || (config.smtpTls === 'auto' && config.smtpUser !== '' && !isPlain(config));

/** @returns undefined where no mail server is configured */
export const createMailer = (config: MailConfig, log: Log): Mailer | undefined => {
  const { smtpHost: host, smtpPort: port, smtpUser: user, smtpPassword: pass } = config;
  if (host === '') return undefined;
  const transport = createTransport({
    host,
    port,
    secure: isSecureFromStart(config),
    requireTLS: mustUpgrade(config),
    ignoreTLS: isPlain(config),
    auth: user === '' ? undefined : { user, pass },
    // Texts are ours: nothing in them names a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  });
  const from = config.smtpSender || user;
  const sending = new Set<Promise<unknown>>();

  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    sending.add(work);
    try {
      return await work;
    } catch (cause) {
      log.error({ err: cause, host, port }, 'The mail server could not be used');
      throw new AppError('mailFailed', 'SMTP error, contact administrator.', { cause });
    } finally {
      sending.delete(work);
    }
  };

  /** Many who ask at once hear the same answer. */
  let verifying: Promise<void> | undefined;
  return {
    async send(to, { subject, text, html }) {
      await guarded(transport.sendMail({ from, to: { name: '', address: to }, subject, text, html }));
    },
    verify() {
      verifying ??= guarded(transport.verify().then(() => {})).finally(() => {
        verifying = undefined;
      });
      return verifying;
    },
    async close() {
      await Promise.allSettled(sending);
      transport.close();
    },
  };
};
