import type { WebhookResponse } from '@millrace/engine/node-api';
import { isForeignCookie, isSettable } from './answer-headers.ts';

/**
 * What a workflow answers is not ours to trust: it is served from the same origin as the editor. Every answer is sandboxed there, sets only headers
 * that are about itself, and cannot break out of them.
 */
const sandbox =
  'sandbox allow-downloads allow-forms allow-modals allow-orientation-lock allow-pointer-lock allow-popups allow-presentation allow-scripts allow-top-navigation-by-user-activation';

export const hookHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': sandbox,
  'x-content-type-options': 'nosniff',
};

const namePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Tab, and what Node writes as Latin-1. No line breaks.
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Paths are fine, `javascript:` is not; nor is what looks like a path and names a host, as `//host` does: callers may have brought what stands behind the slash. */
const isSafeLocation = (value: string): boolean => {
  const target = URL.parse(value, 'http://relative.invalid');
  if (target === null || !['http:', 'https:', 'mailto:', 'tel:'].includes(target.protocol)) return false;
  return target.hostname === 'relative.invalid' || /^\s*[a-z]/i.test(value);
};

/** The answer cannot be sent as the workflow made it. */
export class UnsendableAnswer extends Error {}

/** @throws UnsendableAnswer that says what is wrong with it */
export const safeHeaders = ({ status, headers }: WebhookResponse): Record<string, string | string[]> => {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new UnsendableAnswer(`The workflow answered with ${status}, which is no status of an answer`);
  const safe: Record<string, string | string[]> = { ...hookHeaders };
  for (const [rawName, value] of Object.entries(headers)) {
    const name = rawName.toLowerCase();
    if (!namePattern.test(name))
      throw new UnsendableAnswer('The workflow answered with a header name that is not valid');
    if (!valuePattern.test(value))
      throw new UnsendableAnswer(`The workflow answered with a header "${name}" whose value is not valid`);
    if (!isSettable(name)) continue;
    if (name === 'location' && !isSafeLocation(value))
      throw new UnsendableAnswer(
        'The workflow answered with a redirect to an address that is neither a path nor begins with http:// or https://',
      );
    if (name === 'set-cookie' && !isForeignCookie(value)) continue;
    // Both policies then hold.
    safe[name] = name === 'content-security-policy' ? [sandbox, value] : value;
  }
  return safe;
};
