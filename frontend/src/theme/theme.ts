import {
  createTheme,
  defaultVariantColorsResolver,
  rem,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from '@mantine/core';
import { accent, cssVariables, dark, grey, light, night } from './tokens';

const fontFamily = [
  'system-ui', '-apple-system', '"Segoe UI"', 'Roboto', '"Noto Sans"', '"PingFang SC"', '"Microsoft YaHei"',
  '"Noto Sans CJK SC"', 'sans-serif',
].join(', ');

const monospace = 'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", "DejaVu Sans Mono", monospace';

const fieldHeights: Record<string, string> = { xs: rem(28), sm: rem(32), md: rem(36) };

const heightOf = (size: unknown): string => fieldHeights[typeof size === 'string' ? size : 'sm'] ?? rem(32);

/** Text on the accent is dark in the dark scheme, where the accent is light. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isAccent = input.color === undefined || input.color === 'accent';
  return input.variant === 'filled' && isAccent ? { ...colors, color: 'var(--le-act-ink)' } : colors;
};

const dense = { defaultProps: { size: 'sm' } };

export const theme = createTheme({
  colors: { gray: grey, dark: night, accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: light.ink,
  fontFamily,
  fontFamilyMonospace: monospace,
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.34', sm: '1.43', md: '1.43', lg: '1.5', xl: '1.4' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(16), lineHeight: '1.5' },
      h3: { fontSize: rem(14), lineHeight: '1.43' },
    },
  },
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_theme: unknown, props: { size?: unknown }) => ({
        root: { '--button-height': heightOf(props.size), '--button-padding-x': rem(12) },
      }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Input: {
      defaultProps: { size: 'sm' },
      vars: (_theme: unknown, props: { size?: unknown; multiline?: boolean }) => ({
        wrapper: props.multiline === true ? {} : { '--input-height': heightOf(props.size) },
      }),
    },
    InputWrapper: {
      defaultProps: { size: 'sm' },
      styles: { label: { marginBottom: rem(4) }, description: { marginBottom: rem(4) }, error: { marginTop: rem(4) } },
    },
    TextInput: dense,
    PasswordInput: dense,
    NumberInput: dense,
    Textarea: dense,
    Select: { defaultProps: { size: 'sm', comboboxProps: { shadow: 'md' } } },
    MultiSelect: dense,
    TagsInput: dense,
    FileInput: dense,
    SegmentedControl: dense,
    Checkbox: { defaultProps: { size: 'sm', iconColor: 'var(--le-act-ink)' } },
    Switch: dense,
    Radio: { defaultProps: { size: 'sm', iconColor: 'var(--le-act-ink)' } },
    Menu: { defaultProps: { shadow: 'md', width: 220 } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Modal: { defaultProps: { centered: false, overlayProps: { backgroundOpacity: 0.4 } } },
    Drawer: {
      defaultProps: { overlayProps: { backgroundOpacity: 0.25 }, padding: 'lg' },
      styles: { title: { fontWeight: 600, fontSize: rem(16) } },
    },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

/** Puts our tokens, as `--le-*`, beside Mantine's own variables and makes Mantine's surfaces follow them. */
export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...cssVariables(light),
    '--mantine-color-body': light.surface,
    '--mantine-color-text': light.ink,
    '--mantine-color-dimmed': light.inkDim,
    '--mantine-color-default-border': light.lineStrong,
    '--mantine-color-error': light.danger,
    '--mantine-color-placeholder': '#68727a',
  },
  dark: {
    ...cssVariables(dark),
    '--mantine-color-body': dark.surface,
    '--mantine-color-text': dark.ink,
    '--mantine-color-dimmed': dark.inkDim,
    '--mantine-color-default-border': dark.lineStrong,
    '--mantine-color-error': dark.danger,
    '--mantine-color-placeholder': '#8b959c',
  },
});
