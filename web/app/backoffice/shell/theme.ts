import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { varsOf } from '../../lib/shades'

const NAMES = ['red', 'teal', 'yellow', 'orange', 'gray', 'dark', 'brand', 'accent'] as const

const colors = Object.fromEntries(NAMES.map((name) => [name, varsOf(name) as unknown as MantineColorsTuple])) as Record<
  (typeof NAMES)[number],
  MantineColorsTuple
>

const MEANINGS = ['text', 'body', 'error', 'anchor', 'dimmed', 'placeholder', 'default-border', 'default-hover']
const TINTS = NAMES.filter((name) => name !== 'dark').map((name) => `${name}-light`)
/** Of colours that something to press has. */
const HOVERS = ['brand', 'gray', 'red', 'teal', 'yellow'].map((name) => `${name}-light-hover`)

const tokens = Object.fromEntries(
  [...MEANINGS, ...TINTS, ...HOVERS].map((name) => [`--mantine-color-${name}`, `var(--color-${name})`]),
)

/** Mantine's meanings of colours are ours (tokens.css), which change with the scheme by themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens })

const small = { defaultProps: { size: 'sm' } }
/** Tab leaves the field: its list, which scrolls and then goes, is no stop. */
const listed = { defaultProps: { ...small.defaultProps, scrollAreaProps: { viewportProps: { tabIndex: -1 } } } }

/**
 * mantine.css gives phones large fields. Brands differ only in their two colours (docs/product/brands.md 4.1), which the
 * document brings (brand.ts).
 */
export const THEME = createTheme({
  colors,
  black: '#161b26',
  primaryColor: 'brand',
  primaryShade: 6,
  fontFamily: 'var(--font)',
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '700',
    sizes: {
      h1: { fontSize: 'var(--h1-size)', lineHeight: '1.2' },
      h2: { fontSize: 'var(--h2-size)', lineHeight: '1.3' },
      h3: { fontSize: 'var(--h3-size)', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: small,
    TextInput: small,
    Textarea: small,
    Select: listed,
    MultiSelect: listed,
    Autocomplete: listed,
    Checkbox: small,
    Switch: small,
    // Makes the eye button reachable by keyboard.
    PasswordInput: {
      defaultProps: {
        size: 'sm',
        rightSectionWidth: 48,
        visibilityToggleButtonProps: { 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0, size: 44 },
      },
    },
    ColorInput: { defaultProps: { size: 'sm', withEyeDropper: false, popoverProps: { withinPortal: false } } },
    ColorPicker: { defaultProps: { saturationLabel: 'Saturación y brillo', hueLabel: 'Tono' } },
    CloseButton: { defaultProps: { 'aria-label': 'Cerrar' } },
    // Opening focuses the first item; the menu stays in its button's landmark.
    Menu: {
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        offset: 6,
        radius: 'md',
        position: 'bottom-end',
        loop: true,
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { offset: 12, radius: 'md' } },
    // In its dialog, beside which all is inert, and not cut by what scrolls.
    Combobox: { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } },
    Skeleton: {
      styles: { root: { '--mantine-color-gray-3': 'var(--line)', '--mantine-color-dark-4': 'var(--line)' } },
    },
  },
})
