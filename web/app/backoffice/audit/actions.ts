import type { AuditEntry } from '@campus/contract/audit'
import { foldText } from '@campus/contract/folding'

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

type Told = Pick<AuditEntry, 'objeto' | 'detalle' | 'nombre_sobre'>

/** What a person did, for the lines that say it whole. */
export function sentenceOf({ objeto, detalle, nombre_sobre }: Told): string | null {
  const connection = CONNECTIONS[objeto ?? '']
  if (connection) return `${CONNECTED[String(detalle.hecho)] ?? 'Cambió'} ${connection}`
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
