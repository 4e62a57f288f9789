import type { Connection, Connections, MailConnection, MercadoPagoConnection } from '@campus/contract/connections'
import { isolate } from '@campus/contract/texts'
import { formatDate } from '../../lib/format'
import { limaDay, limaTime } from '../../lib/session-time'
import type { Tone } from '../../ui/tag'

const DAY_MS = 86_400_000

/** `hoy a las 10:42`, `ayer a las 10:42`, `el 21 nov 2026 a las 10:42`. */
export function whenText(instant: string, now: number): string {
  const moment = Date.parse(instant)
  const day = limaDay(moment)
  const days = { [limaDay(now - DAY_MS)]: 'ayer', [limaDay(now)]: 'hoy' }
  return `${days[day] ?? `el ${formatDate(instant)}`} a las ${limaTime(moment)}`
}

const accountText = ({ cuenta, prueba }: MercadoPagoConnection): string => {
  const does = prueba ? 'Listo para probar' : 'Listo'
  if (!cuenta) return `${does}: MercadoPago responde`
  const mail = cuenta.correo ? ` (${isolate(cuenta.correo)})` : ''
  return `${does}: cobra en la cuenta ${isolate(cuenta.nombre)}${mail}`
}

const senderText = ({ remitente }: MailConnection): string =>
  remitente ? `Listo: los correos salen de ${isolate(remitente)}` : 'Listo: el servidor de correo responde'

export type Standing = { tone: Tone; text: string }

type Tried = Pick<MailConnection, 'exito' | 'fallo'>

const hasFailed = ({ exito, fallo }: Tried): boolean => fallo !== null && (exito === null || fallo.en > exito)

/** How a connection is, in one line. */
export function standing(connections: Connections, which: Connection, now: number): Standing {
  const { origen, exito, fallo } = connections[which]
  if (origen === 'ninguno') return { tone: 'wait', text: 'Falta conectar' }
  if (origen === 'ilegible') return { tone: 'bad', text: 'No se puede leer lo guardado' }
  if (fallo && hasFailed({ exito, fallo }))
    return { tone: 'bad', text: `Falló ${whenText(fallo.en, now)}: ${fallo.texto}` }
  if (!exito) return { tone: 'wait', text: 'Todavía sin probar' }
  const text = which === 'mercadopago' ? accountText(connections.mercadopago) : senderText(connections.correo)
  return { tone: 'good', text }
}

/** The last success, and the last failure where the line above does not say it. */
export function history({ exito, fallo }: Tried, now: number): string[] {
  const past = exito ? [`Respondió bien ${whenText(exito, now)}.`] : []
  if (fallo && !hasFailed({ exito, fallo })) past.push(`Último fallo, ${whenText(fallo.en, now)}: ${fallo.texto}`)
  return past
}

/** Whether the last notice of MercadoPago was signed with another secret than ours. */
export const isForeign = ({ firmado, mal_firmado }: MercadoPagoConnection['aviso']): boolean =>
  mal_firmado !== null && (firmado === null || mal_firmado > firmado)

type Provider = { key: string; label: string; host: string; port: string; help: string }

/** What most academies have. */
export const GMAIL: Provider = {
  key: 'gmail',
  label: 'Gmail o Google Workspace',
  host: 'smtp.gmail.com',
  port: '465',
  help: 'Google pide una contraseña de aplicación, no la de tu cuenta. Se crea en myaccount.google.com/apppasswords, con la verificación en dos pasos activada.',
}

export const PROVIDERS: readonly Provider[] = [
  GMAIL,
  {
    key: 'microsoft',
    label: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: '587',
    help: 'Quien administra tu Microsoft 365 debe permitir SMTP AUTH en ese buzón. Las cuentas personales de Outlook y Hotmail no sirven.',
  },
  {
    key: 'zoho',
    label: 'Zoho Mail',
    host: 'smtppro.zoho.com',
    port: '465',
    help: 'Para correos con tu dominio; los de zohomail.com usan smtp.zoho.com. Con verificación en dos pasos, Zoho pide una contraseña de aplicación.',
  },
]

export const SAVED_SECRET = 'Guardada. Déjala vacía para no cambiarla.'
