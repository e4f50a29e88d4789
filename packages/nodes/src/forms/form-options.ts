import type { FormSpec } from '@millrace/engine/node-api';
import type { readCompletion } from './form-spec.ts';

/** As of `options.ts`. */
export interface FormOptions {
  buttonLabel?: string;
  customCss?: string;
  ignoreBots?: boolean;
  ipWhitelist?: string;
  respondWithOptions?: { values?: Parameters<typeof readCompletion>[0] };
}

export const readFormOptions = (
  options: FormOptions,
): Pick<FormSpec, 'buttonLabel' | 'css' | 'ignoreBots' | 'ipAllowList'> => ({
  ...(options.buttonLabel && { buttonLabel: options.buttonLabel }),
  ...(options.customCss?.trim() && { css: options.customCss }),
  ...(options.ignoreBots && { ignoreBots: true }),
  ...(options.ipWhitelist && { ipAllowList: options.ipWhitelist }),
});
