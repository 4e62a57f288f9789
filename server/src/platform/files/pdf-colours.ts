/** A colour as red, green and blue, 0 to 255. */
type Rgb = [number, number, number]

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const hexOf = (rgb: Rgb): string => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** `share` of the first colour in the second. */
export function mix(colour: string, into: string, share: number): string {
  const base = rgbOf(into)
  return hexOf(rgbOf(colour).map((value, at) => value * share + (base[at] ?? 0) * (1 - share)) as Rgb)
}

function luminance(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A brand's colour, darkened until it can be read on paper (WCAG contrast 4.5). */
export function inkOf(colour: string): string {
  let ink = colour
  for (let share = 0.95; 1.05 / (luminance(ink) + 0.05) < 4.5 && share > 0; share -= 0.05)
    ink = mix(colour, '#000000', share)
  return ink
}

/** What a document is drawn with. */
export type Palette = {
  primary: string
  accent: string
  ink: string
  text: string
  soft: string
  line: string
  paper: string
}

/** The palette of a brand's two colours. */
export function paletteOf(primary: string, accent: string): Palette {
  const ink = inkOf(primary)
  return {
    primary,
    accent,
    ink,
    text: mix(ink, '#15161c', 0.12),
    soft: mix(ink, '#5b5f6b', 0.15),
    line: mix(ink, '#ffffff', 0.3),
    paper: mix(primary, '#ffffff', 0.025),
  }
}
