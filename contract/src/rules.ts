/** Share of the sum of the questions' values that passes an exam (campus.md section 9). */
export const PASS_PERCENT = 60
/** A percentage from here on earns the badge "excelente". */
export const EXCELLENT_PERCENT = 80
/** A percentage from here on earns the badge "bueno". */
export const GOOD_PERCENT = 60
/** Shortest password that is accepted. */
export const MIN_PASSWORD = 8
/** Longest password that is accepted; argon2 would hash more, an attacker would send more. */
export const MAX_PASSWORD = 128
/** Banners change every so many milliseconds. */
export const BANNER_MS = 5000
/** At most this many banners on the dashboard. */
export const MAX_BANNERS = 2
/** Below this width the sidebar minimises itself, in CSS pixels. */
export const SIDEBAR_MINI_PX = 1200
/** A saved answer is accepted until the attempt's limit plus this grace, in seconds (contract section 4). */
export const ANSWER_GRACE_SECONDS = 10
/** The exam's clock warns when so many seconds remain. */
export const TIME_WARNINGS_SECONDS = [300, 60] as const
/** The remembered second of a video is sent this often, in milliseconds. */
export const PLAYBACK_SAVE_MS = 10_000
/** The business day and month. */
export const TIME_ZONE = 'America/Lima'
/** The brand of a visit that names none. */
export const DEFAULT_BRAND = 2
/** A support message's least length, trimmed. */
export const MIN_SUPPORT_MESSAGE = 10
/** The unread notifications come at once, so many at most. */
export const MOST_UNREAD = 100
/** Notification texts are cut at so many characters in the bell's dropdown... */
export const NOTIFICATION_CUT_MENU = 30
/** ...and at so many on their page. */
export const NOTIFICATION_CUT_PAGE = 60
/** A token that is not used for so many days ends; see `TOKEN_MAX_DAYS`. */
export const TOKEN_IDLE_DAYS = 7
/** No token lives longer than this. */
export const TOKEN_MAX_DAYS = 30
/** A password-reset link works for so many minutes. */
export const RESET_MINUTES = 60
/** Largest photo accepted, in bytes. */
export const MAX_PHOTO_BYTES = 5_000_000
/** Largest photo accepted, in pixels. */
export const MAX_PHOTO_PIXELS = 24_000_000
/** Largest photo of a kind that decoders hold whole in memory: GIF, WebP, progressive JPEG, interlaced or 16-bit PNG. */
export const MAX_HEAVY_PHOTO_PIXELS = 8_000_000
/** Longest side of a photo, in pixels. */
export const MAX_PHOTO_SIDE = 12_000
/** What an upload may be; for `accept` and for people. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/gif'
export const PHOTO_TYPES_TEXT = 'JPG, PNG, WebP o GIF'

/** Pictures of one person in forum texts: how many, and the bytes of their stored files. */
export const MAX_FORUM_PICTURES = 500
export const MAX_FORUM_PICTURE_BYTES = 100_000_000

/** storefront.md section 8. */
export const ACCOUNT_CREATED_TITLE = 'Cuenta Creada'

/** The three grades' badges, never told apart by colour alone. */
export type Badge = 'excelente' | 'bueno' | 'pendiente'

/** The badge of a percentage: 80 or more excellent, 60 or more good, else pending (campus.md section 9). */
export function badgeOf(porcentaje: number | null): Badge {
  if (porcentaje === null) return 'pendiente'
  if (porcentaje >= EXCELLENT_PERCENT) return 'excelente'
  return porcentaje >= GOOD_PERCENT ? 'bueno' : 'pendiente'
}

/** `modelo` of an exam; any other value is a survey. */
export const EXAM_MODEL = 1

/** A survey's results grow by so many people at a time, and there are none before: they never show what one person said. */
export const SURVEY_BATCH = 5

/** Kinds of question. */
export const CHOICE = 1

export const OPEN = 2

/** Longest open answer, in characters. */
export const MAX_OPEN_ANSWER = 10_000

/** Text of an attempt that waits for a teacher (contract section 4). */
export const PENDING_TEXT = 'Pendiente de calificación'

/** Longest comment, in characters. */
export const MAX_COMMENT = 5000

/** Top-level comments on a page. */
export const COMMENTS_PER_PAGE = 20

/** Replies that travel with each comment; the rest come in pages of as many. */
export const REPLIES_PER_COMMENT = 50

/** What stands where a comment with replies was deleted. */
export const COMMENT_DELETED_TEXT = '[eliminado]'

export const EMPTY_COMMENT_TEXT = 'Escribe un comentario.'

/** `CERT-` and 9 capital letters (campus.md section 9). */
export const CERTIFICATE_CODE = /^CERT-[A-Z]{9}$/

export const NOTIFICATION_TYPES = ['Cumpleaños', 'Certificación', 'Bienvenida', 'Otro'] as const

/** Where a click leads when the notification has no place of its own (campus.md section 4). */
export const ROUTE_BY_TYPE: Record<(typeof NOTIFICATION_TYPES)[number], string> = {
  Cumpleaños: '/calendario',
  Certificación: '/miscertificados',
  Bienvenida: '/miscursos',
  Otro: '/notificaciones',
}

/** What a person can be told of, and in which words the preferences name it. */
export const NOTIFICATION_EVENTS = {
  matricula: 'Me matriculan en un curso',
  certificado: 'Obtengo un certificado',
  respuesta: 'Responden a lo que escribí',
  mencion: 'Me mencionan en un foro',
  foro: 'Escriben en un foro que sigo',
  calificacion: 'Califican mi examen',
  sesion: 'Una clase en vivo empieza en menos de 24 horas',
  cumpleanos: 'Es mi cumpleaños',
  aviso: 'Avisos de la academia',
} as const

/** For comparing names: without case and without accents (contract section 4). */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** campus.md section 5. */
export const SUPPORT_RULE_TEXT = 'El mensaje no puede estar vacío y debe tener al menos 10 caracteres.'

/** campus.md section 8. */
export const SUPPORT_SENT_TEXT = 'Mensaje de soporte enviado correctamente.'

export const MAX_SUPPORT_MESSAGE = 5000

/** campus.md section 5. */
export const PASSWORDS_DIFFER_TEXT = 'Las contraseñas no coinciden'

/** campus.md section 8. */
export const PROFILE_SAVED_TEXT = 'Usuario Actualizado'

export const SHORT_PASSWORD_TEXT = `La contraseña debe tener como mínimo ${MIN_PASSWORD} caracteres.`

/** What a deed is worth; an exam is worth its percentage (contract section 4 "Ranking"). */
export const POINTS = { asistencia: 10, certificado: 50, foro: 5, referido: 100 } as const

/** Forum posts that earn points on one day of Lima. */
export const FORUM_POSTS_A_DAY = 5

/** A ranking shows its first so many; whoever stands below sees their own place and neighbours. */
export const RANKING_TOP = 100

/** Labels of the ranks from which a prize is won (storefront.md section 9), with the last rank that wins it. */
const RANK_LABELS: Record<number, { label: string; last: number }> = {
  1: { label: 'PRIMER PUESTO', last: 1 },
  2: { label: 'SEGUNDO PUESTO', last: 2 },
  3: { label: 'TERCER PUESTO', last: 3 },
  4: { label: 'PUESTO 4-10', last: 10 },
  11: { label: 'PUESTO 11-50', last: 50 },
}

/** The label of a prize whose first rank is `puesto`. */
export const rankLabel = (puesto: number): string => RANK_LABELS[puesto]?.label ?? 'Participante'

/** The last rank that wins a prize whose first is `puesto`; null for everybody from there on. */
export const lastRank = (puesto: number): number | null => RANK_LABELS[puesto]?.last ?? null

/** A brand's written pages; each is also its path. */
export const PAGE_KEYS = ['terminos', 'privacidad', 'preguntas-frecuentes', 'reembolsos'] as const

/** Business days that the law gives to answer a sheet of the complaints book (Ley 31435). */
export const COMPLAINT_DAYS = 15

/** An administrator is warned of sheets that are due in so many business days or less. */
export const COMPLAINT_WARNING_DAYS = 3

/** What the two kinds of sheet are, in the words of Anexo I (DS 011-2011-PCM). */
export const COMPLAINT_KINDS = {
  reclamo: { nombre: 'Reclamo', texto: 'Disconformidad relacionada a los productos o servicios.' },
  queja: {
    nombre: 'Queja',
    texto:
      'Disconformidad no relacionada a los productos o servicios; o, malestar o descontento respecto a la atención al público.',
  },
} as const

/** The notes at the foot of Anexo I, with the term of Ley 31435 and DS 101-2022-PCM. */
export const COMPLAINT_NOTES = [
  'La formulación del reclamo no impide acudir a otras vías de solución de controversias ni es requisito previo para interponer una denuncia ante el INDECOPI.',
  `El proveedor debe dar respuesta al reclamo o queja en un plazo no mayor a quince (${COMPLAINT_DAYS}) días hábiles, el cual es improrrogable.`,
] as const

/** Papers that identify who complains. */
export const COMPLAINT_DOCUMENTS = ['DNI', 'CE', 'Pasaporte', 'RUC'] as const

/** Longest texts of a sheet, in characters. */
export const COMPLAINT_LENGTHS = { bien_descripcion: 500, detalle: 4000, pedido: 2000, respuesta: 8000 } as const
/** Forums (storefront.md sections 3, 5 and 9). */
export const FORUM_TYPES = ['curso', 'modulo', 'general'] as const
export type ForumType = (typeof FORUM_TYPES)[number]
export const MAX_FORUM_TITLE = 255
export const MAX_FORUM_DESCRIPTION = 500
/** Largest text of a forum or post: characters of the HTML that is sent, and bytes of the clean HTML that is stored. */
export const MAX_POST_HTML = 50_000
/** Largest draft, in characters and in bytes. */
export const MAX_DRAFT_HTML = 60_000
export const POST_LONG_TEXT = 'El texto es demasiado largo. Acórtalo o divídelo en varias respuestas.'
/** Characters of a post's HTML that a list shows; the rest comes with *Seguir leyendo*. */
export const POST_PREVIEW_HTML = 5000
export const FORUMS_PER_PAGE = 10
export const RECENT_FORUMS = 5
export const POSTS_PER_PAGE = 15
/** Descendants that travel with each top-level post; the rest come in pages (contract section 4). */
export const REPLIES_PER_POST = 50
export const FORUM_FIELDS_TEXT = 'El título y contenido son obligatorios.'
export const FORUM_COURSE_TEXT = 'Debes seleccionar un curso.'
export const FORUM_MODULE_TEXT = 'Debes seleccionar un módulo.'
export const POST_EMPTY_TEXT = 'Debes escribir una respuesta.'
export const POST_EDIT_EMPTY_TEXT = 'El contenido no puede estar vacío.'
/** What stands where a post with replies was deleted. */
export const POST_DELETED_TEXT = '[eliminado]'
/** Why a post is reported to staff. */
export const REPORT_REASONS = {
  ofensivo: 'Es ofensivo o discrimina',
  spam: 'Es publicidad o spam',
  datos: 'Muestra datos personales',
  copia: 'Comparte respuestas de un examen o material sin permiso',
  otro: 'Otro motivo',
} as const
export type ReportReason = keyof typeof REPORT_REASONS

/** What a person agrees to when they tick the box; recorded with its version. */
export const MARKETING_CONSENT = {
  version: '2026-11',
  texto: 'Quiero recibir novedades y promociones de la academia por correo.',
} as const

/** Longest answer of the prompt generator, in characters. */
export const MAX_PROMPT_ANSWER = 2000
/** An answer that is longer. */
export const PROMPT_LONG_TEXT = `Puede tener hasta ${MAX_PROMPT_ANSWER} caracteres.`
/** An open question without an answer. */
export const PROMPT_OPEN_TEXT = 'Escribe tu respuesta.'
/** A choice without one of its options. */
export const PROMPT_CHOICE_TEXT = 'Elige una opción.'

/** A campus whose content was not loaded yet. */
export const NO_ACADEMY_TEXT = 'Este campus todavía no tiene una academia. Vuelve más tarde.'
