import { z } from 'zod'
import { checkProblems } from '../checks.ts'
import { MAX_LESSON_PARTS, MAX_LESSON_TEXT } from '../course-limits.ts'
import { cleanLine, isBlank as isBlankHtml } from '../texts.ts'
import { parseVideo } from '../video.ts'
import { type Findings, findings, type Says } from './findings.ts'
import { draftHtml, draftInt, draftText, isBlank, storageKey } from './parts.ts'

export const NOT_A_VIDEO_TEXT = 'No es un video de YouTube o Vimeo.'

export const MATERIAL_KINDS = ['Enlace', 'Archivo', 'Texto', 'Otro'] as const

const Material = z.object({
  tipo: z.enum(MATERIAL_KINDS),
  nombre: draftText(200),
  texto: draftHtml(MAX_LESSON_TEXT).nullable(),
  /** The address of an `Enlace`; the storage key of an `Archivo` or `Otro`. */
  ruta: storageKey,
  /** Of a file: media type and bytes, from the response to its upload. */
  formato: draftText(120).nullable(),
  tamano: z.int().min(0).nullable(),
})
export type MaterialPart = z.infer<typeof Material>

export const LessonDocument = z.object({
  titulo: draftText(200),
  /** Minutes. */
  duracion: draftInt,
  contenido: draftHtml(MAX_LESSON_TEXT),
  videos: z
    .array(z.object({ titulo: draftText(200), enlace: draftText(500) }))
    .max(20, 'Una lección puede tener hasta 20 videos.'),
  materiales: z.array(Material).max(MAX_LESSON_PARTS, `Una lección puede tener hasta ${MAX_LESSON_PARTS} materiales.`),
  gratis: z.boolean(),
})
export type LessonDocument = z.infer<typeof LessonDocument>

export type LessonAround = {
  otrasGratis?: number
  /** Live classes that were not cancelled. */
  sesiones?: number
  enIndice?: boolean
}

const isSafeLink = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:'

function checkMaterial({ tipo, nombre, texto, ruta }: MaterialPart, at: number, { wrong }: Says): void {
  const file = tipo === 'Archivo' || tipo === 'Otro'
  const place = ['materiales', at]
  wrong(isBlank(nombre), 'Escribe el nombre del material.', ...place, 'nombre')
  wrong(tipo === 'Texto' && isBlankHtml(texto ?? ''), 'Escribe el texto del material.', ...place, 'texto')
  wrong(
    tipo === 'Enlace' && !isSafeLink(ruta ?? ''),
    'Escribe una dirección que empiece con https://',
    ...place,
    'ruta',
  )
  wrong(file && isBlank(ruta ?? ''), 'Sube el archivo.', ...place, 'ruta')
}

export const EMPTY_LESSON_TEXT =
  'La lección está vacía: escribe un texto, o agrega un video, un material o una clase en vivo.'

const isEmptyLesson = ({ contenido, videos, materiales }: LessonDocument): boolean =>
  videos.length === 0 && materiales.length === 0 && isBlankHtml(contenido)

const lettersOf = ({ contenido, materiales }: LessonDocument): number =>
  materiales.reduce((sum, { tipo, texto }) => sum + (tipo === 'Texto' ? (texto?.length ?? 0) : 0), contenido.length)

export function checkLesson(document: LessonDocument, around: LessonAround = {}): Findings {
  const says = findings()
  const { found, wrong, warn } = says
  const { titulo, duracion, videos, materiales, gratis } = document
  const minutes = duracion ?? 0
  wrong(isBlank(titulo), 'Escribe el título de la lección.', 'titulo')
  wrong(minutes < 0 || minutes > 600, 'Los minutos van de 0 a 600.', 'duracion')
  for (const [at, { enlace }] of videos.entries())
    wrong(parseVideo(cleanLine(enlace)) === null, NOT_A_VIDEO_TEXT, 'videos', at, 'enlace')
  for (const [at, material] of materiales.entries()) checkMaterial(material, at, says)
  wrong(
    lettersOf(document) > MAX_LESSON_TEXT,
    'Los textos son demasiado largos. Divide la lección en varias.',
    'contenido',
  )
  for (const problem of checkProblems(document.contenido)) wrong(true, problem, 'contenido')
  wrong(isEmptyLesson(document) && !around.sesiones, EMPTY_LESSON_TEXT, 'contenido')
  warn(gratis && (around.otrasGratis ?? 0) >= 3, 'El curso ya tiene 3 lecciones gratis.', 'gratis')
  warn(around.enIndice === false, 'La lección todavía no está en el índice publicado del curso.')
  return found
}
