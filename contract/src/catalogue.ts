import { z } from 'zod'
import { BannerSettings, Landing } from './brands.ts'
import { Day, Id, Instant } from './common.ts'
import { eachOnce } from './lists.ts'
import { writtenLine } from './text-fields.ts'

export const Category = z.object({ id: Id, nombre: z.string() })
export type Category = z.infer<typeof Category>

/** With its brand, because its page is served there. */
export const BrandCategory = Category.extend({ id_cliente: Id })
export type BrandCategory = z.infer<typeof BrandCategory>

/** `imagen` is the widest WebP; narrower ones and AVIF share its name. */
export const Course = z.object({
  id: Id,
  nombre: z.string(),
  descripcion: z.string(),
  aprenderas: z.array(z.string()),
  nivel: z.string(),
  costo: z.number(),
  /** Struck through next to the price; null without an offer (docs/product/shop.md 3). */
  precio_regular: z.number().nullable(),
  /** End of a real promotion; null where the countdown restarts on each load. */
  oferta_hasta: Instant.nullable(),
  horas: z.number(),
  fecha_inicio: Day.nullable(),
  imagen: z.string().nullable(),
  id_categoria: Id,
  categoria: z.string(),
})
export type Course = z.infer<typeof Course>

export const CourseCard = Course.omit({ descripcion: true, aprenderas: true })
export type CourseCard = z.infer<typeof CourseCard>

const Derived = {
  /** Names of its first two teachers. */
  ensenan: z.array(z.string()),
  lecciones: z.int(),
  /** Sum of its lessons' minutes. */
  minutos: z.int(),
  /** Whether passing its exams earns a certificate. */
  certificado: z.boolean(),
}

export const ShopCard = CourseCard.extend(Derived)
export type ShopCard = z.infer<typeof ShopCard>

export const ShopCourse = Course.extend(Derived)
export type ShopCourse = z.infer<typeof ShopCourse>

/** Public (docs/product/accounts.md 6.3). */
export const Teacher = z.object({
  id: Id,
  nombres: z.string(),
  apellidos: z.string(),
  profesion: z.string().nullable(),
  foto_perfil: z.string().nullable(),
  biography: z.string().nullable(),
})
export type Teacher = z.infer<typeof Teacher>

export const LandingPage = z.object({
  cursos: z.array(ShopCard),
  /** Active students of the brand, counted up to a limit. */
  estudiantes: z.int(),
  docentes: z.array(Teacher),
  botones: BannerSettings,
  portada: Landing,
})
export type LandingPage = z.infer<typeof LandingPage>

export const CourseDetail = Course.extend({ docentes: z.array(Teacher) })
export type CourseDetail = z.infer<typeof CourseDetail>

/** `video` is the provider's id, from which the player's URL is built. */
export const LessonFile = z.object({
  id: Id,
  titulo: z.string(),
  enlace: z.string(),
  tipo_video: z.enum(['youtube', 'vimeo']),
  video: z.string(),
  video_hash: z.string().nullable(),
})
export type LessonFile = z.infer<typeof LessonFile>

/** `ruta` of `Archivo` and `Otro` is a short-lived signed URL; `texto` is sanitized HTML. */
export const Material = z.object({
  id: Id,
  tipo: z.enum(['Enlace', 'Archivo', 'Texto', 'Otro']),
  nombre: z.string(),
  texto: z.string().nullable(),
  ruta: z.string().nullable(),
  formato: z.string().nullable(),
  tamano: z.int().nullable(),
})
export type Material = z.infer<typeof Material>

/** `fecha` and `hora_inicio` (HH:MM) are in Lima; `inicio` and `fin` are the same as instants. */
export const Session = z.object({
  id: Id,
  nombre: z.string(),
  fecha: Day,
  hora_inicio: z.string(),
  enlace: z.string(),
  inicio: Instant,
  fin: Instant,
  cancelada: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const StudentSession = Session.extend({ id_curso: Id, curso: z.string(), id_modulo: Id, id_leccion: Id })
export type StudentSession = z.infer<typeof StudentSession>

const BRAND_TEXT = 'La marca no es válida.'

/** Brand by id or slug; signed-in users always see their own (docs/product/brands.md 2). */
export const BrandQuery = z.object({ marca: z.string(BRAND_TEXT).max(60, BRAND_TEXT).optional() })

const SEARCH_TEXT = 'Escribe lo que buscas, hasta 100 caracteres.'

export const CourseSearchQuery = BrandQuery.extend({
  buscar: writtenLine(SEARCH_TEXT, 100, SEARCH_TEXT),
})

/** Best first; with `sugerencia`, the courses of that correction, because the text has none. */
export const CourseMatches = z.object({ cursos: z.array(Id), sugerencia: z.string().nullable() })
export type CourseMatches = z.infer<typeof CourseMatches>

export const ModuleNames = z.object({ nombre_curso: z.string(), nombre_modulo: z.string() })

const ORDER_TEXT = 'Envía la lista de ids en su nuevo orden.'

export const OrderBody = z.preprocess(
  (body) => (Array.isArray(body) ? { orden: body } : body),
  z.object({
    orden: eachOnce(
      z.array(z.int(ORDER_TEXT).positive(ORDER_TEXT), ORDER_TEXT).min(1, ORDER_TEXT).max(500, ORDER_TEXT),
      'Cada id va una sola vez.',
    ),
  }),
)
export const Ordered = z.object({ id: Id, orden: z.int() })
