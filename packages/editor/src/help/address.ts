import { basePath } from '../base-path.ts';

/** The address of a page of the documentation, such as `guides/webhooks#the-call`, for links that open it beside what one works on. */
export const helpAddress = (page = ''): string => `${basePath}/help${page === '' ? '' : `/${page}`}`;
