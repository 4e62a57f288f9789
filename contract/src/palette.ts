import chroma from 'chroma-js'

/** Light to dark; the seventh is the main one, under white text. */
export type Shades = [string, string, string, string, string, string, string, string, string, string]

/** Contrast of text with its background (WCAG 2.2 AA). */
export const READABLE = 4.5
export const contrastOf = (one: string, other: string): number => chroma.contrast(one, other)
/** A margin: the main shade must also be readable on the page's grey background. */
const MAIN_CONTRAST = READABLE + 0.5

function darkened(colour: string, contrast: number): chroma.Color {
  let shade = chroma(colour)
  while (chroma.contrast(shade, 'white') < contrast) shade = shade.set('oklch.l', shade.get('oklch.l') - 0.01)
  return shade
}

export function shadesOf(colour: string): Shades {
  const main = darkened(colour, MAIN_CONTRAST)
  const [light, , hue] = main.oklch()
  const strength = main.get('oklch.c')
  const at = (l: number, c: number) => chroma.oklch(l, strength * c, hue).hex()
  const steps = [0.975, 0.94, 0.885, 0.81, 0.735, 0.66].map((l, i) => at(Math.max(l, light), 0.12 + i * 0.17))
  const darker = [0.06, 0.12, 0.19].map((drop) => at(Math.max(light - drop, 0.12), 0.95))
  return [...steps, main.hex(), ...darker] as Shades
}

export type PrintColours = {
  primary: string
  accent: string
  ink: string
  text: string
  soft: string
  line: string
  paper: string
}

export function printColoursOf(primary: string, accent: string): PrintColours {
  const ink = darkened(primary, READABLE).hex()
  const mixed = (colour: string, base: string, share: number) => chroma.mix(base, colour, share, 'rgb').hex()
  return {
    primary,
    accent,
    ink,
    text: mixed(ink, '#15161c', 0.12),
    soft: mixed(ink, '#5b5f6b', 0.15),
    line: mixed(ink, 'white', 0.3),
    paper: mixed(primary, 'white', 0.025),
  }
}

export const MAIL_DARK = '#1c1d22'

/** `main` is readable under white text and on white; `onDark` on {@link MAIL_DARK}, the ground of dark mails. */
export type MailColours = { main: string; onDark: string }

export function mailColoursOf(primary: string): MailColours {
  const shades = shadesOf(primary)
  const readable = shades.findLast((shade) => chroma.contrast(shade, MAIL_DARK) >= READABLE)
  return { main: shades[6], onDark: readable ?? '#ffffff' }
}
