/* The page at /rest/docs: the viewer over the description beside it, in the colours that the system asks for. */
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
applyColours();
dark.addEventListener('change', applyColours);

window.SwaggerUIBundle({
  url: 'openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // It would send the description to a host of others.
  validatorUrl: null,
  // Text that holds JSON has a media type, but is not sent as a file.
  plugins: [() => ({ fn: { isFileUploadIntended: () => false } })],
});
