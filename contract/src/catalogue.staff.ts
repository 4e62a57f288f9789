import { z } from 'zod'
import { OFFERS } from './brands.ts'
import { Day, Id, Instant, oneOf } from './common.ts'
import { MAX_COURSE_TEACHERS, MAX_LESSON_PARTS, MAX_LESSONS, MAX_MODULES } from './course-limits.ts'
import { LEVELS } from './documents/course.ts'
import { DocumentState } from './documents/documents.ts'
import { Findings } from './documents/findings.ts'
import { Unready } from './documents/unready.ts'
import { eachOnce } from './lists.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { address, isInCents, soles, writtenLine } from './text-fields.ts'

export const COURSE_STATES = { publicado: 'Publicado', oculto: 'Oculto', archivado: 'Archivado' } as const
const State = z.enum(['publicado', 'oculto', 'archivado'])

const Version = z.int().min(0)
const Person = z.object({ id: Id, nombre: z.string() })

export const CoursesQuery = StaffListQuery.extend({
  estado: State.optional(),
  categoria: z.coerce.number().pipe(Id).optional(),
  docente: z.coerce.number().pipe(Id).optional(),
  con_borrador: z.literal('1').optional(),
  orden: z.enum(['nombre', '-nombre', 'actualizado', '-actualizado']).optional(),
})

export const CourseRow = z.object({
  id: Id,
  nombre: z.string(),
  imagen: z.string().nullable(),
  estado: State,
  categoria: z.string(),
  docentes: z.array(Person),
  lecciones: z.int(),
  alumnos: z.int(),
  costo: z.number(),
  promocion: z.number().nullable(),
  actualizado: Instant,
  con_borrador: z.boolean(),
})
export type CourseRow = z.infer<typeof CourseRow>
export const CourseRows = staffListOf(CourseRow)

const LessonNode = z.object({
  id: Id,
  id_modulo: Id,
  titulo: z.string(),
  duracion: z.int(),
  gratis: z.boolean(),
  videos: z.int(),
  materiales: z.int(),
  /** Live classes that were not cancelled. */
  sesiones: z.int(),
  estado: DocumentState,
  avisos: z.array(z.string()),
})

const ExamNode = z.object({
  id: Id,
  id_modulo: Id.nullable(),
  nombre: z.string(),
  modelo: z.enum(['examen', 'encuesta']),
  preguntas: z.int(),
  puntos: z.number(),
  intentos_abiertos: z.int(),
  estado: DocumentState,
})

export const CourseDesk = oneOf(
  z.object({
    id: Id,
    nombre: z.string(),
    imagen: z.string().nullable(),
    estado: State,
    /** Of state and teachers. */
    version: Version,
    version_precio: Version,
    costo: z.number(),
    promocion: z.number().nullable(),
    promocion_hasta: Instant.nullable(),
    /** The brand's: only `real` shows promotions. */
    oferta: z.enum(OFFERS),
    docentes: z.array(Person.extend({ foto_perfil: z.string().nullable() })),
    alumnos: z.int(),
    sesiones: z.int(),
    modulos: z.array(z.object({ id: Id, nombre: z.string(), horas: z.number().nullable(), activo: z.boolean() })),
    /** Includes new and removed ones; the order is the document's. */
    lecciones: z.array(LessonNode),
    evaluaciones: z.array(ExamNode),
    borradores: z.array(
      z.object({ objeto: z.string(), nombre: z.string(), version: Version, por: Person.nullable(), en: Instant }),
    ),
    /** What publishing would report now. */
    comprobacion: Findings,
    /** What it names and does not show, or sells although there is nothing in it. */
    pendientes: z.array(Unready),
    /** The visible ones, and the course's own. */
    categorias: z.array(z.object({ id: Id, nombre: z.string(), oculta: z.boolean() })),
  }),
)
export type CourseDesk = z.infer<typeof CourseDesk>['data']

const Envio = z.uuid('Vuelve a abrir el formulario.')

/** An `Id` of something offered in a form. */
const chosen = (text: string) => z.int(text).positive(text)

const CategoryName = writtenLine('Escribe el nombre de la categoría.', 80)

/** Hidden until it is published. */
export const NewCourse = z.object({
  nombre: writtenLine('Escribe el nombre del curso.', 200),
  /** A new name makes the category, too. */
  categoria: CategoryName,
  nivel: z.enum(LEVELS, 'Elige el nivel.'),
  envio: Envio,
})
export const DuplicateBody = z.object({
  nombre: writtenLine('Escribe el nombre del curso.', 200).optional(),
  envio: Envio,
})
export const CreatedCourse = oneOf(z.object({ id: Id }))

/** A link in the text of a copy that still leads to the original, which has no copy of what it opens. */
const CopiedLink = z.object({ objeto: z.string(), nombre: z.string(), enlace: z.string() })
export type CopiedLink = z.infer<typeof CopiedLink>
export const DuplicatedCourse = oneOf(z.object({ id: Id, enlaces: z.array(CopiedLink) }))

/** `lecciones` are the module's in the caller's outline, which may be unsaved. */
export const DuplicateModuleBody = z.object({
  nombre: writtenLine('Escribe el nombre del módulo.', 200),
  lecciones: eachOnce(
    z.array(Id).max(MAX_LESSONS, `Un módulo puede tener hasta ${MAX_LESSONS} lecciones.`),
    'Cada lección va una sola vez.',
  ),
  envio: Envio,
})
export const CopiedModule = oneOf(
  z.object({ id: Id, nombre: z.string(), lecciones: z.array(Id), enlaces: z.array(CopiedLink) }),
)

const names = (most: number) =>
  z.object({
    nombres: z
      .array(writtenLine('Escribe el nombre.', 200))
      .min(1, 'Escribe el nombre.')
      .max(most, `Puedes crear hasta ${most}.`),
    envio: Envio,
  })

/** Hidden rows; the outline's draft then names them. */
export const NewModules = names(MAX_MODULES)
export const NewLessons = names(MAX_LESSONS)
export const NewEvaluations = names(10).extend({
  id_modulo: Id.nullish(),
  modelo: z.enum(['examen', 'encuesta']).default('examen'),
})
export const CreatedRows = z.object({ data: z.array(z.object({ id: Id, nombre: z.string() })) })

export const StateBody = z.object({ estado: State, version: Version })
/** In display order. */
export const TeachersBody = z.object({
  docentes: eachOnce(
    z.array(Id).max(MAX_COURSE_TEACHERS, `Un curso puede tener hasta ${MAX_COURSE_TEACHERS} docentes.`),
    'Cada docente va una sola vez.',
  ),
  version: Version,
})

const PRICE_TEXT = 'Escribe el precio.'
const Price = soles(PRICE_TEXT).pipe(
  z
    .number(PRICE_TEXT)
    .min(0, 'El precio no puede ser negativo.')
    .max(100_000, 'El precio es demasiado alto.')
    .refine(isInCents, 'El precio admite hasta dos decimales.'),
)

export const PriceBody = z
  .object({ costo: Price, promocion: Price.nullable(), promocion_hasta: Instant.nullable(), version: Version })
  .superRefine(({ costo, promocion, promocion_hasta }, context) => {
    const wrong = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    if (promocion !== null && promocion >= costo) wrong('promocion', 'La promoción debe ser menor que el precio.')
    if ((promocion === null) !== (promocion_hasta === null)) wrong('promocion_hasta', 'Una promoción tiene un final.')
  })

/** The record as it is now; also in a 409. */
export const CourseRecord = z.object({
  estado: State,
  costo: z.number(),
  promocion: z.number().nullable(),
  promocion_hasta: Instant.nullable(),
  docentes: z.array(Person),
})
export type CourseRecord = z.infer<typeof CourseRecord>
export const SavedRecord = oneOf(CourseRecord.extend({ version: Version }))

export const CategoryRow = z.object({
  id: Id,
  nombre: z.string(),
  orden: z.int(),
  activa: z.boolean(),
  cursos: z.int(),
  version: Version,
})
export type CategoryRow = z.infer<typeof CategoryRow>
export const CategoryRows = z.object({ data: z.array(CategoryRow) })
export const NewCategory = z.object({ nombre: CategoryName, envio: Envio })
export const CategoryBody = z.object({
  nombre: CategoryName,
  activa: z.boolean(),
  version: Version,
})
export const SavedCategory = oneOf(CategoryRow)

/** Every id, in order. */
export const CatalogueOrder = z.object({ que: z.enum(['cursos', 'categorias']), ids: z.array(Id).min(1).max(300) })

export const OrderedCatalogue = z.object({ ids: z.array(Id) })

export const SessionsQuery = StaffListQuery.extend({
  curso: z.coerce.number().pipe(Id).optional(),
  docente: z.coerce.number().pipe(Id).optional(),
  grupo: z.coerce.number().pipe(Id).optional(),
  de: Day.optional(),
  a: Day.optional(),
  /** The later classes of this one's series, cancelled like it or not. */
  siguen_a: z.coerce.number().pipe(Id).optional(),
  orden: z.enum(['inicio', '-inicio']).optional(),
})

export const SessionRow = z.object({
  id: Id,
  nombre: z.string(),
  id_curso: Id,
  curso: z.string(),
  id_leccion: Id,
  leccion: z.string(),
  /** Whose class it is alone; null for all of the course. */
  id_grupo: Id.nullable(),
  grupo: z.string().nullable(),
  /** In Lima. */
  fecha: Day,
  hora_inicio: z.string(),
  inicio: Instant,
  duracion: z.int(),
  enlace: z.string(),
  cancelada: z.boolean(),
  alumnos: z.int(),
  version: Version,
})
export type SessionRow = z.infer<typeof SessionRow>
export const SessionRows = staffListOf(SessionRow)

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'La hora no es válida.')
const sessionFields = {
  nombre: writtenLine('Escribe el nombre de la sesión.', 200),
  id_leccion: chosen('Elige la lección.'),
  fecha: z.iso.date('Elige la fecha.').refine((day) => day >= '2020' && day < '2100', 'Elige la fecha.'),
  hora_inicio: Time,
  duracion: z.int('Escribe los minutos.').min(1, 'Los minutos van de 1 a 600.').max(600, 'Los minutos van de 1 a 600.'),
  enlace: address('El enlace debe empezar con https://'),
  /** Of the course; null for all of it. Missing, it stays as it is. */
  id_grupo: Id.nullish(),
}
const TIMES = `Puede repetirse hasta ${MAX_LESSON_PARTS} veces.`

/** A series of `veces` classes, `cada_dias` days apart. */
export const NewSessions = z.object({
  ...sessionFields,
  veces: z.int(TIMES).min(1, TIMES).max(MAX_LESSON_PARTS, TIMES).default(1),
  cada_dias: z.int().min(1).max(31).default(7),
  envio: Envio,
})
/** Later classes of the series that change with it, with the versions on screen. */
const Following = eachOnce(
  z.array(z.object({ id: Id, version: Version })).max(MAX_LESSON_PARTS),
  'Cada clase va una sola vez.',
  ({ id }) => id,
).default([])
export const SessionBody = z.object({
  ...sessionFields,
  avisar: z.boolean(),
  siguientes: Following,
  version: Version,
})
export const CancelSessionBody = z.object({ avisar: z.boolean(), siguientes: Following, version: Version })
export const SavedSession = oneOf(SessionRow)
export const CreatedSessions = z.object({ data: z.array(SessionRow) })

export const MAX_MATERIAL_BYTES = 50_000_000
/** `curso`: a picture cut to 16:9; `imagen`: any other picture. */
export const UploadQuery = z.object({ uso: z.enum(['material', 'imagen', 'curso']).default('material') })
export const UploadedFile = oneOf(
  z.object({ ruta: z.string(), nombre: z.string(), formato: z.string(), tamano: z.int() }),
)
