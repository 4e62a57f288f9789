import chroma from 'chroma-js'

/** Ten shades of a colour, light to dark; the seventh carries white text. */
export type Palette = [string, string, string, string, string, string, string, string, string, string]

/** Contrast that text needs on its ground (WCAG 2.2 AA). */
const READABLE = 4.5
/** Contrast of the main shade with white: enough to be read as text on the page's grey ground as well. */
const MAIN_CONTRAST = READABLE + 0.5

function readable(color: string): chroma.Color {
  let shade = chroma(color)
  // A colour that a brand chose badly is darkened until white text can be read on it (look.md).
  while (chroma.contrast(shade, 'white') < MAIN_CONTRAST) shade = shade.set('oklch.l', shade.get('oklch.l') - 0.01)
  return shade
}

/** The shades of a brand's colour, computed so that no choice can break the contrast of text on it. */
export function paletteOf(color: string): Palette {
  const main = readable(color)
  const [light, , hue] = main.oklch()
  const strength = main.get('oklch.c')
  const at = (l: number, c: number) => chroma.oklch(l, strength * c, hue).hex()
  const steps = [0.975, 0.94, 0.885, 0.81, 0.735, 0.66].map((l, i) => at(Math.max(l, light), 0.12 + i * 0.17))
  const darker = [0.06, 0.12, 0.19].map((drop) => at(Math.max(light - drop, 0.12), 0.95))
  return [...steps, main.hex(), ...darker] as Palette
}
