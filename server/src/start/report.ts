import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import type { InForce, MailAccount, MercadoPagoAccount } from '../platform/connections/connections.ts'
import type { App } from '../platform/http/http.ts'

/** One line of the start's table. */
type Fact = { name: string; text: string; missing?: true }

/** `closed`: demo accounts that this start closed; `open`: the demo's accounts can log in. */
type Demo = { closed: number; open: boolean }

const DAY_MS = 86_400_000
const LOCAL = ['localhost', '127.0.0.1', '[::1]']

const lacks = (name: string, text: string): Fact => ({ name, text, missing: true })

const SCREEN = 'Ajustes → Cobros y correo'

const noKey = ({ keyFile }: Config) => `está cifrado con otra llave que la de ${keyFile}: devuélvela a su lugar`

function payments(config: Config, { source, account }: InForce<MercadoPagoAccount>): Fact {
  const name = 'Pagos'
  if (source === 'ilegible') return lacks(name, `no se vende: MercadoPago ${noKey(config)}`)
  if (account) return { name, text: 'listo, con MercadoPago' }
  if (!config.production) return { name, text: 'de prueba: no se cobra nada' }
  return lacks(name, `los cursos no se venden, se escribe a la academia: conecta MercadoPago en ${SCREEN}`)
}

const hostOf = ({ server }: MailAccount) => ('url' in server ? new URL(server.url).hostname : server.host)

function mails(config: Config, { source, account }: InForce<MailAccount>): Fact {
  const name = 'Correo'
  const folder = join(config.dataDir, 'correo')
  if (source === 'ilegible') return lacks(name, `ningún correo sale: su servidor ${noKey(config)}`)
  if (!account && !config.production) return { name, text: `de prueba: cada correo es un archivo en ${folder}` }
  if (!account) return lacks(name, `ningún correo sale, cada uno es un archivo en ${folder}: conéctalo en ${SCREEN}`)
  if (/\.invalid>?$/.test(account.from))
    return lacks(name, `falta MAIL_FROM: los correos salen desde ${account.from}, que muchos servidores rechazan`)
  return { name, text: `listo, por ${hostOf(account)} desde ${account.from}` }
}

/** In whole days; null without a backup. */
function ageOfBackup(folder: string): number | null {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.tar'))
    const times = files.map((file) => statSync(join(folder, file)).mtimeMs)
    return times.length > 0 ? Math.max(0, Math.floor((Date.now() - Math.max(...times)) / DAY_MS)) : null
  } catch {
    return null
  }
}

/** The operator may keep backups elsewhere, so it says only what is in our folder. */
function backups({ dataDir, production }: Config): Fact {
  const name = 'Copia'
  const folder = join(dataDir, 'respaldos')
  const age = ageOfBackup(folder)
  if (age === 0) return { name, text: `listo: la última de ${folder} tiene menos de un día` }
  const remedy = 'si no la guardas en otro lugar, programa npm run backup a diario'
  const text =
    age === null
      ? `ninguna en ${folder}; ${remedy}`
      : `la última de ${folder} es de hace ${age === 1 ? '1 día' : `${age} días`}; ${remedy}`
  // A daily backup may be a few hours late.
  return production && age !== 1 ? lacks(name, text) : { name, text }
}

function address({ publicUrl, production, trustProxy }: Config): Fact {
  const name = 'Dirección'
  const { protocol, hostname } = new URL(publicUrl)
  if (LOCAL.includes(hostname)) return { name, text: `${publicUrl}, que solo se abre en esta máquina` }
  if (!production) return { name, text: publicUrl }
  if (protocol === 'http:') return lacks(name, `${publicUrl} no es https: las contraseñas viajan sin cifrar`)
  if (trustProxy === false)
    return lacks(name, `${publicUrl}; falta TRUST_PROXY: sin el proxy de https, todas las visitas parecen una sola`)
  return { name, text: `listo, ${publicUrl}` }
}

function demo({ production }: Config, { closed, open }: Demo): Fact {
  const name = 'Demostración'
  if (closed > 0)
    return lacks(
      name,
      `${closed === 1 ? 'se cerró 1 cuenta' : `se cerraron ${closed} cuentas`} de demostración: su contraseña es pública`,
    )
  if (open && !production)
    return { name, text: 'cuentas abiertas con una contraseña pública; en producción se cierran' }
  return { name, text: 'ninguna cuenta abierta' }
}

type Connected = { mercadoPago: InForce<MercadoPagoAccount>; mail: InForce<MailAccount> }

/** What an installation needs, each ready or what to set. */
export const readiness = (config: Config, { mercadoPago, mail }: Connected, accounts: Demo): Fact[] => [
  payments(config, mercadoPago),
  mails(config, mail),
  backups(config),
  address(config),
  demo(config, accounts),
]

/** For the terminal. */
export const tableOf = (facts: Fact[]): string =>
  `${facts.map(({ name, text }) => `  ${name.padEnd(13)} ${text}`).join('\n')}\n`

/** In production a terminal is seldom watched: each missing thing is a line of the log too. */
export function warnOfMissing(log: Pick<App['log'], 'warn'>, facts: Fact[]): void {
  for (const { name, text, missing } of facts) if (missing) log.warn({ falta: name }, `${name}: ${text}`)
}
