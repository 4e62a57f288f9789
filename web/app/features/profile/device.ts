/** A device as a person would call it. */
export type Device = { nombre: string; movil: boolean }

// The first that matches: browsers name those they descend from, and devices too.
const BROWSERS: [sign: RegExp, name: string][] = [
  [/\bEdgA?\/|EdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [sign: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (list: [RegExp, string][], agent: string) => list.find(([sign]) => sign.test(agent))?.[1]

/** `Chrome en Android`, read simply from what the browser says of itself; what is unknown is said to be. */
export function deviceOf(agent: string): Device {
  const browser = nameIn(BROWSERS, agent)
  const system = nameIn(SYSTEMS, agent)
  const known = browser && system ? `${browser} en ${system}` : (browser ?? system)
  return { nombre: known ?? 'Dispositivo desconocido', movil: /Mobi|Android|iPhone|iPad/.test(agent) }
}
