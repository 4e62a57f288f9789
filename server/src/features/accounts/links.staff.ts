import type { CopiedLink, CopyLinkBody } from '@campus/contract/access-links'
import type { Role } from '@campus/contract/permissions'
import { OWN_PASSWORD_TEXT, WRONG_PASSWORD_TEXT } from '@campus/contract/team'
import { sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import { scopeOfIdentity } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttleAll } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { brandOfMail } from '../brands/brands.ts'
import { checkCurrentPassword } from './accounts.ts'
import { INVITATION_MINUTES, insertLink, lockActive } from './invitations.ts'

const COPIES = limit('copiar_enlace_usuario', 30, 60 * 60)
const COPIES_OF_PERSON = limit('copiar_enlace_persona', 10, 24 * 60 * 60)

const COPIED_RESET_MINUTES = 24 * 60

/** To the owner of an account with a password. */
export const COPIED_LINK_MAIL = 'correo-enlace-copiado'

/** `por`: who copied it. */
export type CopiedLinkMail = { id: number; por: number; vence: string }

type Target = { clave_propia: boolean; roles: Role[] }

/** @throws NO_ENCONTRADO for another brand's, and for accounts that are closed */
async function findTarget(db: Db, { id_cliente }: Identity, id: number): Promise<Target> {
  const [target] = await query<Target>(
    db,
    sql`SELECT u.clave_propia, ARRAY(SELECT r.rol FROM roles_personal r WHERE r.id_usuario = u.id) AS roles
      FROM usuarios u WHERE u.id = ${id} AND u.id_cliente = ${id_cliente} AND u.estado = 1`,
  )
  if (!target) throw fail('NO_ENCONTRADO')
  return target
}

const holds = (identity: Identity, ...permissions: Parameters<typeof scopeOfIdentity>[1][]): boolean =>
  permissions.some((permission) => scopeOfIdentity(identity, permission) === 'marca')

/** One's own would let a session replace the password that it was opened with. */
function mayCopy(identity: Identity, id: number, { clave_propia, roles }: Target): boolean {
  if (id === identity.id) return false
  if (roles.includes('plataforma') && !identity.roles.includes('plataforma')) return false
  if (roles.length > 0) return holds(identity, 'academia')
  return clave_propia ? holds(identity, 'alumnos.gestionar') : holds(identity, 'alumnos.gestionar', 'ventas.registrar')
}

/** @throws SIN_PERMISO, DATOS_INVALIDOS under `password` for a member of the staff without the caller's */
function requireMayCopy(identity: Identity, id: number, target: Target, { password }: CopyLinkBody): void {
  if (!mayCopy(identity, id, target)) throw fail('SIN_PERMISO')
  if (target.roles.length === 0 || password !== undefined) return
  throw invalid('password', OWN_PASSWORD_TEXT)
}

type Copying = { id: number; body: CopyLinkBody; publicUrl: string }

/**
 * A link that sets the person's password, which the caller sends by another way than mail (docs/product/accounts.md 4.5).
 * @throws NO_ENCONTRADO, SIN_PERMISO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function copyLink(db: Db, jobs: Jobs, identity: Identity, copying: Copying): Promise<CopiedLink> {
  const { id, body, publicUrl } = copying
  if (!holds(identity, 'alumnos.gestionar', 'ventas.registrar', 'academia')) throw fail('SIN_PERMISO')
  requireMayCopy(identity, id, await findTarget(db, identity, id), body)
  await throttleAll(db, [
    [COPIES, String(identity.id)],
    [COPIES_OF_PERSON, String(id)],
  ])
  if (body.password !== undefined)
    await checkCurrentPassword(db, identity.id, body.password, { campo: 'password', text: WRONG_PASSWORD_TEXT })
  return db.transaction(async (tx) => {
    if (!(await lockActive(tx, id))) throw fail('NO_ENCONTRADO')
    // Read again: the password or the roles may have changed until the account was held.
    const target = await findTarget(tx, identity, id)
    requireMayCopy(identity, id, target, body)
    const { clave_propia } = target
    const minutes = clave_propia ? COPIED_RESET_MINUTES : INVITATION_MINUTES
    const { token, vence } = await insertLink(tx, id, 'personal', minutes, { ends: clave_propia })
    const tipo = clave_propia ? 'restablecer' : 'invitacion'
    await audit(tx, 'gestion', { sobre: id, objeto: `enlace:${id}`, detalle: { hecho: 'enlace copiado', tipo } })
    if (clave_propia) {
      const mail: CopiedLinkMail = { id, por: identity.id, vence }
      const correo = { marca: identity.id_cliente, usuario: id, asunto: 'Enlace para cambiar la contraseña' }
      await jobs.send(tx, COPIED_LINK_MAIL, mailJob(mail, correo))
    }
    const brand = await brandOfMail(tx, identity.id_cliente, publicUrl)
    return { url: brand.link(`/restablecer/${id}?token=${token}`), tipo, vence }
  })
}
