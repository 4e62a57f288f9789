import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoginResponse } from '@campus/contract/accounts'
import { type FirstBrandBody, slugOf } from '@campus/contract/settings'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Deps } from '../../platform/http/http.ts'
import { hasBrands, insertFirstBrand } from '../brands/brands.ts'
import { insertStaff } from './accounts.ts'
import { rejectCommon } from './common-passwords.ts'
import { login } from './login.ts'
import { hashPassword } from './passwords.ts'
import type { Origin } from './sessions.ts'

/** The page that opens the first brand. */
const PATH = '/empezar'
const LINK_SECONDS = 7 * 24 * 3600

type Starting = Pick<Deps, 'db' | 'signer' | 'config'>

/** Where the link is beside the data, for an operator who does not see the output. */
const linkFile = ({ dataDir }: Starting['config']) => join(dataDir, 'crear-academia.txt')

const forget = (config: Starting['config']) => rm(linkFile(config), { force: true })

/**
 * What the start says on an installation without brands, and writes beside its data: who reads either may open the first one.
 * Empty where there is a brand.
 */
export async function firstLink({ db, signer, config }: Starting): Promise<string> {
  if (await hasBrands(db)) {
    await forget(config)
    return ''
  }
  // Behind #, which browsers send to no server.
  const link = config.publicUrl + signer.sign(PATH, LINK_SECONDS).replace('?', '#')
  await writeFile(linkFile(config), `${link}\n`, { mode: 0o600 })
  return `
  Todavía no hay ninguna academia. Crea la primera en esta dirección, que vale una vez y 7 días:
    ${link}
  También está en ${linkFile(config)}
`
}

type Opened = {
  id_cliente: number
  /** The administrator who also teaches. */
  docente: { id: number; correo: string } | null
}

/**
 * The first brand of an installation and its platform administrator, who is logged in; `fill` writes its first content.
 * @throws ENLACE_INVALIDO also once there is a brand, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function openFirstBrand(
  { db, signer, config }: Starting,
  body: FirstBrandBody,
  origin: Origin,
  fill: (tx: Db, academy: Opened) => Promise<void>,
): Promise<z.infer<typeof LoginResponse>> {
  const { academia, slug, color_primario, nombres, apellidos, correo, password, ensena, vence, firma } = body
  if (!signer.check(PATH, { vence, firma }) || (await hasBrands(db)))
    throw fail('ENLACE_INVALIDO', {
      message: 'El enlace no es válido o ha caducado. El programa escribe otro cuando arranca sin academia.',
    })
  rejectCommon(password, [correo, academia])
  const password_hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const id_cliente = await insertFirstBrand(tx, { nombre: academia, slug: slug || slugOf(academia), color_primario })
    if (id_cliente === null) throw fail('ENLACE_INVALIDO')
    const id = await insertStaff(tx, {
      nombres,
      apellidos,
      correo,
      id_cliente,
      roles: ['plataforma', 'marca', ...(ensena ? ['docente' as const] : [])],
      password_hash,
      correo_verificado_en: sql`now()`,
    })
    await audit(tx, 'gestion', {
      id_usuario: id,
      sobre: id,
      objeto: `cliente:${id_cliente}`,
      id_cliente,
      detalle: { marca_nueva: true },
    })
    await fill(tx, { id_cliente, docente: ensena ? { id, correo } : null })
  })
  await forget(config)
  return login(db, { email: correo, password }, origin)
}
