import { z } from 'zod'
import { BannerSettings, Landing } from './brands.ts'
import { Day, Id, Instant } from './common.ts'

export const Category = z.object({ id: Id, nombre: z.string() })
export type Category = z.infer<typeof Category>

/** A course as the catalogue shows it. `imagen` is the widest WebP; narrower ones and AVIF share its name. */
export const Course = z.object({
  id: Id,
  nombre: z.string(),
  descripcion: z.string(),
  aprenderas: z.array(z.string()),
  nivel: z.string(),
  /** What it costs now, in soles. */
  costo: z.number(),
  /** The struck price: 1.2 × the price, or with real promotions the regular one; null without an offer (contract section 4). */
  precio_regular: z.number().nullable(),
  /** When a real promotion ends; null where the specification's countdown starts anew on each load. */
  oferta_hasta: Instant.nullable(),
  horas: z.number(),
  fecha_inicio: Day.nullable(),
  imagen: z.string().nullable(),
  id_categoria: Id,
  categoria: z.string(),
})
export type Course = z.infer<typeof Course>

/** A course as a card shows it: without the texts that only its own page reads. */
export const CourseCard = Course.omit({ descripcion: true, aprenderas: true })
export type CourseCard = z.infer<typeof CourseCard>

/** A teacher: only what the public may see (contract section 4). */
export const Teacher = z.object({
  id: Id,
  nombres: z.string(),
  apellidos: z.string(),
  profesion: z.string().nullable(),
  foto_perfil: z.string().nullable(),
  biography: z.string().nullable(),
})
export type Teacher = z.infer<typeof Teacher>

/** `GET /portada`: everything that a brand's landing page shows, in one answer. */
export const LandingPage = z.object({
  cursos: z.array(CourseCard),
  docentes: z.array(Teacher),
  botones: BannerSettings,
  portada: Landing,
})
export type LandingPage = z.infer<typeof LandingPage>

/** One course with who teaches it. */
export const CourseDetail = Course.extend({ docentes: z.array(Teacher) })
export type CourseDetail = z.infer<typeof CourseDetail>

/** A video of a lesson: `video` is the provider's id, from which the player's address is rebuilt. */
export const LessonFile = z.object({
  id: Id,
  titulo: z.string(),
  enlace: z.string(),
  tipo_video: z.enum(['youtube', 'vimeo']),
  video: z.string(),
  video_hash: z.string().nullable(),
})
export type LessonFile = z.infer<typeof LessonFile>

/** A material. For `Archivo` and `Otro`, `ruta` is a signed address good for some minutes; `texto` is clean HTML. */
export const Material = z.object({
  id: Id,
  tipo: z.enum(['Enlace', 'Archivo', 'Texto', 'Otro']),
  nombre: z.string(),
  texto: z.string().nullable(),
  ruta: z.string().nullable(),
  /** Media type and bytes of a file. */
  formato: z.string().nullable(),
  tamano: z.int().nullable(),
})
export type Material = z.infer<typeof Material>

/** A live session. `fecha` and `hora_inicio` (HH:MM) are Lima's; `inicio` and `fin` say the same as instants. */
export const Session = z.object({
  id: Id,
  nombre: z.string(),
  fecha: Day,
  hora_inicio: z.string(),
  enlace: z.string(),
  inicio: Instant,
  fin: Instant,
})
export type Session = z.infer<typeof Session>

/** A session with its place in the courses, for the calendar and the dashboard. */
export const StudentSession = Session.extend({ id_curso: Id, curso: z.string(), id_modulo: Id, id_leccion: Id })
export type StudentSession = z.infer<typeof StudentSession>

const BRAND_TEXT = 'La marca no es válida.'

/** `?marca=`: the brand of a visit, by id or slug; who is signed in sees their own (contract section 3). */
export const BrandQuery = z.object({ marca: z.string(BRAND_TEXT).max(60, BRAND_TEXT).optional() })

/** `GET /cursos/nombre/modulo/{id}`, without an envelope (contract section 1). */
export const ModuleNames = z.object({ nombre_curso: z.string(), nombre_modulo: z.string() })

const ORDER_TEXT = 'Envía la lista de ids en su nuevo orden.'

/** The ids in their new order, as `{orden: [...]}` or as the bare list. */
export const OrderBody = z.preprocess(
  (body) => (Array.isArray(body) ? { orden: body } : body),
  z.object({
    orden: z
      .array(z.int(ORDER_TEXT).positive(ORDER_TEXT), ORDER_TEXT)
      .min(1, ORDER_TEXT)
      .max(500, ORDER_TEXT)
      .refine((ids) => new Set(ids).size === ids.length, 'Cada id va una sola vez.'),
  }),
)
export const Ordered = z.object({ id: Id, orden: z.int() })
