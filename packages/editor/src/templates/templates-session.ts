let session: string | undefined;

/** Names the visit to the templates in what is told of it: one as long as the page is open. */
export const templatesSession = (): string => {
  session ??= `templates-${Date.now()}`;
  return session;
};
