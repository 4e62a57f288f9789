/** Stripes of equal or given width, from the top or from the left, and what lies on them, on a field of 30 by 20. */
export type Flag = {
  name: string
  from: 'top' | 'left'
  stripes: readonly (readonly [colour: string, share?: number])[]
  /** Shapes on the stripes as SVG paths. */
  over?: readonly (readonly [colour: string, path: string])[]
}

const star = (x: number, y: number, r: number): string => {
  const points = Array.from({ length: 10 }, (_, at) => {
    const reach = at % 2 === 0 ? r : r * 0.38
    const angle = (at * Math.PI) / 5
    return `${(x + reach * Math.sin(angle)).toFixed(2)} ${(y - reach * Math.cos(angle)).toFixed(2)}`
  })
  return `M${points.join('L')}z`
}
const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const top = (name: string, stripes: Flag['stripes'], over?: Flag['over']): Flag => ({
  name,
  from: 'top',
  stripes,
  over,
})
const left = (name: string, stripes: Flag['stripes'], over?: Flag['over']): Flag => ({
  name,
  from: 'left',
  stripes,
  over,
})

const RED = '#d52b1e'
const WHITE = '#ffffff'
const YELLOW = '#fcd116'
const GOLD = '#f5b40c'

/** Flags of the countries that students come from, drawn without their coats of arms: at 24 px nobody reads those. */
export const FLAGS: Record<string, Flag> = {
  AR: top('Argentina', [['#74acdf'], [WHITE], ['#74acdf']], [[GOLD, disc(15, 10, 2.4)]]),
  BO: top('Bolivia', [[RED], [YELLOW], ['#007934']]),
  BR: top(
    'Brasil',
    [['#009c3b']],
    [
      ['#ffdf00', 'M15 2L27.5 10 15 18 2.5 10z'],
      ['#002776', disc(15, 10, 4.4)],
    ],
  ),
  CL: top(
    'Chile',
    [[WHITE], [RED]],
    [
      ['#0039a6', 'M0 0h10v10H0z'],
      [WHITE, star(5, 5, 3)],
    ],
  ),
  CO: top('Colombia', [[YELLOW, 2], ['#003893'], ['#ce1126']]),
  CR: top('Costa Rica', [['#002b7f'], [WHITE], ['#ce1126', 2], [WHITE], ['#002b7f']]),
  CU: top(
    'Cuba',
    [['#002a8f'], [WHITE], ['#002a8f'], [WHITE], ['#002a8f']],
    [
      ['#cf142b', 'M0 0L15 10 0 20z'],
      [WHITE, star(5, 10, 3.2)],
    ],
  ),
  DO: top(
    'República Dominicana',
    [['#002d62'], ['#ce1126']],
    [
      ['#ce1126', 'M15 0h15v10H15z'],
      ['#002d62', 'M15 10h15v10H15z'],
      [WHITE, 'M12.5 0h5v20h-5zM0 7.5h30v5H0z'],
    ],
  ),
  EC: top('Ecuador', [['#ffdd00', 2], ['#034ea2'], ['#ed1c24']]),
  ES: top('España', [['#aa151b'], ['#f1bf00', 2], ['#aa151b']]),
  GT: left('Guatemala', [['#4997d0'], [WHITE], ['#4997d0']]),
  HN: top(
    'Honduras',
    [['#0073cf'], [WHITE], ['#0073cf']],
    [
      [
        '#0073cf',
        [star(15, 10, 1.4), star(11, 8.5, 1.2), star(19, 8.5, 1.2), star(11, 11.7, 1.2), star(19, 11.7, 1.2)].join(''),
      ],
    ],
  ),
  MX: left('México', [['#006847'], [WHITE], ['#ce1126']], [['#8c6239', disc(15, 10, 2)]]),
  NI: top('Nicaragua', [['#0067c6'], [WHITE], ['#0067c6']], [['#c8a951', disc(15, 10, 1.6)]]),
  PA: top(
    'Panamá',
    [[WHITE], [WHITE]],
    [
      ['#da121a', 'M15 0h15v10H15z'],
      ['#072357', 'M0 10h15v10H0z'],
      ['#072357', star(7.5, 5, 2.8)],
      ['#da121a', star(22.5, 15, 2.8)],
    ],
  ),
  PE: left('Perú', [['#d91023'], [WHITE], ['#d91023']]),
  PR: top(
    'Puerto Rico',
    [['#ed0000'], [WHITE], ['#ed0000'], [WHITE], ['#ed0000']],
    [
      ['#0050f0', 'M0 0L15 10 0 20z'],
      [WHITE, star(5, 10, 3.2)],
    ],
  ),
  PY: top('Paraguay', [['#d52b1e'], [WHITE], ['#0038a8']], [['#009b3a', disc(15, 10, 1.8)]]),
  SV: top('El Salvador', [['#0047ab'], [WHITE], ['#0047ab']], [[GOLD, disc(15, 10, 1.6)]]),
  US: top(
    'Estados Unidos',
    Array.from({ length: 13 }, (_, at) => [at % 2 === 0 ? '#b22234' : WHITE] as const),
    [
      ['#3c3b6e', 'M0 0h13v10.8H0z'],
      [WHITE, [2.5, 6.5, 10.5].flatMap((x) => [2.5, 5.5, 8.5].map((y) => star(x, y, 1.1))).join('')],
    ],
  ),
  UY: top(
    'Uruguay',
    Array.from({ length: 9 }, (_, at) => [at % 2 === 0 ? WHITE : '#0038a8'] as const),
    [
      [WHITE, 'M0 0h11.1v11.1H0z'],
      [GOLD, disc(5.5, 5.5, 3)],
    ],
  ),
  VE: top(
    'Venezuela',
    [['#ffcc00'], ['#00247d'], ['#cf142b']],
    [[WHITE, [star(9, 11, 1.2), star(12, 9, 1.2), star(15, 8.3, 1.2), star(18, 9, 1.2), star(21, 11, 1.2)].join('')]],
  ),
}

/** The stripes of a flag as rectangles of its field. */
export function stripesOf({ from, stripes }: Flag): { colour: string; at: number; size: number }[] {
  const whole = from === 'top' ? 20 : 30
  const shares = stripes.reduce((sum, [, share = 1]) => sum + share, 0)
  let at = 0
  return stripes.map(([colour, share = 1]) => {
    const size = (whole * share) / shares
    at += size
    return { colour, at: at - size, size }
  })
}
