import type { LoginResponse } from '@campus/contract/accounts'
import type { FirstBrandBody } from '@campus/contract/settings'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { fail } from '../../platform/http/failures.ts'
import type { Deps } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { hasBrands, insertFirstBrand } from '../brands/brands.ts'
import { insertStaff } from './accounts.ts'
import { rejectCommon } from './common-passwords.ts'
import { login } from './login.ts'
import { hashPassword } from './passwords.ts'
import type { Origin } from './sessions.ts'

/** The page that opens the first brand. */
const PATH = '/empezar'
const LINK_SECONDS = 7 * 24 * 3600

/** What the start says on an installation without brands: who reads its log may open the first one. */
export async function firstLink({ db, signer, config }: Pick<Deps, 'db' | 'signer' | 'config'>): Promise<string> {
  if (await hasBrands(db)) return ''
  // Behind #, which browsers send to no server.
  const link = config.publicUrl + signer.sign(PATH, LINK_SECONDS).replace('?', '#')
  return `\n  Todavía no hay ninguna academia. Crea la primera en esta dirección, que vale una vez y 7 días:\n    ${link}\n`
}

/**
 * The first brand of an installation and its platform administrator, who is logged in.
 * @throws ENLACE_INVALIDO also once there is a brand, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function openFirstBrand(
  { db, signer }: Pick<Deps, 'db' | 'signer'>,
  body: FirstBrandBody,
  origin: Origin,
): Promise<z.infer<typeof LoginResponse>> {
  const { academia, nombres, apellidos, correo, password, ensena, vence, firma } = body
  if (!signer.check(PATH, { vence, firma }) || (await hasBrands(db)))
    throw fail('ENLACE_INVALIDO', {
      message: 'El enlace no es válido o ha caducado. El programa escribe otro cuando arranca sin academia.',
    })
  rejectCommon(password, [correo, academia])
  const password_hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const id_cliente = await insertFirstBrand(tx, academia)
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
  })
  return login(db, { email: correo, password }, origin)
}
