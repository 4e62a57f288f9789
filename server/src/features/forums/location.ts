import type { ForumBody } from '@campus/contract/forums'
import { FORUM_COURSE_TEXT, FORUM_MODULE_TEXT } from '@campus/contract/rules'
import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import { scopeOfIdentity } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { requireEnrolment, requireModule } from '../learning/learning.ts'
import { posts_foro } from './forums.tables.ts'

export type Location = { tipo_foro: ForumBody['tipo_foro']; id_curso: number | null; id_modulo: number | null }

/** The requested location, if its author has access to it. @throws DATOS_INVALIDOS under the field */
export async function locationOf(db: Db, identity: Identity, body: ForumBody): Promise<Location> {
  const { tipo_foro } = body
  if (tipo_foro === 'general') return { tipo_foro, id_curso: null, id_modulo: null }
  if (tipo_foro === 'curso') {
    const { id_curso } = await requireEnrolment(db, identity, body.id_curso ?? 0).catch(() => {
      throw invalid('id_curso', FORUM_COURSE_TEXT)
    })
    return { tipo_foro, id_curso, id_modulo: null }
  }
  const { id_curso } = await requireModule(db, identity, body.id_modulo ?? 0).catch(() => {
    throw invalid('id_modulo', FORUM_MODULE_TEXT)
  })
  return { tipo_foro, id_curso, id_modulo: body.id_modulo ?? null }
}

export const isSameLocation = (a: Location, b: Location): boolean =>
  a.tipo_foro === b.tipo_foro && a.id_curso === b.id_curso && a.id_modulo === b.id_modulo

export const locationName = ({ tipo_foro, id_curso, id_modulo }: Location): string =>
  [tipo_foro, id_modulo ?? id_curso].filter((part) => part !== null).join(':')

async function moderatesLocation(db: Db, identity: Identity, { id_curso }: Location): Promise<boolean> {
  const scope = scopeOfIdentity(identity, 'moderar')
  if (scope !== 'propios' || id_curso === null) return scope === 'marca'
  const teaches = and(eq(curso_docentes.id_curso, id_curso), eq(curso_docentes.id_usuario, identity.id))
  return (await db.$count(curso_docentes, teaches)) > 0
}

type Movable = Location & { id: number; pinned: boolean }

/** Only moderators of both may move a pinned or answered forum. @throws FORO_FIJADO, FORO_CON_RESPUESTAS */
export async function requireMovable(tx: Db, author: Identity, forum: Movable, to: Location): Promise<void> {
  if ((await moderatesLocation(tx, author, forum)) && (await moderatesLocation(tx, author, to))) return
  if (forum.pinned) throw fail('FORO_FIJADO')
  const ofOthers = and(eq(posts_foro.id_foro, forum.id), ne(posts_foro.id_usuario, author.id))
  const others = await tx.select({ id: posts_foro.id }).from(posts_foro).where(ofOthers).limit(1)
  if (others.length > 0) throw fail('FORO_CON_RESPUESTAS')
}
