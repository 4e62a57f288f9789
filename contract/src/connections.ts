import { z } from 'zod'
import { Instant, oneOf } from './common.ts'
import { conflictOf } from './staff.ts'
import { OwnPassword } from './team.ts'
import { line, writtenLine } from './text-fields.ts'

/** Services that the installation uses with credentials of its own. */
export const CONNECTIONS = ['mercadopago', 'correo'] as const
export type Connection = (typeof CONNECTIONS)[number]

/**
 * Where what is in force comes from: environment variables win over what was saved on the screen; `ilegible`: it was saved
 * under another key file, and nothing is in force.
 */
export const SOURCES = ['instalacion', 'pantalla', 'ilegible', 'ninguno'] as const

const Shared = {
  origen: z.enum(SOURCES),
  /** 0 where nothing was saved on the screen. */
  version: z.int(),
  /** Last call that the service answered as it should. */
  exito: Instant.nullable(),
  fallo: z.object({ en: Instant, texto: z.string() }).nullable(),
}

export const MercadoPagoConnection = z.object({
  ...Shared,
  /** Of what was saved on the screen; `correo` is the owner's at MercadoPago. */
  cuenta: z.object({ id: z.string(), nombre: z.string(), correo: z.string().nullable() }).nullable(),
  /** The keys are for testing: no money moves. */
  prueba: z.boolean(),
  aviso: z.object({
    /** What MercadoPago must call. */
    url: z.url(),
    /** The first rightly signed notice proves the secret; null: not proved. */
    firmado: Instant.nullable(),
    /** The last notice that was signed with another secret. */
    mal_firmado: Instant.nullable(),
  }),
})
export type MercadoPagoConnection = z.infer<typeof MercadoPagoConnection>

export const MailConnection = z.object({
  ...Shared,
  /** In force, or unreadable; null where mails become files or are not sent. */
  servidor: z.string().nullable(),
  puerto: z.int().nullable(),
  usuario: z.string().nullable(),
  remitente: z.string().nullable(),
})
export type MailConnection = z.infer<typeof MailConnection>

export const Connections = z.object({
  mercadopago: MercadoPagoConnection,
  correo: MailConnection,
  /** The key file's path on this server. */
  llave: z.string(),
  /** Where a trial mail goes: the caller's own. */
  prueba_a: z.string(),
})
export type Connections = z.infer<typeof Connections>
export const OneConnections = oneOf(Connections)
export const ConnectionsConflict = conflictOf(Connections)

const SECRET_TEXT = 'Cópiala entera, sin espacios.'
const secret = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .min(10, SECRET_TEXT)
    .max(500, SECRET_TEXT)
    .regex(/^[\x21-\x7e]+$/, SECRET_TEXT)

/** A missing secret stays as it is saved. */
export const MercadoPagoBody = z.object({
  access_token: secret('Pega el Access Token.')
    .refine((text) => !/^(APP_USR|TEST)-[0-9a-f]{8}-[0-9a-f]{4}-/.test(text), {
      error: 'Esa es la Public Key. Copia la que dice Access Token.',
    })
    .optional(),
  webhook_secret: secret('Pega la clave secreta de los avisos.').optional(),
  /** Confirms that another account than before is meant. */
  otra_cuenta: z.boolean().default(false),
  version: z.int().min(0),
  password: OwnPassword,
})
export type MercadoPagoBody = z.infer<typeof MercadoPagoBody>

const HOST_TEXT = 'Escribe el nombre del servidor, como smtp.gmail.com.'

export const MailBody = z.object({
  servidor: line(253, HOST_TEXT)
    .toLowerCase()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, HOST_TEXT),
  puerto: z.int('Escribe el puerto, como 587.').min(1, 'Va de 1 a 65535.').max(65_535, 'Va de 1 a 65535.'),
  /** Empty for a server that asks for none. */
  usuario: line(254),
  /** Missing: as it is saved, for the same server and user. */
  clave: z.string().max(500, 'Cópiala entera.').optional(),
  remitente: writtenLine('Escribe el correo del que salen.', 254).pipe(z.email('Escribe un correo válido.')),
  version: z.int().min(0),
  password: OwnPassword,
})
export type MailBody = z.infer<typeof MailBody>

export const ConnectionParams = z.object({ cual: z.enum(CONNECTIONS) })
export const RemoveConnectionBody = z.object({ version: z.int().min(0), password: OwnPassword })
export type RemoveConnectionBody = z.infer<typeof RemoveConnectionBody>
