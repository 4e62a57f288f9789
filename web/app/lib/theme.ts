import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'

export type BrandColors = { primary: readonly string[]; accent: readonly string[] }

// White is readable on shade 6, shade 9 on shade 1 (docs/product/brands.md 4.1).
const MEANINGS = {
  red: shades('#fff1ee #ffdcd6 #ffc1b7 #ff9e93 #ff796e #f64f49 #d52327 #bc0b19 #a60000 #8d0000'),
  teal: shades('#effaf4 #d9f3e4 #bbe5cf #97d0b3 #72bb98 #48a77d #007d54 #006a45 #005935 #004523'),
  yellow: shades('#fef5ed #fce7d3 #f2d3b3 #e2b88d #d29d66 #c1833b #9d5f00 #884f00 #763e00 #602a00'),
  orange: shades('#fff2ec #ffdfd2 #ffc5b1 #ffa58a #f98362 #ec5f36 #cb3a00 #b22900 #9d0c00 #850000'),
  gray: shades('#f5f7f9 #e8ebf0 #d5d9e1 #bbc1cb #a2aab6 #8993a1 #5b6472 #4b5360 #3b434f #29313d'),
  dark: shades('#e3e7ee #c3c9d4 #a3acba #7f8896 #3d4450 #2c313b #22262f #1b1e25 #121419 #0b0d11'),
}

function shades(ten: string): MantineColorsTuple {
  return ten.split(' ') as unknown as MantineColorsTuple
}

const FONT = "'Figtree Variable', 'Figtree Fallback', system-ui, sans-serif"

/** Brands differ only in their two colours (docs/product/brands.md 4.1). */
export function brandTheme(
  { primary, accent }: BrandColors = { primary: MEANINGS.gray, accent: MEANINGS.gray },
): MantineThemeOverride {
  return createTheme({
    colors: {
      ...MEANINGS,
      brand: primary as unknown as MantineColorsTuple,
      accent: accent as unknown as MantineColorsTuple,
    },
    black: '#161b26',
    primaryColor: 'brand',
    primaryShade: 6,
    fontFamily: FONT,
    headings: {
      fontFamily: FONT,
      fontWeight: '700',
      sizes: {
        h1: { fontSize: 'clamp(1.625rem, 1.3rem + 1.4vw, 2.125rem)', lineHeight: '1.2' },
        h2: { fontSize: '1.375rem', lineHeight: '1.3' },
        h3: { fontSize: '1.125rem', lineHeight: '1.35' },
      },
    },
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: {
      Button: { defaultProps: { size: 'md' } },
      TextInput: { defaultProps: { size: 'md' } },
      // Makes the eye button reachable by keyboard.
      PasswordInput: {
        defaultProps: {
          size: 'md',
          rightSectionWidth: 48,
          visibilityToggleButtonProps: { 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0, size: 44 },
        },
      },
      Textarea: { defaultProps: { size: 'md' } },
      // A header inside a dialog must not be a banner landmark.
      Modal: { defaultProps: { radius: 'lg', padding: 'lg', attributes: { header: { role: 'presentation' } } } },
      CloseButton: { defaultProps: { 'aria-label': 'Cerrar' } },
      // Opening focuses the first item; the menu stays in its button's landmark.
      Menu: {
        defaultProps: {
          withinPortal: false,
          floatingStrategy: 'fixed',
          offset: 12,
          radius: 'md',
          position: 'bottom-end',
          loop: true,
          withInitialFocusPlaceholder: false,
        },
      },
      Popover: { defaultProps: { offset: 12, radius: 'md' } },
      Skeleton: {
        styles: { root: { '--mantine-color-gray-3': 'var(--line)', '--mantine-color-dark-4': 'var(--line)' } },
      },
    },
  })
}
