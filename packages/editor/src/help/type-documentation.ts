import type { ServerSettings } from '@millrace/contract';
import { helpAddress } from './address.ts';

type Settings = Pick<ServerSettings, 'helpLinks' | 'telemetry'>;

/** The page about a type that its maker has elsewhere. */
export const makersPage = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined;

/**
 * Where the documentation of a type is: at the address that its maker gives, else below the site that whoever operates the instance names, else in the help
 * that comes along. That site is told where in the editor the link stood, where events are collected.
 * @param address of the type; one without a host is a page of that site, where the help of the instance is its root
 * @param page of the help
 */
export const typeDocumentation = (
  type: string,
  address: string | undefined,
  page: string,
  settings: Partial<Settings> = {},
): string => {
  const own = makersPage(address);
  if (own !== undefined) return own;
  const site = settings.helpLinks?.documentation;
  if (!site) return helpAddress(page);
  const isPath = address !== undefined && address !== '' && !URL.canParse(address);
  const url = new URL((isPath ? address : page).replace(/^\/?(?:help\/)?/, ''), `${site.replace(/\/+$/, '')}/`);
  if (settings.telemetry?.enabled) {
    for (const [name, value] of Object.entries({ source: 'millrace', medium: 'editor', campaign: type }))
      url.searchParams.set(`utm_${name}`, value);
  }
  return url.href;
};
