/** Texts of plug-ins may hold markup; only its text is shown. */
export const plainText = (text: string): string =>
  /[<&]/.test(text) ? (new DOMParser().parseFromString(text, 'text/html').body.textContent?.trim() ?? '') : text;
