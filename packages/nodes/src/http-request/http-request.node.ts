import { defineNode } from '@millrace/engine/node-api';
import { readNumber } from '../http/read-number.ts';
import { certificateCredentials, certificateType, genericCredentials, readCredentialType } from './authentication.ts';
import { httpRequestDescription } from './description.ts';
import { httpRequestParameters } from './parameters.ts';
import { readBatch, readOptions, readRequest } from './read-request.ts';
import { readsOnly } from './repeatable.ts';
import { runRequests } from './run.ts';
import { readShorten } from './shorten.ts';

export const httpRequest = defineNode({
  ...httpRequestDescription,
  versions: [3, 4, 4.1, 4.2, 4.3, 4.4],
  defaultVersion: 4.4,
  subtitle: '={{ $parameter.method }}: {{ $parameter.url }}',
  usableAsTool: true,
  parameters: httpRequestParameters,
  credentials: [...certificateCredentials, ...genericCredentials],
  repeatable: readsOnly('method'),
  execute(context) {
    if (context.items.length === 0) return [[]];
    const { batching } = readOptions(context, 0).options;
    const batch = batching && readBatch(batching.batch?.batchSize, batching.batch?.batchInterval);
    return runRequests(context, batch, (itemIndex) => {
      const { options, pagination } = readOptions(context, itemIndex);
      const redirect = options.redirect?.redirect;
      const response = options.response?.response ?? {};
      return {
        plan: readRequest(context, itemIndex),
        credential: readCredentialType(context, itemIndex),
        transport: {
          timeout: readNumber(options.timeout, 0) || undefined,
          maxRedirects: redirect && (redirect.followRedirects === false ? 0 : readNumber(redirect.maxRedirects, 21)),
          allowUnauthorizedCerts: options.allowUnauthorizedCerts === true,
          proxy: options.proxy,
          clientCertificate: context.parameter('provideSslCertificates', itemIndex) ? certificateType : undefined,
          queryArrays: options.queryParameterArrays ?? 'brackets',
          lowercaseHeaders: options.lowercaseHeaders !== false,
        },
        answer: {
          format: response.responseFormat ?? 'autodetect',
          fullResponse: response.fullResponse === true,
          property: response.outputPropertyName || 'data',
          splitLists: true,
          forgiving: response.neverError === true,
          textFormatName: '"Text"',
        },
        neverError: response.neverError === true,
        shorten: readShorten(context, itemIndex),
        pagination,
      };
    });
  },
});
