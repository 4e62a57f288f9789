import { LANDING_PARTS, OFFERS } from '@campus/contract/brands'
import { lettersAndDigits } from '@campus/contract/codes'
import { MAX_CATEGORIES, MAX_COURSE_TEACHERS, MAX_LESSON_PARTS, MAX_LESSON_TEXT } from '@campus/contract/course-limits'
import { PageForm } from '@campus/contract/pages'
import { isPrintable } from '@campus/contract/printable'
import { isPrintedTogether, TOGETHER } from '@campus/contract/registration'
import { BRAND_COLOURS, BrandNumbers, MAX_CERTIFICATE_TEXT } from '@campus/contract/settings'
import { address } from '@campus/contract/text-fields'
import { endsEarly, parseVideo, videoStart } from '@campus/contract/video'
import { z } from 'zod'
import { line, prose } from './fields.ts'
import { type Complain, checkExamQuestion, checkSurveyQuestion, question } from './format-questions.ts'

/** Schemas of docs/content-format.md; unknown keys are mistakes. */

const https = address('debe ser una dirección https://')
const mail = line(254).toLowerCase().pipe(z.email('no es un correo válido'))
const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'debe ser un color como "#5B3DF5"')
const link = line(500).refine(
  (to) => /^\/(?!\/)/.test(to) || /^https:\/\//.test(to),
  'debe empezar con / o con https://',
)
const minutes = z.int().min(1).max(600)
const twoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
const amount = z.number().min(0).max(100_000).refine(twoDecimals, 'admite hasta dos decimales')
const day = z.iso.date('debe ser una fecha como 2026-11-02')
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'debe ser una hora entre comillas, como "07:30" o "19:30"')
/** What stands on certificates too. */
const printed = (most?: number) =>
  line(most).refine(isPrintable, 'tiene una letra que los certificados no imprimen: escríbela en letras latinas')
const days = z.int().min(-3650).max(3650)

type OneDay = { dias?: number; fecha?: string }
const exactlyOne = (when: OneDay) => (when.dias === undefined) !== (when.fecha === undefined)
const ONE_DAY = 'indica dias o fecha, una de las dos'

/** A date or a number of days from today; `moment` may add the time. */
const someDay = z.strictObject({ dias: days.optional(), fecha: day.optional() }).refine(exactlyOne, ONE_DAY)
const moment = z
  .strictObject({
    dias: days.optional(),
    fecha: z
      .string()
      .regex(
        /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{3})?)?)?$/,
        'debe ser como 2026-11-02 o 2026-11-02T08:00',
      )
      .optional(),
  })
  .refine(exactlyOne, ONE_DAY)
export type When = z.infer<typeof moment>

const buttons = z.strictObject({
  banner_uno: line().optional(),
  link_banner_uno: link.optional(),
  banner_dos: line().optional(),
  link_banner_dos: link.optional(),
  boton_1: line(60).optional(),
  link_boton_1: link.optional(),
  boton_2: line(60).optional(),
  link_boton_2: link.optional(),
  boton_3: line(60).optional(),
  link_boton_3: link.optional(),
})

const landing = z.strictObject({
  apertura: z
    .strictObject({
      titular: line(60).refine((text) => text.split(/\s+/).length <= 8, 'puede tener hasta ocho palabras'),
      texto: line(160),
      boton: line(30).default('Ver cursos'),
      enlace: link.default('/cursos'),
    })
    .optional(),
  orden: z
    .array(z.enum(LANDING_PARTS))
    .refine((parts) => parts.length === LANDING_PARTS.length && new Set(parts).size === parts.length, {
      error: `debe nombrar cada parte una vez: ${LANDING_PARTS.join(', ')}`,
    })
    .optional(),
  bloques: z
    .array(z.strictObject({ titulo: line(80), texto: line(400), imagen: line().optional() }))
    .max(6)
    .default([]),
  testimonios: z
    .array(z.strictObject({ texto: line(400), autor: line(80), detalle: line(80) }))
    .max(8)
    .default([]),
  valoracion: z.number().min(1).max(5).optional(),
})
export type LandingEntry = z.output<typeof landing>

/** Front matter of a written page, paginas/<clave>.md */
export const PageFile = z.strictObject({ titulo: PageForm.shape.titulo })

/** marca.yaml */
export const BrandFile = z.strictObject({
  id: z.int().min(1).max(9999).optional(),
  nombre: printed(),
  lema: line().default(''),
  logo: line().optional(),
  isotipo: line().optional(),
  color_primario: colour.default(BRAND_COLOURS.color_primario),
  color_acento: colour.default(BRAND_COLOURS.color_acento),
  dominios: z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'debe ser un dominio en minúsculas')).default([]),
  razon_social: line().default(''),
  ruc: z
    .string('el RUC va entre comillas')
    .regex(/^\d{11}$/, 'el RUC tiene 11 dígitos')
    .default(''),
  direccion: line(300).default(''),
  telefono: line(40).default(''),
  correo: mail.default(''),
  redes: z
    .strictObject({
      facebook: https,
      instagram: https,
      youtube: https,
      linkedin: https,
      whatsapp: https,
      tiktok: https,
      x: https,
    })
    .partial()
    .default({}),
  categorias: z
    .array(line(80))
    .min(1)
    .max(MAX_CATEGORIES)
    .refine((names) => new Set(names).size === names.length, 'una categoría está repetida')
    .optional(),
  botones: buttons.default({}),
  portada: landing.optional(),
  oferta: z.enum(OFFERS).optional(),
  descuento_referido: BrandNumbers.shape.descuento_referido.default(0),
  descuento_venta: BrandNumbers.shape.descuento_venta.default(0),
  dias_gracia: BrandNumbers.shape.dias_gracia.default(5),
  devolucion_dias: BrandNumbers.shape.devolucion_dias.default(7),
  devolucion_avance: BrandNumbers.shape.devolucion_avance.default(20),
  examenes_desde: BrandNumbers.shape.examenes_desde.default(0),
  firma: z.strictObject({ nombre: printed(80), cargo: printed(80), imagen: line().optional() }).optional(),
  texto_certificado: printed(MAX_CERTIFICATE_TEXT).default(''),
})

const START = 'debe ser una fecha como 2026-11-02, o { dias: 14 } desde la carga'

/** Front matter of curso.md */
export const CourseFile = z
  .strictObject({
    nombre: printed(),
    categoria: line(80),
    nivel: z.enum(['Básico', 'Intermedio', 'Avanzado']),
    costo: amount,
    precio_promocion: amount.optional(),
    promocion_hasta: moment.optional(),
    horas: amount.refine((value) => value > 0, 'debe ser mayor que cero'),
    fecha_inicio: z.union([day, someDay], START).optional(),
    imagen: line().optional(),
    imagen_alt: line(300).default(''),
    docentes: z.array(mail).min(1).max(MAX_COURSE_TEACHERS),
    aprenderas: z.array(line(160)).max(6).default([]),
    publicado: z.boolean().default(true),
  })
  .superRefine(({ costo, precio_promocion, promocion_hasta }, context) => {
    const complain = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    if (precio_promocion !== undefined && promocion_hasta === undefined)
      complain('precio_promocion', 'falta promocion_hasta: una promoción tiene un final')
    if (precio_promocion === undefined && promocion_hasta !== undefined)
      complain('promocion_hasta', 'falta precio_promocion')
    if (precio_promocion !== undefined && precio_promocion >= costo)
      complain('precio_promocion', 'debe ser menor que costo')
  })

/** modulo.yaml */
export const ModuleFile = z.strictObject({ nombre: printed(), horas: amount })

function videoMistake(tipo_video: string, enlace: string): string | null {
  if (parseVideo(enlace)?.tipo_video !== tipo_video) return `no es la dirección de un video de ${tipo_video}`
  if (endsEarly(enlace)) return 'el video se ve hasta su final: quita «end» de la dirección'
  return videoStart(enlace) === null ? 'el momento en que empieza se escribe como t=95 o t=1m35s' : null
}

const video = z
  .strictObject({
    tipo_video: z.enum(['youtube', 'vimeo']),
    enlace: line(500),
    titulo: line().default(''),
  })
  .transform((file, context) => {
    const message = videoMistake(file.tipo_video, file.enlace)
    if (message === null) return { ...file, ...parseVideo(file.enlace) }
    context.issues.push({ code: 'custom', path: ['enlace'], input: file.enlace, message })
    return z.NEVER
  })

const name = line()
const formato = line(120).optional()
const material = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('Enlace'), nombre: name, ruta: https }),
  z.strictObject({ tipo: z.literal('Archivo'), nombre: name, ruta: line(), formato }),
  z.strictObject({ tipo: z.literal('Texto'), nombre: name, texto: prose(2 * MAX_LESSON_TEXT) }),
  z.strictObject({ tipo: z.literal('Otro'), nombre: name, ruta: line(), formato }),
])
export type MaterialEntry = z.infer<typeof material>

const session = z
  .strictObject({
    nombre: name,
    dias: days.optional(),
    fecha: day.optional(),
    hora_inicio: time,
    duracion: minutes.default(60),
    enlace: https,
  })
  .refine(exactlyOne, ONE_DAY)

/** Front matter of a lesson */
export const LessonFile = z.strictObject({
  titulo: line(),
  duracion: z.int().min(0).max(600).default(0),
  gratis: z.boolean().default(false),
  videos: z.array(video).max(20).default([]),
  materiales: z.array(material).max(MAX_LESSON_PARTS).default([]),
  sesiones: z.array(session).max(MAX_LESSON_PARTS).default([]),
})

/** examen.yaml, examen-final.yaml, encuesta.yaml */
export const EvaluationFile = z
  .strictObject({
    nombre: line(),
    modelo: z.enum(['examen', 'encuesta']),
    visible: z.boolean().default(true),
    intentos: z.int().min(1).max(100).default(1),
    duracion: minutes.optional(),
    abre: moment.optional(),
    cierra: moment.optional(),
    instrucciones: prose().default(''),
    preguntas: z.array(question).min(1).max(200),
  })
  .superRefine((file, context) => {
    const complain: Complain = (path, message) => context.addIssue({ code: 'custom', path, message })
    if (file.modelo === 'examen' && file.duracion === undefined) complain(['duracion'], 'falta la duración')
    const check = file.modelo === 'examen' ? checkExamQuestion : checkSurveyQuestion
    for (const [at, entry] of file.preguntas.entries())
      check(entry, (path, message) => complain(['preguntas', at, ...path], message))
    const total = file.preguntas.reduce((sum, { valor = 0 }) => sum + valor, 0)
    if (file.modelo === 'examen' && total <= 0)
      complain(['preguntas'], 'los valores de las preguntas deben sumar más de cero')
  })

const UNPRINTED = 'tiene una letra que el certificado no imprime: escríbela en letras latinas'
const personName = line(100).refine(isPrintable, UNPRINTED)

const person = z
  .strictObject({
    correo: mail,
    marca: line(),
    nombres: personName,
    apellidos: personName,
    numero_documento: z
      .string('el DNI va entre comillas')
      .overwrite(lettersAndDigits)
      .regex(/^\d{8}$/, 'el DNI tiene 8 dígitos')
      .optional(),
    profesion: line().optional(),
    telefono: line(40).optional(),
    direccion: line(300).optional(),
    ciudad: line(100).optional(),
    pais: z
      .string()
      .regex(/^[A-Z]{2}$/, 'debe ser un país en dos letras, como PE')
      .default('PE'),
    fecha_nacimiento: day.optional(),
    foto: line().optional(),
    biografia: prose(2000).optional(),
  })
  .refine(isPrintedTogether, { ...TOGETHER, error: UNPRINTED })

const student = person.extend({
  matriculas: z.array(z.strictObject({ curso: line(), vence: someDay.optional() })).default([]),
})

/** personas.yaml */
export const PeopleFile = z.strictObject({
  docentes: z.array(person).default([]),
  administradores: z.array(person).default([]),
  plataforma: z.array(person).default([]),
  soporte: z.array(person).default([]),
  caja: z.array(person).default([]),
  alumnos: z.array(student).default([]),
})
