import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'

/** Shades of the two colours of a brand. */
export type BrandColors = { primary: readonly string[]; accent: readonly string[] }

// The meanings' colours, made like the brands' so that white stands on shade 6 and shade 9 on shade 1 (palette.server.ts).
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

/** One theme, three brands: everything but the two colours is the same (look.md "Foundations"). */
export function brandTheme({ primary, accent }: BrandColors): MantineThemeOverride {
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
      // Its eye says what it does, and is reached by keyboard.
      PasswordInput: {
        defaultProps: {
          size: 'md',
          visibilityToggleButtonProps: { 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 },
        },
      },
      Textarea: { defaultProps: { size: 'md' } },
      // A dialog's header is no banner of the page.
      Modal: { defaultProps: { radius: 'lg', padding: 'lg', attributes: { header: { role: 'presentation' } } } },
      // Toasts and dialogs: their cross has to say what it does.
      CloseButton: { defaultProps: { 'aria-label': 'Cerrar' } },
      // As quiet as a rule on the page, in both schemes.
      Skeleton: {
        styles: { root: { '--mantine-color-gray-3': 'var(--line)', '--mantine-color-dark-4': 'var(--line)' } },
      },
    },
  })
}
