import { isEmail } from '../../account/checks.ts';

/** Addresses from a list with commas, where each may be `Name <address>`; twice the same is once. */
export const readAddresses = (text: string): { addresses: string[]; invalid: string | undefined } => {
  const parts = splitAtCommas(text);
  const addresses = parts.map((part) => /<([^<>]*)>\s*$/.exec(part)?.[1]?.trim() ?? part);
  const invalid = parts.find((_, index) => !isEmail(addresses[index] ?? ''));
  const byText = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  return { addresses: [...byText.values()], invalid };
};

/** At commas and line ends, but not within quotes, as in `"Lovelace, Ada" <ada@example.com>`. */
const splitAtCommas = (text: string): string[] =>
  (text.match(/(?:"[^"]*"|[^,\n])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');
