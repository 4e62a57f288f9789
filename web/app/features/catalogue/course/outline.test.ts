import { describe, expect, it } from 'vitest'
import { countExams, countLessons, relatedTo, splitBiography } from './outline'

const course = (id: number, id_categoria: number) => ({
  id,
  id_categoria,
  nombre: `Curso ${id}`,
  ensenan: [],
  lecciones: 4,
  minutos: 36,
  certificado: false,
  descripcion: '<p>Larga</p>',
  aprenderas: [],
  nivel: 'Básico',
  costo: 100,
  precio_regular: 120,
  oferta_hasta: null,
  horas: 8,
  fecha_inicio: null,
  imagen: null,
  categoria: 'Cine',
})

describe('related courses', () => {
  const all = [course(1, 1), course(2, 2), course(3, 1), course(4, 2), course(5, 1)]
  const ids = (id: number, category: number) => relatedTo(course(id, category), all).map((one) => one.id)

  it('are the category’s first, then the brand’s others, four at most and never the course itself', () => {
    expect(ids(1, 1)).toEqual([3, 5, 2, 4])
    expect(ids(2, 2)).toEqual([4, 1, 3, 5])
    expect(ids(9, 9)).toEqual([1, 2, 3, 4])
    expect(relatedTo(course(1, 1), [course(1, 1)])).toEqual([])
  })

  it('carry no description', () => {
    expect(relatedTo(course(1, 1), all)[0]).not.toHaveProperty('descripcion')
  })
})

describe('a course’s outline', () => {
  const module = (lessons: number, examen: boolean) => ({
    id: lessons,
    nombre: 'Módulo',
    horas: 2,
    lecciones: Array.from({ length: lessons }, (_, id) => ({
      id,
      titulo: 'Lección',
      duracion: 9,
      gratis: false,
      archivos: [],
    })),
    examen,
  })

  it('counts lessons and exams', () => {
    const outline = { modulos: [module(3, true), module(2, false), module(0, true)], examenFinal: true }
    expect(countLessons(outline)).toBe(5)
    expect(countExams(outline)).toBe(3)
    expect(countExams({ modulos: [module(1, false)], examenFinal: false })).toBe(0)
  })
})

describe('a biography', () => {
  const sentence = (n: number) => `Oración ${n} de unas cuantas palabras que dicen algo de la persona que enseña.`

  it('is cut after a whole sentence', () => {
    const [beginning, rest] = splitBiography([1, 2, 3, 4].map(sentence).join(' '))
    expect(beginning).toBe(`${sentence(1)} ${sentence(2)}`)
    expect(rest).toBe(`${sentence(3)} ${sentence(4)}`)
  })

  it.each([
    ['', ''],
    ['Enseña.', 'Enseña.'],
    [`${sentence(1)} ${sentence(2)} Y canta.`, `${sentence(1)} ${sentence(2)} Y canta.`],
    ['sin puntos '.repeat(40), 'sin puntos '.repeat(40).trim()],
  ])('is not cut when the rest would be short: %j', (text, whole) => expect(splitBiography(text)).toEqual([whole, '']))

  it('never loses a word', () => {
    const text = `Dirigió «¿Quién soy?». ${sentence(1)} ${sentence(2)} ¡Y ganó! ${sentence(3)}`
    const [beginning, rest] = splitBiography(text)
    expect(`${beginning} ${rest}`).toBe(text)
  })
})
