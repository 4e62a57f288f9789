import { z } from 'zod'
import type { OFFERS } from '../brands.ts'
import { Day, Id } from '../common.ts'
import { MAX_DESCRIPTION, MAX_LESSONS, MAX_MODULES } from '../course-limits.ts'
import { repeatedAt } from '../lists.ts'
import { isPrintable, PRINTED_TEXT } from '../printable.ts'
import { isBlank as isBlankHtml } from '../texts.ts'
import { type Findings, findings, type Says } from './findings.ts'
import { draftHtml, draftNumber, draftText, isBlank, storageKey } from './parts.ts'

export const LEVELS = ['Básico', 'Intermedio', 'Avanzado'] as const

const OutlineModule = z.object({
  id: Id,
  nombre: draftText(200),
  horas: draftNumber,
  /** In order; a lesson that no module names is removed: hidden, never deleted. */
  lecciones: z.array(Id).max(MAX_LESSONS, `Un módulo puede tener hasta ${MAX_LESSONS} lecciones.`),
})

export const CourseDocument = z.object({
  nombre: draftText(200),
  descripcion: draftHtml(MAX_DESCRIPTION),
  nivel: z.enum(LEVELS).nullable(),
  id_categoria: Id.nullable(),
  horas: draftNumber,
  fecha_inicio: Day.nullable(),
  /** Cut to 16:9. */
  imagen: storageKey,
  imagen_alt: draftText(300),
  aprenderas: z.array(draftText(160)).max(6, 'Puedes escribir hasta 6 resultados.'),
  modulos: z.array(OutlineModule).max(MAX_MODULES, `Un curso puede tener hasta ${MAX_MODULES} módulos.`),
})
export type CourseDocument = z.infer<typeof CourseDocument>

/** What the check needs beyond the document; a missing field is not checked. */
export type CourseAround = {
  docentes?: number
  costo?: number | null
  promocion?: number | null
  oferta?: (typeof OFFERS)[number]
  categorias?: readonly { id: number; oculta: boolean }[]
  sesionesPasadas?: number
}

function checkCard(document: CourseDocument, around: CourseAround, { wrong, warn }: Says): void {
  const { nombre, id_categoria, nivel, imagen, imagen_alt, horas, descripcion, aprenderas } = document
  const category = around.categorias?.find(({ id }) => id === id_categoria)
  const gone = id_categoria !== null && around.categorias !== undefined && !category
  const pictured = imagen !== null && !isBlank(imagen)
  wrong(isBlank(nombre), 'Escribe el nombre del curso.', 'nombre')
  wrong(!isPrintable(nombre), PRINTED_TEXT, 'nombre')
  wrong(id_categoria === null, 'Elige una categoría.', 'id_categoria')
  wrong(gone, 'Esa categoría ya no existe. Elige otra.', 'id_categoria')
  warn(category?.oculta === true, 'La categoría del curso está oculta: no aparece en el catálogo.', 'id_categoria')
  wrong(nivel === null, 'Elige el nivel.', 'nivel')
  warn(!pictured, 'El curso no tiene imagen: se ve un dibujo con el color de la academia.', 'imagen')
  warn(pictured && isBlank(imagen_alt), 'La imagen no tiene texto alternativo.', 'imagen_alt')
  wrong(!isHours(horas ?? -1) || horas === 0, 'Las horas deben ser un número mayor que cero.', 'horas')
  warn(isBlankHtml(descripcion), 'El curso no tiene descripción.', 'descripcion')
  const outcomes = aprenderas.filter((text) => !isBlank(text)).length
  warn(outcomes < 4, 'Hay menos de 4 resultados en «Lo que aprenderás».', 'aprenderas')
}

const isHours = (value: number): boolean => value >= 0 && value <= 100_000

const FREE_TEXT = 'Se dará gratis: el precio es S/ 0.00.'
const NO_PROMOTION_TEXT =
  'La promoción no tiene efecto: en Ajustes, «Ofertas» no es «Solo las promociones con fecha de cada curso».'

function checkAround(around: CourseAround, says: Says): void {
  const { docentes, costo = 0, promocion = null, oferta = 'real', sesionesPasadas = 0 } = around
  says.wrong(docentes === 0, 'Asigna al menos un docente.', 'docentes')
  says.wrong(costo === null || costo < 0 || costo > 100_000, 'El precio no es válido.', 'precio')
  says.wrong(
    costo !== null && promocion !== null && promocion >= costo,
    'La promoción debe ser menor que el precio.',
    'precio',
  )
  says.warn(around.costo === 0 || (promocion === 0 && oferta === 'real'), FREE_TEXT, 'precio')
  says.warn(promocion !== null && oferta !== 'real', NO_PROMOTION_TEXT, 'precio')
  says.warn(sesionesPasadas > 0, 'Hay una sesión en vivo con fecha pasada.', 'sesiones')
}

export function checkCourse(document: CourseDocument, around: CourseAround = {}): Findings {
  const says = findings()
  const { found, wrong } = says
  const { modulos } = document
  checkCard(document, around, says)
  checkAround(around, says)
  const lessons = modulos.flatMap(({ lecciones }) => lecciones)
  wrong(lessons.length === 0, 'Falta un módulo con una lección.', 'modulos')
  wrong(repeatedAt(lessons).length > 0, 'Una lección está dos veces.', 'modulos')
  wrong(repeatedAt(modulos.map(({ id }) => id)).length > 0, 'Un módulo está dos veces.', 'modulos')
  for (const [at, { nombre, horas }] of modulos.entries()) {
    wrong(isBlank(nombre), 'Escribe el nombre del módulo.', 'modulos', at, 'nombre')
    wrong(!isPrintable(nombre), PRINTED_TEXT, 'modulos', at, 'nombre')
    wrong(!isHours(horas ?? 0), 'Las horas deben ser un número, de cero en adelante.', 'modulos', at, 'horas')
  }
  return found
}
