import { type CSSVariablesResolver, colorsTuple, createTheme, type MantineColorsTuple } from '@mantine/core';

/**
 * The one file that names colours and sizes (look.md 1). Everything else uses Mantine's variables or the `--a-*`
 * variables made here.
 */

const brand: MantineColorsTuple = [
  '#f4f4ff',
  '#e2e2ff',
  '#c9c9ff',
  '#a8a8ff',
  '#9393ff',
  '#8080ff',
  '#6363eb',
  '#5050cf',
  '#4545b8',
  '#3a3a9e',
];
// Secondary and accent of shell.md 4.3: one shade each.
const secondary = colorsTuple('#00796b');
const accent = colorsTuple('#c2410c');
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e3e6eb',
  '#d3d8df',
  '#b9c0ca',
  '#8b93a1',
  '#667085',
  '#4b5260',
  '#343a46',
  '#1b1f27',
];
const dark: MantineColorsTuple = [
  '#e8eaef',
  '#c9cdd6',
  '#9ea4b1',
  '#6b7280',
  '#363b46',
  '#2a2e37',
  '#1f222a',
  '#16181d',
  '#101216',
  '#0b0c0f',
];
const danger: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#f97066',
  '#e5483d',
  '#cf2e23',
  '#b42318',
  '#912018',
  '#7a271a',
];
const success: MantineColorsTuple = [
  '#ecfdf3',
  '#d3f5e3',
  '#a6e9c8',
  '#6fdaa6',
  '#3cc586',
  '#1fa568',
  '#17854f',
  '#12714a',
  '#0d5c3c',
  '#0a4a31',
];
const warning: MantineColorsTuple = [
  '#fff8eb',
  '#feefd0',
  '#fddf9f',
  '#fbc866',
  '#f2ab31',
  '#d98a0b',
  '#a86a00',
  '#8a5a00',
  '#6e4700',
  '#573800',
];
const info: MantineColorsTuple = [
  '#eef6fe',
  '#d8e9fc',
  '#b0d3f9',
  '#84bbf5',
  '#539ff0',
  '#2a83e4',
  '#1475d4',
  '#0b6bcb',
  '#0a56a3',
  '#0a4582',
];

/** Order of series in charts: brand 5, then teal, amber, rose, sky, lime, grey (look.md 2). */
export const chartPalette = [
  '#8080ff',
  '#0f9d8f',
  '#d98a0b',
  '#d6457a',
  '#2f8fd8',
  '#6f9c1f',
  '#7b8494',
] as const;

export type Tone = 'info' | 'success' | 'warning' | 'danger' | 'neutral' | 'shipped' | 'confirm' | 'delivery';

interface ToneColours {
  text: string;
  tint: string;
  line: string;
}

// `shipped`, `confirm` and `delivery` are the specification's own order styles; the rest are meanings.
const lightTones: Record<Tone, ToneColours> = {
  info: { text: '#0b5cb0', tint: '#e8f2fd', line: '#bcd9f7' },
  success: { text: '#12714a', tint: '#e6f6ee', line: '#b5e3cb' },
  warning: { text: '#855600', tint: '#fdf3de', line: '#f2d9a2' },
  danger: { text: '#b42318', tint: '#fdecea', line: '#f6c6c1' },
  neutral: { text: '#4b5260', tint: '#eff1f4', line: '#d8dde4' },
  shipped: { text: '#4545b8', tint: '#ededff', line: '#c9c9ff' },
  confirm: { text: '#00695f', tint: '#e1f5f2', line: '#a9ded6' },
  delivery: { text: '#3f6212', tint: '#f0f7e0', line: '#cfe3a3' },
};

const darkTones: Record<Tone, ToneColours> = {
  info: { text: '#84bbf5', tint: '#12273d', line: '#21456b' },
  success: { text: '#6fdaa6', tint: '#10291f', line: '#1d4a37' },
  warning: { text: '#f2bf62', tint: '#302411', line: '#56401a' },
  danger: { text: '#ff9b90', tint: '#371a18', line: '#632c27' },
  neutral: { text: '#c0c5cf', tint: '#2a2e37', line: '#3d434f' },
  shipped: { text: '#b7b7ff', tint: '#23233f', line: '#3c3c73' },
  confirm: { text: '#6fd3c7', tint: '#0e2926', line: '#1b4b45' },
  delivery: { text: '#bcd97c', tint: '#202a10', line: '#3a4c1c' },
};

function toneVariables(tones: Record<Tone, ToneColours>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [tone, colours] of Object.entries(tones))
    for (const [part, value] of Object.entries(colours)) out[`--a-${tone}-${part}`] = value;
  return out;
}

/** Breakpoint of the specification: the mobile layout applies under 700 px. */
export const MOBILE_QUERY = '(max-width: 699.98px)';

/** Height of the top bar; also the first offset of the training banners (specification 9: 70 px). */
export const BAR_HEIGHT = 70;

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 4 },
  colors: { brand, secondary, accent, gray, dark, danger, success, warning, info },
  black: '#1b1f27',
  fontFamily: "'Inter Variable', 'Noto Sans Devanagari', 'Mukta Devanagari', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.3334', sm: '1.3847', md: '1.4286', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  breakpoints: { xs: '30em', sm: '43.75em', md: '64em', lg: '80em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // Help stands under its field, the error in its place (look.md 2).
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      // Help and faults are 12/16 at least; of itself the library takes two pixels off the field's own size.
      styles: {
        label: { marginBottom: 4, fontWeight: 500 },
        description: {
          fontSize: 'max(var(--mantine-font-size-xs), var(--input-description-size, 0px))',
          lineHeight: 1.3334,
        },
        error: {
          fontSize: 'max(var(--mantine-font-size-xs), var(--input-error-size, 0px))',
          lineHeight: 1.3334,
        },
      },
    },
    // A field's clear button is an icon alone, and a wide table is scrolled by keys as well.
    InputClearButton: { defaultProps: { 'aria-label': 'Clear' } },
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
    Paper: { defaultProps: { radius: 'md' } },
    Card: { defaultProps: { radius: 'md', withBorder: true, padding: 'md' } },
    Tabs: { styles: { tab: { paddingBlock: 10 } } },
    Overlay: { defaultProps: { backgroundOpacity: 0.4 } },
    // Escape closes the top layer alone: ui/escape.ts.
    Modal: {
      styles: { title: { fontWeight: 600, lineHeight: 1.4 } },
      defaultProps: {
        closeOnEscape: false,
        radius: 'md',
        centered: true,
        transitionProps: { duration: 140, transition: 'fade' },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Drawer: {
      styles: { title: { fontWeight: 600, lineHeight: 1.4 } },
      defaultProps: {
        position: 'right',
        size: 'lg',
        closeOnEscape: false,
        transitionProps: { duration: 160 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Menu: {
      defaultProps: { radius: 'md', shadow: 'md', transitionProps: { duration: 120, transition: 'pop' } },
    },
    // An open list stays, also where a phone's keyboard or a scroll covers the field it belongs to.
    Popover: {
      defaultProps: {
        radius: 'md',
        shadow: 'md',
        transitionProps: { duration: 120, transition: 'pop' },
        hideDetached: false,
      },
    },
    Tooltip: {
      defaultProps: { openDelay: 300, multiline: true, maw: 320, transitionProps: { duration: 120 } },
    },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

// White text stands on these in both schemes; Mantine would take the lighter dark-scheme shade and lose the contrast.
const filledInDark: Record<string, string> = Object.fromEntries(
  Object.entries({ brand, danger, success, warning, info }).flatMap(([name, shades]) => [
    [`--mantine-color-${name}-filled`, shades[6] ?? ''],
    [`--mantine-color-${name}-filled-hover`, shades[7] ?? ''],
  ]),
);

// Alerts and light buttons stand on the tags' own tints; Mantine's dark ones are loud. Quiet buttons of the brand read
// like links in the dark too, not like text.
const lightInDark: Record<string, string> = {
  '--mantine-color-brand-light-color': brand[3],
  '--mantine-primary-color-light-color': brand[3],
  ...Object.fromEntries(
    (['danger', 'success', 'warning', 'info'] as const).flatMap((name) => [
      [`--mantine-color-${name}-light`, darkTones[name].tint],
      [`--mantine-color-${name}-light-hover`, darkTones[name].line],
      [`--mantine-color-${name}-light-color`, darkTones[name].text],
    ]),
  ),
};

/** Variables that Mantine does not have: meanings, hairline, page ground; and contrast repairs of its own. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--a-bar': `${BAR_HEIGHT}px`,
    '--a-head': '48px',
    '--a-gutter': '24px',
    '--a-row': '40px',
    '--a-row-dense': '32px',
    '--a-fast': '140ms',
  },
  light: {
    ...toneVariables(lightTones),
    '--a-ground': '#fafbfc',
    '--a-surface': '#ffffff',
    '--a-sunken': gray[0],
    '--a-line': gray[2],
    '--a-hover': gray[1],
    '--a-shade': '#1b1f2726',
    '--a-selected': brand[0],
    '--a-accent': brand[5],
    '--a-ink': '#1b1f27',
    '--a-quiet': '#5b6270',
    '--a-link': brand[7],
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#5b6270',
    '--mantine-color-placeholder': '#667085',
    '--mantine-color-anchor': brand[7],
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': gray[3],
  },
  dark: {
    ...toneVariables(darkTones),
    ...filledInDark,
    ...lightInDark,
    '--mantine-primary-color-filled': brand[6],
    '--mantine-primary-color-filled-hover': brand[7],
    '--a-ground': dark[8],
    '--a-surface': dark[7],
    '--a-sunken': dark[8],
    '--a-line': '#2c313b',
    '--a-hover': dark[6],
    '--a-shade': '#000000b0',
    '--a-selected': '#20203a',
    '--a-accent': brand[5],
    '--a-ink': dark[0],
    '--a-quiet': dark[2],
    '--a-link': '#a8a8ff',
    '--mantine-color-body': dark[7],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8d94a3',
    '--mantine-color-anchor': '#a8a8ff',
    '--mantine-color-error': '#ff9b90',
    '--mantine-color-default-border': '#3d434f',
  },
});
