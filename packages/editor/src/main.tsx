import './content-policy.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './ui/base.css';
import './ui/mantine-styles.ts';
import './ui/tokens.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { basePath } from './base-path.ts';
import { translate } from './messages/index.ts';
import { language } from './messages/language.ts';
import { applyStoredColorScheme } from './ui/color-scheme.ts';

applyStoredColorScheme();
// Whoever comes past the proxy sees the address of the page without the path that all its links have.
if (!`${location.pathname}/`.startsWith(`${basePath}/`)) location.replace(`${basePath}/`);

const show = (): void => {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
};

document.documentElement.lang = language;
if (language === 'en') show();
else
  import('./messages/de/index.ts')
    .then(({ german }) => translate(german))
    // What cannot be loaded is shown in English.
    .catch(() => undefined)
    .finally(show);
