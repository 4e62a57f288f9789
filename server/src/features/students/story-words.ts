import { formatLimaDate, formatMoney } from '@campus/contract/formats'
import { MEDIUM_NAMES, type Medium } from '@campus/contract/media'
import { shorten } from '@campus/contract/shorten'
import type { StoryEvent } from '@campus/contract/student-story'
import { isolate, quoted } from '@campus/contract/texts'

type Enrolment = {
  hecho: 'matriculada' | 'reabierta' | 'ultimo_dia' | 'suspendida' | 'grupo'
  hasta?: string | null
  grupo?: string | null
  motivo?: string
  curso: string
  por: string | null
}
type Money = {
  tipo: 'cobro' | 'devolucion' | 'contracargo' | 'ajuste'
  monto: number
  medio: Medium
  numero: string
  por: string | null
  cuota: number | null
  cursos: string[]
}
type Exam = {
  id: number
  numero: number
  examen: string
  curso: string
  nota: number | null
  maxima: number
  aprobado: boolean | null
  calificado: boolean
  calificable: boolean
}
type Certificate = { accion: string; titulo: string; codigo: string; motivo?: string; por: string | null }
type Account = { accion: string; hecho?: string; campos?: string[]; motivo?: string; por: string | null; tipo?: string }
type Note = { id: number; texto: string; por: string; borrable: boolean }

/** A row of the story: `datos` is what its table keeps of it. */
export type Happening =
  | { tipo: 'matricula'; fecha: string; datos: Enrolment }
  | { tipo: 'pago' | 'devolucion'; fecha: string; datos: Money }
  | { tipo: 'estudio'; fecha: string; datos: { lecciones: number; curso: string } }
  | { tipo: 'examen'; fecha: string; datos: Exam }
  | { tipo: 'certificado'; fecha: string; datos: Certificate }
  | { tipo: 'soporte'; fecha: string; datos: { id: number; numero: number; mensaje: string; estado: string } }
  | { tipo: 'cuenta'; fecha: string; datos: Account }
  | { tipo: 'nota'; fecha: string; datos: Note }

const because = (reason: string | undefined): string => (reason ? `: ${isolate(reason)}` : '')
const whoOf = (por: string | null): string => isolate(por ?? 'La academia')
const untilOf = (day: string | null | undefined): string =>
  day ? `hasta el ${formatLimaDate(`${day}T12:00:00Z`)}` : 'sin último día'

function enrolmentText({ hecho, hasta, motivo, curso, por, grupo }: Enrolment): string {
  const who = whoOf(por)
  const inGroup = grupo ? `, en el grupo ${quoted(grupo)}` : ''
  if (hecho === 'matriculada') return `${who} le matriculó en ${quoted(curso)}${inGroup}, ${untilOf(hasta)}`
  if (hecho === 'grupo')
    return grupo
      ? `${who} le pasó al grupo ${quoted(grupo)} de ${quoted(curso)}`
      : `${who} le quitó el grupo en ${quoted(curso)}`
  if (hecho === 'reabierta') return `${who} reabrió ${quoted(curso)}, ${untilOf(hasta)}`
  if (hecho === 'suspendida') return `${who} puso en pausa ${quoted(curso)}${because(motivo)}`
  return `${who} cambió el último día de ${quoted(curso)}: ${untilOf(hasta)}`
}

const listed = (names: string[]): string => new Intl.ListFormat('es').format(names.map(quoted))

function moneyText({ tipo, monto, medio, por, cuota, cursos }: Money): string {
  const amount = formatMoney(Math.abs(monto))
  const courses = listed(cursos)
  const by = `por ${MEDIUM_NAMES[medio]}`
  if (tipo === 'contracargo') return `El banco ${monto < 0 ? 'retiró' : 'repuso'} ${amount} de ${courses}`
  if (tipo === 'ajuste') return `${whoOf(por)} corrigió ${amount} de ${courses}`
  if (tipo === 'devolucion')
    return por ? `${isolate(por)} devolvió ${amount} de ${courses}` : `Se devolvió ${amount} de ${courses}`
  if (medio === 'cortesia') return `${whoOf(por)} le dio ${courses} por cortesía`
  const what = cuota ? `la cuota ${cuota}, ${amount},` : amount
  return por ? `${isolate(por)} registró ${what} ${by} de ${courses}` : `Pagó ${what} ${by}: ${courses}`
}

const studyText = ({ lecciones, curso }: { lecciones: number; curso: string }): string =>
  `Terminó ${lecciones === 1 ? 'una lección' : `${lecciones} lecciones`} de ${quoted(curso)} en la semana`

function examText({ numero, examen, curso, nota, maxima, aprobado, calificado }: Exam): string {
  const which = numero > 1 ? ` (intento ${numero})` : ''
  const result = calificado ? `${nota} de ${maxima}, ${aprobado ? 'aprobado' : 'no aprobado'}` : 'por calificar'
  return `Dio ${quoted(examen)}${which} de ${quoted(curso)}: ${result}`
}

function certificateText({ accion, titulo, motivo, por }: Certificate): string {
  if (accion === 'certificado_emitido') return `Obtuvo el certificado de ${quoted(titulo)}`
  if (accion === 'certificado_mejorado') return `Mejoró la nota de su certificado de ${quoted(titulo)}`
  const verb = accion === 'certificado_revocado' ? 'revocó' : 'restauró'
  return por
    ? `${isolate(por)} ${verb} su certificado de ${quoted(titulo)}${because(motivo)}`
    : `Se ${verb} su certificado de ${quoted(titulo)}${because(motivo)}`
}

const FIELD_NAMES: Record<string, string> = {
  nombres: 'nombres',
  apellidos: 'apellidos',
  numero_documento: 'DNI',
  telefono: 'teléfono',
  correo: 'correo',
}

const OWN: Record<string, string> = {
  cuenta_eliminada: 'Eliminó su cuenta',
  perfil_cambiado: 'Confirmó su correo',
  contrasena_cambiada: 'Cambió su contraseña',
  contrasena_restablecida: 'Creó una contraseña nueva con un enlace',
}

/** What staff did to it, after who did it. */
const ACTS: Record<string, string> = {
  'cambio de correo pedido': 'pidió cambiar su correo',
  'correo cambiado': 'cambió su correo',
  'cambio de correo reenviado': 'envió otra vez el enlace de su correo nuevo',
  'cambio de correo cancelado': 'canceló el cambio de su correo',
  'acceso reenviado': 'le envió un enlace para entrar',
  'sesiones cerradas': 'cerró sus sesiones',
  'datos descargados': 'descargó sus datos',
  'datos completados': 'completó sus datos',
  'cuenta creada': 'creó su cuenta',
}

function accountText({ accion, hecho, campos, motivo, por, tipo }: Account): string {
  if (accion === 'cuenta_creada') return por ? `${isolate(por)} creó su cuenta` : 'Se creó su cuenta'
  if (accion === 'cuenta_eliminada' && por) return `${isolate(por)} cerró su cuenta${because(motivo)}`
  const own = OWN[accion]
  if (own) return own
  const who = whoOf(por)
  if (hecho === 'enlace copiado')
    return `${who} copió el enlace para ${tipo === 'invitacion' ? 'crear' : 'cambiar'} su contraseña`
  const act = ACTS[hecho ?? '']
  if (act) return `${who} ${act}${because(motivo)}`
  const fields = (campos ?? []).map((field) => FIELD_NAMES[field] ?? field)
  return `${who} corrigió su ${new Intl.ListFormat('es').format(fields)}${because(motivo)}`
}

const EXCERPT = 120

const eventWith = (
  { tipo, fecha }: Happening,
  texto: string,
  ruta: string | null = null,
  nota: StoryEvent['nota'] = null,
): StoryEvent => ({ tipo, fecha, texto, ruta, nota })

/** What happened as it is told. */
export function eventOf(happening: Happening): StoryEvent {
  switch (happening.tipo) {
    case 'matricula':
      return eventWith(happening, enrolmentText(happening.datos))
    case 'pago':
    case 'devolucion':
      return eventWith(happening, moneyText(happening.datos), `/gestion/ordenes/${happening.datos.numero}`)
    case 'estudio':
      return eventWith(happening, studyText(happening.datos))
    case 'examen': {
      const { id, calificable } = happening.datos
      return eventWith(happening, examText(happening.datos), calificable ? `/gestion/intentos/${id}` : null)
    }
    case 'certificado':
      return eventWith(happening, certificateText(happening.datos), `/certificado/${happening.datos.codigo}`)
    case 'soporte': {
      const { id, mensaje, estado } = happening.datos
      return eventWith(
        happening,
        `Escribió a soporte: ${quoted(shorten(mensaje, EXCERPT))}`,
        `/gestion/soporte/${id}${estado === 'abierto' ? '' : `?estado=${estado}`}`,
      )
    }
    case 'cuenta':
      return eventWith(happening, accountText(happening.datos))
    case 'nota': {
      const { id, texto, por, borrable } = happening.datos
      return eventWith(happening, texto, null, { id, por, borrable })
    }
  }
}
