import { t } from '../messages/templates.ts';

const origin = (host: string): string => new URL(host, window.location.href).host;

export const isOwnHost = (host: string): boolean => origin(host) === window.location.host;

/** As it is told to people. */
export const hostName = (host: string): string => (isOwnHost(host) ? t('templates.host.own') : origin(host));
