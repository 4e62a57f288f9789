import type { NameBody } from '@campus/contract/profile'
import type { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { nameOwner } from '../accounts/accounts.ts'
import { printName } from './certificates.ts'

const NAMES = limit('nombre_usuario', 10, 10 * 60)

/** Of one's own account, which was made with a mail alone; once. @throws NOMBRE_ESCRITO, DEMASIADOS_INTENTOS */
export async function giveName(db: Db, { id }: Identity, name: z.output<typeof NameBody>): Promise<void> {
  await throttle(db, NAMES, String(id))
  await db.transaction(async (tx) => {
    const certificados = await printName(tx, id, name, async () => {
      if (!(await nameOwner(tx, id, name))) throw fail('NOMBRE_ESCRITO')
    })
    await audit(tx, 'perfil_cambiado', { sobre: id, detalle: { campos: ['nombres', 'apellidos'], certificados } })
  })
}
