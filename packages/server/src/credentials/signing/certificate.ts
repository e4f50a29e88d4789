import { NodeError } from '@millrace/engine/node-api';
import type { ClientCertificate } from '../../platform/http/exchange.ts';
import { evaluateFields } from '../fields.ts';
import type { SigningMaterial } from '../types.ts';
import { assertAllowedHosts } from './allowed-hosts.ts';

/** What a connection to an address shows of a credential. @throws NodeError where that may not be */
export const certificateFor = (address: string, material: SigningMaterial): ClientCertificate => {
  const fields = evaluateFields(material);
  const url = URL.parse(address);
  if (url) assertAllowedHosts(url, undefined, fields, material);
  if (url?.protocol === 'http:')
    throw new NodeError('A client certificate needs an encrypted connection', {
      description: 'The address begins with http:// and must begin with https://.',
    });
  const text = (name: string): string => String(fields[name] ?? '');
  return { cert: text('cert'), key: text('key'), passphrase: text('passphrase'), ca: text('ca') };
};
