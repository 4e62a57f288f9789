import { z } from 'zod'
import { Prize } from '../awards.ts'
import { LandingPage } from '../catalogue.ts'
import { FailureBody, Id, Instant, oneOf, PathId } from '../common.ts'
import { MAX_COURSE_DOCUMENTS } from '../course-limits.ts'
import { Evaluation, EvaluationDetail, Question, Review, TriedAnswer } from '../exams.ts'
import { DetailedCourse, DetailedLesson } from '../learning.ts'
import { eachOnce } from '../lists.ts'
import { WrittenPage } from '../pages.ts'
import { GenerateBody, GeneratedPrompt, PromptTopicDetail } from '../prompts.ts'
import { PAGE_KEYS } from '../rules.ts'
import { staffListOf, staleOf } from '../staff.ts'
import { prose } from '../text-fields.ts'
import { CourseDocument } from './course.ts'
import { EvaluationDocument, MAX_QUESTIONS } from './evaluation.ts'
import { Findings } from './findings.ts'
import { LessonDocument } from './lesson.ts'
import { LandingDocument, PageDocument, PrizesDocument, TopicDocument } from './site.ts'
import { Unready } from './unready.ts'
import { Warning } from './warnings.ts'

export const DOCUMENTS = {
  curso: CourseDocument,
  leccion: LessonDocument,
  evaluacion: EvaluationDocument,
  portada: LandingDocument,
  pagina: PageDocument,
  premios: PrizesDocument,
  tema: TopicDocument,
} as const
export type DocumentKind = keyof typeof DOCUMENTS
export type DocumentOf<K extends DocumentKind> = z.infer<(typeof DOCUMENTS)[K]>
export type AnyDocument = { [K in DocumentKind]: DocumentOf<K> }[DocumentKind]

const OBJECT_TEXT = 'El documento no es válido.'

/** `leccion:34`, `pagina:terminos`; `portada` and `premios` are one per brand. */
export const DocumentName = z
  .string(OBJECT_TEXT)
  .regex(/^(?:(?:curso|leccion|evaluacion|tema):[1-9][0-9]{0,15}|pagina:[a-z-]{1,30}|portada|premios)$/, OBJECT_TEXT)
  .refine((name) => !name.startsWith('pagina:') || PAGE_KEYS.some((key) => name === `pagina:${key}`), OBJECT_TEXT)
export const DocumentParams = z.object({ objeto: DocumentName })

/** `id` is that of a row, otherwise 0; `clave` is the key of a page. */
export function partsOf(objeto: string): { kind: DocumentKind; id: number; clave: string } {
  const [kind = '', rest = ''] = objeto.split(':')
  return { kind: kind as DocumentKind, id: Number(rest) || 0, clave: rest }
}

const Author = z.object({ id: Id, nombre: z.string() }).nullable()

const Version = z.int().min(0)

export const DocumentState = z.enum(['sin_publicar', 'publicado', 'con_cambios', 'oculto', 'archivado'])
export type DocumentState = z.infer<typeof DocumentState>

/** Any kind: parse it with `DOCUMENTS[kind]`. */
const Body = z.record(z.string(), z.unknown())

/** The draft, or without one the published document. */
export const DocumentView = oneOf(
  z.object({
    objeto: z.string(),
    documento: Body,
    /** Of the draft, otherwise of the publication; 0 before the first one in the program. */
    version: Version,
    borrador: z.boolean(),
    estado: DocumentState,
    por: Author,
    en: Instant.nullable(),
    /** What students read now; null while nothing was published. */
    publicado: Body.nullable(),
    id_curso: Id.nullable(),
  }),
)
export type DocumentView = z.infer<typeof DocumentView>['data']

export const SaveBody = z.object({
  documento: Body,
  /** The version that the text is based on; 0 for the first draft of what was never published here. */
  version: Version,
  /** After a 409: the version of the other person's draft, which moves to the versions. */
  reemplaza: Version.optional(),
})
export const Saved = oneOf(z.object({ version: Version, en: Instant }))

/** Stores a text that its author gives up as a version; the draft stays. */
export const SetAsideBody = z.object({ documento: Body })

export const DiscardBody = z.object({ version: Version })

export const StaleDocument = staleOf(Body)

const Reference = z.object({ objeto: DocumentName, version: Version })

const ONCE_TEXT = 'Cada documento va una sola vez.'

/** With `?ensayo=1`, only reports what it would do. */
export const PublishBody = z.object({
  documentos: eachOnce(
    z
      .array(Reference)
      .min(1, 'Elige qué publicar.')
      .max(MAX_COURSE_DOCUMENTS, `Puedes publicar hasta ${MAX_COURSE_DOCUMENTS} documentos a la vez.`),
    ONCE_TEXT,
    ({ objeto }) => objeto,
  ),
  acepta_avisos: z.boolean().default(false),
  nota: prose(500, 'La nota puede tener hasta 500 caracteres.').nullish(),
})
export const PublishQuery = z.object({ ensayo: z.literal('1').optional() })

export const PublishedDocument = Findings.extend({
  objeto: z.string(),
  nombre: z.string(),
  version: Version.nullable(),
  /** What changes for students, in words: *12 intentos abiertos seguirán con las preguntas con que empezaron.* */
  efectos: z.array(z.string()),
  /** Questions of submitted attempts to regrade; a removed one (`quitada`, with its former place) may be annulled. */
  recalificar: z.array(
    z.object({ id_pregunta: Id, numero: z.int(), pregunta: z.string(), intentos: z.int(), quitada: z.boolean() }),
  ),
  /** Open attempts of an exam that now has more minutes or closes later: *Dar también a los 12 intentos abiertos*. */
  mas_tiempo: z.int().optional(),
})
export type PublishedDocument = z.infer<typeof PublishedDocument>

/** A lesson or exam with errors stays a draft while the rest of a publication goes out. */
export const canWait = ({ objeto, errores }: Pick<PublishedDocument, 'objeto' | 'errores'>): boolean =>
  errores.length > 0 && /^(?:leccion|evaluacion):/.test(objeto)

export const Publication = oneOf(
  z.object({
    ensayo: z.boolean(),
    /** Those that {@link canWait} are drafts still, with a null `version`. */
    documentos: z.array(PublishedDocument),
    /** What its courses name and students do not see. */
    retenidos: z.array(Unready),
    /** Of its courses as a whole, not of one field. */
    avisos: z.array(Warning),
  }),
)
export type Publication = z.infer<typeof Publication>['data']

/** 422 `NO_PUBLICABLE`: errors, or warnings that were not accepted. */
export const Unpublishable = FailureBody.extend({
  documentos: z.array(PublishedDocument).optional(),
  avisos: z.array(Warning).optional(),
})

/** Saved drafts as students would read them; nothing is stored. */
export const PreviewBody = z.object({
  documentos: eachOnce(z.array(Reference).max(MAX_COURSE_DOCUMENTS), ONCE_TEXT, ({ objeto }) => objeto),
  /** Need not be one of the drafts. */
  pantalla: DocumentName,
  respuestas: GenerateBody.shape.respuestas.optional(),
  /** Of an exam or survey: the submission whose result is shown. */
  entrega: z
    .array(TriedAnswer)
    .max(MAX_QUESTIONS, `Puedes enviar hasta ${MAX_QUESTIONS} respuestas a la vez.`)
    .optional(),
})

export const Preview = oneOf(
  z.discriminatedUnion('tipo', [
    z.object({ tipo: z.literal('curso'), curso: DetailedCourse }),
    z.object({ tipo: z.literal('leccion'), leccion: DetailedLesson }),
    z.object({
      tipo: z.literal('evaluacion'),
      evaluacion: Evaluation,
      preguntas: z.array(Question),
      /** Before the first attempt; with `entrega` after it. */
      detalle: EvaluationDetail,
      /** With the `entrega` of an exam, its key released. */
      revision: Review.nullable(),
    }),
    z.object({ tipo: z.literal('portada'), portada: LandingPage }),
    z.object({ tipo: z.literal('pagina'), pagina: WrittenPage }),
    z.object({ tipo: z.literal('premios'), premios: z.array(Prize) }),
    z.object({ tipo: z.literal('tema'), tema: PromptTopicDetail, resultados: z.array(GeneratedPrompt) }),
  ]),
)
export type Preview = z.infer<typeof Preview>['data']

export const VERSION_REASONS = {
  publicada: 'Publicada',
  descartada: 'Borrador descartado',
  reemplazada: 'Borrador reemplazado',
} as const

const VersionEntry = z.object({
  version: Version,
  objeto: z.string(),
  motivo: z.enum(['publicada', 'descartada', 'reemplazada']),
  nota: z.string().nullable(),
  por: Author,
  en: Instant,
})
export type VersionEntry = z.infer<typeof VersionEntry>

/** The newest first, at most 50. */
export const VersionsQuery = z.object({ objeto: DocumentName })
export const VersionList = staffListOf(VersionEntry)
export const VersionParams = z.object({ version: PathId })
export const VersionView = oneOf(VersionEntry.extend({ documento: Body }))

/** `version` is that of the current document. */
export const RestoreBody = z.object({ version: Version })
