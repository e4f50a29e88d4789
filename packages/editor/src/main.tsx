import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './ui/base.css';
import './ui/mantine-styles.ts';
import './ui/tokens.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { applyStoredColorScheme } from './ui/color-scheme.ts';

applyStoredColorScheme();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
