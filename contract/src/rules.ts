/** Percentage of the sum of the questions' values (docs/product/exams.md 4.3). */
export const PASS_PERCENT = 60
export const EXCELLENT_PERCENT = 80
export const GOOD_PERCENT = 60
export const MIN_PASSWORD = 8
export const MAX_PASSWORD = 128
/** Aborts: no later check runs on a password that is too long. */
export const LONG_PASSWORD = { error: `La contraseña puede tener hasta ${MAX_PASSWORD} caracteres.`, abort: true }
export const BANNER_MS = 5000
export const MAX_BANNERS = 2
export const SIDEBAR_MINI_PX = 1200
/** Answers are accepted this long after the attempt's limit (docs/product/exams.md 3.4). */
export const ANSWER_GRACE_SECONDS = 10
/** The same where an outage gave time back: all browsers of a class return at once. */
export const RETURNED_GRACE_SECONDS = 60
/** Whether an attempt's limit is still to come; both are the server's. */
export const hasTime = ({ limite, ahora }: { limite: string | null; ahora: string }): boolean =>
  limite === null || Date.parse(limite) > Date.parse(ahora)
export const TIME_WARNINGS_SECONDS = [300, 60] as const
export const PLAYBACK_SAVE_MS = 10_000
export const TIME_ZONE = 'America/Lima'
export const DEFAULT_BRAND = 2
export const MIN_SUPPORT_MESSAGE = 10
export const MAX_UNREAD = 100
export const FORUM_ORDERS = ['recientes', 'sin-respuesta', 'votados'] as const
/** Characters of a notification's text in the bell's menu and on its page. */
export const NOTIFICATION_CUT_MENU = 30
export const NOTIFICATION_CUT_PAGE = 60
export const TOKEN_IDLE_DAYS = 7
export const TOKEN_MAX_DAYS = 30
export const RESET_MINUTES = 60
export const VERIFY_HOURS = 24
/** Of the link that gives an account another mail. */
export const CHANGE_MAIL_HOURS = 72
export const MAX_PHOTO_BYTES = 5_000_000
export const MAX_PHOTO_PIXELS = 24_000_000
/** For formats that decoders hold whole in memory: GIF, WebP, progressive JPEG, interlaced or 16-bit PNG. */
export const MAX_HEAVY_PHOTO_PIXELS = 8_000_000
export const MAX_PHOTO_SIDE = 12_000
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/gif'
export const PHOTO_TYPES_TEXT = 'JPG, PNG, WebP o GIF'

export const MAX_FORUM_PICTURES = 500
export const MAX_FORUM_PICTURE_BYTES = 100_000_000

export const ACCOUNT_CREATED_TITLE = 'Cuenta Creada'
export const EMAIL_TAKEN_TEXT = 'Ya existe una cuenta con este correo.'

export type Badge = 'excelente' | 'bueno' | 'pendiente'

export function badgeOf(porcentaje: number | null): Badge {
  if (porcentaje === null) return 'pendiente'
  if (porcentaje >= EXCELLENT_PERCENT) return 'excelente'
  return porcentaje >= GOOD_PERCENT ? 'bueno' : 'pendiente'
}

/** `modelo` of an exam; every other value is a survey. */
export const EXAM_MODEL = 1

export const isExam = ({ modelo }: { modelo: number }): boolean => modelo === EXAM_MODEL

/** Results grow by this many people at a time, so they never reveal one person's answers. */
export const SURVEY_BATCH = 5

/** Values of `tipo_pregunta`. */
export const CHOICE = 1
export const OPEN = 2
export const MULTIPLE = 3
export const SHORT = 4
export const NUMERIC = 5
export const MATCH = 6
export const QUESTION_KINDS = [CHOICE, OPEN, MULTIPLE, SHORT, NUMERIC, MATCH] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]
/** Those without a key, which a survey does not have. */
export const SURVEY_KINDS: readonly QuestionKind[] = [CHOICE, OPEN, MULTIPLE]
export const hasOptions = (kind: QuestionKind): boolean => kind === CHOICE || kind === MULTIPLE

export const MAX_OPEN_ANSWER = 10_000
export const MAX_SHORT_ANSWER = 200
export const MAX_OPTIONS = 10
/** Texts that a short answer accepts. */
export const MAX_ACCEPTED = 20
export const MIN_PAIRS = 2
export const MAX_PAIRS = 10
export const MAX_DISTRACTORS = 10
/** Of a numeric key; answers are compared exactly. */
export const KEY_DECIMALS = 6

export const PENDING_TEXT = 'Pendiente de calificación'

export const MAX_COMMENT = 5000

export const COMMENTS_PER_PAGE = 20

export const REPLIES_PER_COMMENT = 50

export const COMMENT_DELETED_TEXT = '[eliminado]'

export const EMPTY_COMMENT_TEXT = 'Escribe un comentario.'

export const CERTIFICATE_CODE = /^CERT-[A-Z]{9}$/
/** Characters of a pasted code, which may be a whole URL or sentence. */
export const MAX_PASTED_CODE = 300

export const NOTIFICATION_TYPES = ['Cumpleaños', 'Certificación', 'Bienvenida', 'Otro'] as const

/** Target of a notification without its own `ruta` (docs/product/accounts.md 7.3). */
export const ROUTE_BY_TYPE: Record<(typeof NOTIFICATION_TYPES)[number], string> = {
  Cumpleaños: '/calendario',
  Certificación: '/miscertificados',
  Bienvenida: '/miscursos',
  Otro: '/notificaciones',
}

export const NOTIFICATION_EVENTS = {
  matricula: 'Me matriculan en un curso',
  certificado: 'Obtengo un certificado',
  respuesta: 'Responden a lo que escribí',
  mencion: 'Me mencionan en un foro',
  foro: 'Escriben en un foro que sigo',
  calificacion: 'Califican mi examen',
  sesion: 'Una clase en vivo empieza en menos de 24 horas',
  cumpleanos: 'Es mi cumpleaños',
  referido: 'Compran con mi código de referido',
  comunicado: 'La academia me escribe',
  aviso: 'Avisos de la academia',
} as const

/** Fewer letters are in nearly every text. */
export const MIN_SEARCH_TEXT = 3

export const SUPPORT_RULE_TEXT = 'El mensaje no puede estar vacío y debe tener al menos 10 caracteres.'

export const SUPPORT_SENT_TEXT = 'Mensaje de soporte enviado correctamente.'

export const MAX_SUPPORT_MESSAGE = 5000

export const PASSWORDS_DIFFER_TEXT = 'Las contraseñas no coinciden'

export const PROFILE_SAVED_TEXT = 'Usuario Actualizado'

export const SHORT_PASSWORD_TEXT = `La contraseña debe tener como mínimo ${MIN_PASSWORD} caracteres.`

/** An exam is worth its percentage (docs/product/community.md 5.2). */
export const POINTS = { asistencia: 10, certificado: 50, foro: 5, referido: 100 } as const

export const FORUM_POSTS_A_DAY = 5

/** Students below see their own rank and neighbours. */
export const RANKING_TOP = 100

/** By first rank that wins a prize, with the last one (docs/product/community.md 4.4). */
const RANK_LABELS: Record<number, { label: string; last: number }> = {
  1: { label: 'PRIMER PUESTO', last: 1 },
  2: { label: 'SEGUNDO PUESTO', last: 2 },
  3: { label: 'TERCER PUESTO', last: 3 },
  4: { label: 'PUESTO 4-10', last: 10 },
  11: { label: 'PUESTO 11-50', last: 50 },
}

export const rankLabel = (puesto: number): string => RANK_LABELS[puesto]?.label ?? 'Participante'

/** Null when every rank from `puesto` on wins. */
export const lastRank = (puesto: number): number | null => RANK_LABELS[puesto]?.last ?? null

/** A brand's written pages; each key is also its path. */
export const PAGE_KEYS = ['terminos', 'privacidad', 'preguntas-frecuentes', 'reembolsos'] as const

/** Legal term in business days (Ley 31435). */
export const COMPLAINT_DAYS = 15

export const COMPLAINT_WARNING_DAYS = 3

/** In the words of Anexo I (DS 011-2011-PCM). */
export const COMPLAINT_KINDS = {
  reclamo: { nombre: 'Reclamo', texto: 'Disconformidad relacionada a los productos o servicios.' },
  queja: {
    nombre: 'Queja',
    texto:
      'Disconformidad no relacionada a los productos o servicios; o, malestar o descontento respecto a la atención al público.',
  },
} as const

/** Notes of Anexo I, with the term of Ley 31435 and DS 101-2022-PCM. */
export const COMPLAINT_NOTES = [
  'La formulación del reclamo no impide acudir a otras vías de solución de controversias ni es requisito previo para interponer una denuncia ante el INDECOPI.',
  `El proveedor debe dar respuesta al reclamo o queja en un plazo no mayor a quince (${COMPLAINT_DAYS}) días hábiles, el cual es improrrogable.`,
] as const

export const COMPLAINT_DOCUMENTS = ['DNI', 'CE', 'Pasaporte', 'RUC'] as const

export const COMPLAINT_LENGTHS = { bien_descripcion: 500, detalle: 4000, pedido: 2000, respuesta: 8000 } as const
export const FORUM_TYPES = ['curso', 'modulo', 'general'] as const
export type ForumType = (typeof FORUM_TYPES)[number]
export const MAX_FORUM_TITLE = 255
export const MAX_FORUM_DESCRIPTION = 500
/** Characters of the HTML received, and bytes of the sanitized HTML stored. */
export const MAX_POST_HTML = 50_000
export const MAX_DRAFT_HTML = 60_000
export const POST_LONG_TEXT = 'El texto es demasiado largo. Acórtalo o divídelo en varias respuestas.'
/** Lists truncate a post's HTML here; *Seguir leyendo* loads the rest. */
export const POST_PREVIEW_HTML = 5000
export const FORUMS_PER_PAGE = 10
export const RECENT_FORUMS = 5
export const POSTS_PER_PAGE = 15
/** Descendants sent with each top-level post; the rest come in pages (docs/product/community.md 3.1). */
export const REPLIES_PER_POST = 50
export const FORUM_FIELDS_TEXT = 'El título y contenido son obligatorios.'
/** The moderator who pinned a forum vouches for its text: an author without that permission must not change it. */
export const PINNED_FORUM_TEXT =
  'Este foro está fijado: su texto no se puede cambiar. Escribe una respuesta, o pide que dejen de fijarlo.'
export const FORUM_COURSE_TEXT = 'Debes seleccionar un curso.'
export const FORUM_MODULE_TEXT = 'Debes seleccionar un módulo.'
export const POST_EMPTY_TEXT = 'Debes escribir una respuesta.'
export const POST_EDIT_EMPTY_TEXT = 'El contenido no puede estar vacío.'
export const POST_DELETED_TEXT = '[eliminado]'
export const REPORT_REASONS = {
  ofensivo: 'Es ofensivo o discrimina',
  spam: 'Es publicidad o spam',
  datos: 'Muestra datos personales',
  copia: 'Comparte respuestas de un examen o material sin permiso',
  otro: 'Otro motivo',
} as const
export type ReportReason = keyof typeof REPORT_REASONS

/** Change the version with the text: both are stored as proof of consent. */
export const MARKETING_CONSENT = {
  version: '2026-11',
  texto: 'Quiero recibir novedades y promociones de la academia por correo.',
} as const

export const MAX_PROMPT_ANSWER = 2000
export const PROMPT_LONG_TEXT = `Puede tener hasta ${MAX_PROMPT_ANSWER} caracteres.`
export const PROMPT_OPEN_TEXT = 'Escribe tu respuesta.'
export const PROMPT_CHOICE_TEXT = 'Elige una opción.'
