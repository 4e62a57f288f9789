import type { InstalledBrand, NewBrandBody } from '@campus/contract/settings'
import { WRONG_PASSWORD_TEXT } from '@campus/contract/team'
import { audit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { checkCurrentPassword, inviteStaff, unknownPassword } from '../accounts/accounts.ts'
import { insertBrand } from '../brands/brands.ts'

/** A brand without courses, and the mail to its first administrator. @throws DATOS_INVALIDOS, DEMASIADOS_INTENTOS */
export async function createBrand(db: Db, jobs: Jobs, identity: Identity, body: NewBrandBody): Promise<InstalledBrand> {
  const { administrador, password, ...brand } = body
  await checkCurrentPassword(db, identity.id, password, { campo: 'password', text: WRONG_PASSWORD_TEXT })
  const password_hash = await unknownPassword()
  return db.transaction(async (tx) => {
    const row = await insertBrand(tx, brand)
    const staff = { ...administrador, id_cliente: row.id, roles: ['marca' as const], password_hash }
    const sobre = await inviteStaff(tx, jobs, staff, identity.id)
    await audit(tx, 'gestion', {
      sobre,
      objeto: `cliente:${row.id}`,
      id_cliente: row.id,
      detalle: { marca_nueva: true },
    })
    return row
  })
}
