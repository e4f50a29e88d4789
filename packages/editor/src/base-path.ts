/** The path below which the instance is served, as the server writes it into the page: empty at the root of a host, else such as `/automation`. */
export const basePath = (document.querySelector('base')?.getAttribute('href') ?? '/').replace(/\/$/, '');
