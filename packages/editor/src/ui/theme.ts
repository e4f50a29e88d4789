import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { t } from '../messages/index.ts';

/** The tokens of `tokens.css` as Mantine's theme: its components take their colours from the same variables. */

/** Lists of choices scroll themselves: an area around one would have to take the focus, to be reached by keyboard. */
const list = { maxHeight: 320, overflowY: 'auto' } as const;

const teal: MantineColorsTuple = [
  '#e6f4f4',
  '#cfe7e8',
  '#9fd0d2',
  '#6cb8bb',
  '#43a2a6',
  '#2a9195',
  '#178287',
  '#0b7075',
  '#095d61',
  '#064649',
];

const warmGrey: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#e5e2db',
  '#cbc6bc',
  '#a8a297',
  '#8f8a80',
  '#6f6a60',
  '#4b4740',
  '#34312c',
  '#24221f',
];

const warmDark: MantineColorsTuple = [
  '#eceae5',
  '#a8a399',
  '#8f8a80',
  '#6d6960',
  '#4a4741',
  '#35332f',
  '#262522',
  '#1e1d1b',
  '#181715',
  '#151412',
];

/** Text on a filled control is not white in the dark theme, where the fills are light. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return colors;
  const color = input.color ?? input.theme.primaryColor;
  if (color === 'teal') return { ...colors, color: 'var(--on-accent)' };
  return color === 'red' ? { ...colors, color: 'var(--on-error)' } : colors;
};

/** Made when the language of the page is known. */
export const createEditorTheme = () =>
  createTheme({
    variantColorResolver: variantColors,
    primaryColor: 'teal',
    primaryShade: { light: 7, dark: 5 },
    colors: { teal, gray: warmGrey, dark: warmDark },
    fontFamily: 'var(--font-sans)',
    fontFamilyMonospace: 'var(--font-mono)',
    defaultRadius: 6,
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    /** Of the five sizes the smallest is left to counts and notes, which no component writes. */
    fontSizes: {
      xs: 'var(--font-size-sm)',
      sm: 'var(--font-size-md)',
      md: 'var(--font-size-md)',
      lg: 'var(--font-size-lg)',
      xl: 'var(--font-size-xl)',
    },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: 'var(--font-size-xl)' },
        h2: { fontSize: 'var(--font-size-lg)' },
        h3: { fontSize: 'var(--font-size-md)' },
      },
    },
    components: {
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      Button: { defaultProps: { size: 'sm', fw: 500 } },
      Modal: {
        defaultProps: {
          padding: 'md',
          radius: 10,
          closeButtonProps: { 'aria-label': t('shell.close') },
          transitionProps: { duration: 140 },
          overlayProps: { color: 'var(--veil)', backgroundOpacity: 1 },
        },
        styles: {
          content: { border: '1px solid var(--border)', boxShadow: 'var(--shadow-large)' },
          title: { fontSize: 'var(--font-size-lg)', fontWeight: 600 },
          // Room for the focus ring of what stands first.
          body: { paddingTop: 4, overflowWrap: 'anywhere' },
        },
      },
      Tooltip: { defaultProps: { openDelay: 400, withArrow: true, transitionProps: { duration: 120 } } },
      // The first entry has the focus at once, as people expect of a menu; the library's placeholder before it is no part that a menu may have.
      Menu: {
        defaultProps: { shadow: 'md', transitionProps: { duration: 120 }, withInitialFocusPlaceholder: false },
      },
      TextInput: { defaultProps: { size: 'sm' } },
      Select: {
        defaultProps: { size: 'sm', withScrollArea: false },
        styles: { input: { textOverflow: 'ellipsis' }, options: list },
      },
      MultiSelect: {
        defaultProps: { withScrollArea: false },
        styles: { options: list },
      },
    },
  });

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--error)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-default': 'var(--surface-raised)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-color-teal-filled': 'var(--accent)',
  '--mantine-color-teal-filled-hover': 'var(--accent-hover)',
  '--mantine-color-teal-light': 'var(--accent-soft)',
  '--mantine-color-teal-light-color': 'var(--accent-text)',
  '--mantine-color-red-filled': 'var(--error)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--error) 88%, var(--text))',
  '--mantine-color-red-light': 'var(--error-soft)',
  '--mantine-color-red-light-hover': 'var(--error-soft)',
  '--mantine-color-red-light-color': 'var(--error)',
  '--mantine-color-red-outline': 'var(--error)',
  '--mantine-color-red-text': 'var(--error)',
  '--mantine-color-yellow-light': 'var(--warning-soft)',
  '--mantine-color-yellow-light-hover': 'var(--warning-soft)',
  '--mantine-color-yellow-light-color': 'var(--warning)',
  '--mantine-color-yellow-text': 'var(--warning)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
