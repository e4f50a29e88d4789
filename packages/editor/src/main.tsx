import './content-policy.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './ui/base.css';
import './ui/mantine-styles.ts';
import './ui/tokens.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { basePath } from './base-path.ts';
import { applyStoredColorScheme } from './ui/color-scheme.ts';

applyStoredColorScheme();
// Whoever comes past the proxy sees the address of the page without the path that all its links have.
if (!`${location.pathname}/`.startsWith(`${basePath}/`)) location.replace(`${basePath}/`);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
