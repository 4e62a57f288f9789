import type { AuditEntry } from '@campus/contract/audit'
import { foldText } from '@campus/contract/folding'
import { quoted } from '@campus/contract/texts'

/** What each line of the audit log says. */
export const ACTIONS: Record<AuditEntry['accion'], string> = {
  acceso_concedido: 'Entró al campus',
  acceso_fallido: 'No pudo entrar',
  permiso_negado: 'Se le negó el permiso',
  campos_ajenos: 'Envió campos que no le tocan',
  contrasena_cambiada: 'Cambió su contraseña',
  contrasena_restablecida: 'Restableció su contraseña',
  perfil_cambiado: 'Cambió su perfil',
  cuenta_creada: 'Creó una cuenta',
  cuenta_eliminada: 'Eliminó una cuenta',
  intento_iniciado: 'Empezó un examen',
  intento_enviado: 'Envió un examen',
  intento_calificado: 'Calificó un examen',
  certificado_emitido: 'Obtuvo un certificado',
  certificado_mejorado: 'Mejoró un certificado',
  certificado_verificado: 'Verificó un certificado',
  certificado_revocado: 'Revocó un certificado',
  certificado_restaurado: 'Restauró un certificado',
  certificado_corregido: 'Bajó la nota de un certificado',
  orden_creada: 'Creó una orden',
  orden_cambiada: 'Cambió una orden',
  pago_cambiado: 'Cambió un pago',
  contenido_retirado: 'Retiró contenido',
  contenido_cargado: 'Cargó contenido',
  gestion: 'Gestionó',
}

const CONNECTIONS: Record<string, string> = { 'conexion:mercadopago': 'MercadoPago', 'conexion:correo': 'el correo' }
const CONNECTED: Record<string, string> = {
  conectada: 'Conectó',
  cambiada: 'Conectó de otra forma',
  quitada: 'Desconectó',
}

const ACCESS_MAILS: Record<string, string> = {
  invitacion: 'la invitación',
  confirmacion: 'la confirmación de su correo',
  recuperacion: 'un enlace para cambiar su contraseña',
}

/** What was done to a student's account. */
const ACCOUNT: Record<string, (who: string, detalle: AuditEntry['detalle']) => string> = {
  'cambio de correo pedido': (who) => `Pidió cambiar el correo de ${who}`,
  'correo cambiado': (who) => `Cambió el correo de ${who}`,
  'cambio de correo reenviado': (who) => `Envió otra vez el enlace del correo nuevo de ${who}`,
  'cambio de correo cancelado': (who) => `Canceló el cambio de correo de ${who}`,
  'acceso reenviado': (who, { tipo }) => `Envió a ${who} ${ACCESS_MAILS[String(tipo)] ?? 'un enlace'}`,
  'sesiones cerradas': (who, { sesiones }) => `Cerró las sesiones de ${who} (${sesiones})`,
  'datos completados': (who) => `Completó los datos de ${who}`,
  'cuenta creada': (who) => `Creó la cuenta de ${who}`,
  'datos descargados': (who) => `Descargó los datos de ${who}`,
}

/** What was done with a student's enrolment, and written down about them. */
const STUDENT: Record<string, (who: string, course: string) => string> = {
  matriculada: (who, course) => `Matriculó a ${who} en ${course}`,
  reabierta: (who, course) => `Reabrió la matrícula de ${who} en ${course}`,
  ultimo_dia: (who, course) => `Cambió el último día de ${who} en ${course}`,
  suspendida: (who, course) => `Puso en pausa a ${who} en ${course}`,
  grupo: (who, course) => `Cambió de grupo a ${who} en ${course}`,
  'nota escrita': (who) => `Escribió una nota sobre ${who}`,
  'nota borrada': (who) => `Borró una nota sobre ${who}`,
}

/** What was done with a group of a course. */
const GROUP: Record<string, (detalle: AuditEntry['detalle']) => string> = {
  'grupo creado': ({ nombre, curso }) => `Creó el grupo ${quoted(String(nombre))} de ${quoted(String(curso))}`,
  'grupo cambiado': ({ nombre, curso, cambios }) =>
    `Cambió el grupo ${quoted(String(nombre))} de ${quoted(String(curso))}: ${valueText(cambios ?? null)}`,
}

const groupText = ({ grupo, grupo_antes: before }: AuditEntry['detalle']): string => {
  if (grupo === undefined) return ''
  const after = grupo === null ? 'sin grupo' : `en el grupo ${quoted(String(grupo))}`
  return `, ${after}${before ? ` (antes ${quoted(String(before))})` : ''}`
}

const untilText = ({ hecho, hasta }: AuditEntry['detalle']): string => {
  if (hecho === 'suspendida' || hecho === 'grupo' || hasta === undefined) return ''
  return hasta === null ? ', sin último día' : `, hasta el ${hasta}`
}

const MANY: ReadonlySet<unknown> = new Set(['extender', 'suspender', 'reabrir'])

/** What was done with many people at once. */
const TO_MANY: Record<string, (detalle: AuditEntry['detalle']) => string> = {
  'mensaje enviado': ({ personas, titulo }) =>
    `Escribió a ${personas === 1 ? 'una persona' : `${personas} personas`}: «${titulo}»`,
  'matrículas exportadas': ({ matriculas }) => `Descargó una lista de matrículas (${matriculas})`,
}

type Told = Pick<AuditEntry, 'objeto' | 'detalle' | 'nombre_sobre'>

/** Of an act on a person, without its reason. */
function actText({ objeto, detalle, nombre_sobre }: Told): string | null {
  const who = nombre_sobre ?? 'una persona'
  const hecho = String(detalle.hecho)
  if (objeto === 'matriculas' && hecho === 'grupo')
    return `Pidió cambiar de grupo ${detalle.matriculas} matrículas${groupText(detalle)}`
  if (objeto === 'matriculas' && MANY.has(hecho)) return `Pidió ${hecho} ${detalle.matriculas} matrículas`
  const many = TO_MANY[hecho]?.(detalle)
  if (many) return many
  const group = GROUP[hecho]?.(detalle)
  if (group) return group
  if (hecho === 'archivo leído') return `Leyó un archivo de ${detalle.filas} filas, sin guardar nada`
  if (hecho === 'importación pedida') return `Importó ${detalle.filas} filas de un archivo`
  const student = STUDENT[hecho]?.(who, objectText(objeto ?? '').toLowerCase())
  return student ? `${student}${untilText(detalle)}${groupText(detalle)}` : (ACCOUNT[hecho]?.(who, detalle) ?? null)
}

/** What a person did, for the lines that say it whole. */
export function sentenceOf(told: Told): string | null {
  const { objeto, detalle, nombre_sobre } = told
  const connection = CONNECTIONS[objeto ?? '']
  if (connection) return `${CONNECTED[String(detalle.hecho)] ?? 'Cambió'} ${connection}`
  const done = actText(told)
  if (done) return detalle.motivo ? `${done}. Motivo: ${detalle.motivo}` : done
  if (detalle.hecho !== 'enlace copiado') return null
  const verb = detalle.tipo === 'invitacion' ? 'cree' : 'cambie'
  return `Copió el enlace para que ${nombre_sobre ?? 'una persona'} ${verb} su contraseña`
}

type Detail = AuditEntry['detalle'][string]

function valueText(value: Detail): string {
  if (value === null) return 'vacío'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** `campos: nombre, lema · version: 4` */
export const detailText = (detalle: AuditEntry['detalle']): string =>
  Object.entries(detalle)
    .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${valueText(value)}`)
    .join(' · ')

const ACCENTED: Record<string, string> = {
  categoria: 'Categoría',
  conexion: 'Conexión',
  cupon: 'Cupón',
  devolucion: 'Devolución',
  evaluacion: 'Evaluación',
  leccion: 'Lección',
  pagina: 'Página',
}

/** `leccion:34` as *Lección 34*. */
export function objectText(objeto: string): string {
  const [, kind = '', id = ''] = objeto.match(/^([a-z]+):(\S+)$/) ?? []
  return kind ? `${ACCENTED[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)} ${id}` : objeto
}

/** The reverse of {@link objectText}; also takes `leccion:34`. */
export function objectOf(text: string): string {
  const [, kind = '', id = ''] = text.trim().match(/^(\p{L}+)[: ]\s*([^\s/]\S*)$/u) ?? []
  return kind ? `${foldText(kind)}:${id}` : text.trim()
}
