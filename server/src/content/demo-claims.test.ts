import { videoStart } from '@campus/contract/video'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Academy, readAcademy } from './academy.ts'
import { DEMO_FOLDER } from './demo-accounts.ts'
import { TEMPLATE } from './sample.ts'

/** Any day: dates that were written into the files would all be past. */
const TODAY = '2031-05-04'

/** Seconds of the films that the demo shows: no test can ask for them. */
const LENGTHS: Record<string, number> = {
  'YE7VzlLtp-4': 597,
  '1084537': 597,
  Z4C82eyhwgU: 146,
  SkVqJ1SGeL0: 150,
  WhWc3b3KhnY: 464,
  PVGeM40dABA: 185,
  UXqq0ZvbOnk: 263,
  pKmSdY56VtY: 236,
  mN0zPOpADL4: 231,
  eRsGyueVLvQ: 888,
  'Y-rmzh0PI3c': 730,
  R6MlUcmOul8: 734,
  _cMxraX_5RE: 630,
}
const TEN_MINUTES = 600
/** Every page of these opens without a session. */
const OPEN = /^\/(cursos|premios|certificado|detallecurso\/\d+)$/

let demo: Academy
beforeAll(async () => {
  demo = await readAcademy(DEMO_FOLDER, { today: TODAY, demo: true })
})

const brandOf = (slug: string) => {
  const brand = demo.brands.find((one) => one.slug === slug)
  if (!brand) throw new Error(`the demo has no ${slug}`)
  return brand
}
const lessonsOf = ({ modulos }: Academy['brands'][number]['cursos'][number]) =>
  modulos.flatMap(({ lecciones }) => lecciones)
const minutesOf = (course: Parameters<typeof lessonsOf>[0]) =>
  lessonsOf(course).reduce((sum, { duracion }) => sum + duracion, 0)

it('the demo academy has no mistakes', () => {
  expect(demo.brands.map(({ id }) => id).sort()).toEqual([1, 2, 3])
})

describe('micro-learning, which the main brand promises', () => {
  it('is said in these words', () => {
    const [first] = brandOf('qhapaq').portada?.bloques ?? []
    expect(first?.titulo).toMatch(/^Microaprendizaje/)
    expect(first?.texto).toMatch(
      /^Cursos de unas 2 horas divididos en videos de 10 minutos como máximo; los breves, menos de una hora\./,
    )
  })

  it('is kept by each video, and by the minutes of each course', () => {
    const { cursos } = brandOf('qhapaq')
    for (const { titulo, videos } of cursos.flatMap(lessonsOf))
      for (const { video = '', enlace } of videos) {
        const seconds = (LENGTHS[video] ?? Number.POSITIVE_INFINITY) - (videoStart(enlace) ?? 0)
        expect(seconds, `${titulo}: ${enlace}`).toBeLessThanOrEqual(TEN_MINUTES)
        expect(seconds, `${titulo}: ${enlace}`).toBeGreaterThan(TEN_MINUTES / 10)
      }
    const whole = cursos.filter(({ modulos }) => modulos.length >= 3)
    expect(whole).toHaveLength(2)
    for (const course of cursos) {
      const [least, most] = whole.includes(course) ? [105, 135] : [0, 59]
      expect(minutesOf(course), course.nombre).toBeGreaterThanOrEqual(least)
      expect(minutesOf(course), course.nombre).toBeLessThanOrEqual(most)
    }
  })
})

it('the first lesson of every course is free, and no other', () => {
  for (const { cursos } of demo.brands)
    for (const course of cursos)
      expect([course.nombre, lessonsOf(course).map(({ gratis }) => gratis)]).toEqual([
        course.nombre,
        lessonsOf(course).map((_, at) => at === 0),
      ])
})

it('lessons are as long as the other brands say', () => {
  for (const slug of ['cumbre', 'aula-viva']) {
    const { portada, cursos } = brandOf(slug)
    const said = portada?.bloques[0]?.texto.match(/^Lecciones de (\d+) a (\d+) minutos/)?.slice(1)
    const minutes = cursos.flatMap(lessonsOf).map(({ duracion }) => duracion)
    expect([slug, said?.map(Number)]).toEqual([slug, [Math.min(...minutes), Math.max(...minutes)]])
  }
})

it('both banners of each brand lead visitors to a page that is open to them', () => {
  for (const { slug, botones } of demo.brands)
    for (const link of [botones.link_banner_uno, botones.link_banner_dos])
      expect([slug, link]).toEqual([slug, expect.stringMatching(OPEN)])
})

it('some courses of each brand have begun and some begin soon, whenever the demo is loaded', () => {
  for (const { slug, cursos } of demo.brands) {
    const starts = cursos.map(({ fecha_inicio = '' }) => Date.parse(fecha_inicio) - Date.parse(TODAY))
    const soon = starts.filter((ms) => ms > 0 && ms < 30 * 86_400_000)
    expect([slug, soon.length > 0, starts.some((ms) => ms < 0)]).toEqual([slug, true, true])
  }
})

it('exams open with the first lesson in the first two brands and in a new academy, with 80 % of them in the third', async () => {
  const { brands } = await readAcademy(TEMPLATE, { today: TODAY })
  const shares = [...demo.brands, ...brands].map(({ slug, examenes_desde }) => [slug, examenes_desde])
  expect(Object.fromEntries(shares)).toEqual({ cumbre: 0, qhapaq: 0, 'aula-viva': 80, 'mi-academia': 0 })
})
