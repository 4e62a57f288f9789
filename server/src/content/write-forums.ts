import { join } from 'node:path'
import { plainText } from '@campus/contract/plain-text'
import { sql } from 'drizzle-orm'
import { foros, lecturas_foro, likes_post_foro, posts_foro } from '../features/forums/forums.tables.ts'
import { escapeHtml } from '../features/forums/sanitize.ts'
import { markdownToHtml } from '../kit/html/html.ts'
import { type Db, query } from '../platform/db/database.ts'
import type { Addresses } from './assets.ts'
import type { NewAcademy } from './existing.ts'
import { type ForumEntry, MENTION, PICTURE, type Reply } from './forums.ts'
import { type Ids, idOf } from './rows.ts'

type Named = { id: number; nombre: string }
type Context = {
  slug: string
  id_cliente: number
  people: Map<string, Named>
  addresses: Addresses
  sizes: Map<string, string>
  now: number
}

// Private-use characters protect mentions while the text is Markdown.
const OPEN = '\uE000'
const CLOSE = '\uE001'
const PROTECTED_MENTION = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g')

const personOf = ({ people }: Context, mail: string): Named => {
  const found = people.get(mail)
  if (!found) throw new Error(`${mail} was validated but is missing`)
  return found
}

/** Sanitized HTML with stored pictures and mentions, and its plain text. */
function written(markdown: string, context: Context): { contenido: string; texto: string } {
  const names = new Map<number, string>()
  const sizes = new Map<string, string>()
  const withMentions = markdown
    .replace(PICTURE, (_, alt: string, path: string) => {
      const address = context.addresses.picture(join(context.slug, path)) ?? ''
      sizes.set(address, context.sizes.get(join(context.slug, path)) ?? '')
      return `![${alt}](${address})`
    })
    .replace(MENTION, (_, mail: string) => {
      const { id, nombre } = personOf(context, mail)
      names.set(id, nombre)
      return `${OPEN}${id}${CLOSE}`
    })
  const contenido = markdownToHtml(withMentions)
    .replace(
      PROTECTED_MENTION,
      (_, id: string) => `<span data-mencion="${id}">@${escapeHtml(names.get(Number(id)) ?? '')}</span>`,
    )
    .replace(/<img src="([^"]+)"[^>]*?(?= \/>)/g, (tag, address: string) => `${tag} ${sizes.get(address) ?? ''}`)
  return { contenido, texto: plainText(contenido) }
}

async function peopleByMail(tx: Db, personIds: Ids): Promise<Map<string, Named>> {
  const rows = await query<Named & { correo: string }>(
    tx,
    sql`SELECT id, lower(correo) AS correo,
    nombres || ' ' || apellidos AS nombre FROM usuarios WHERE id = ANY(${sql.param([...personIds.values()])}::bigint[])`,
  )
  return new Map(rows.map(({ correo, ...named }) => [correo, named]))
}

type Post = Omit<typeof posts_foro.$inferInsert, 'id' | 'busqueda'> & {
  id: number
  parent_id: number | null
  raiz_id: number | null
  fecha: string
  solucion: boolean
  lectores: number[]
  likes: number
}

/** `parent` and `root` refer to the same list; ids are assigned later. */
type Flat = { reply: Reply; at: number; parent: Flat | null; root: Flat | null; id: number; replies: number }

function flatten(replies: Reply[], from: number, parent: Flat | null): Flat[] {
  return replies.flatMap((reply) => {
    const post: Flat = { reply, at: from + reply.tras, parent, root: parent?.root ?? parent, id: 0, replies: 0 }
    return [post, ...flatten(reply.respuestas, post.at, post)]
  })
}

type Opened = { id: number; entry: ForumEntry }

/** Ordered by time, so that a reply has a higher id than its parent. */
async function postsOf(tx: Db, opened: Opened[], context: Context): Promise<Post[]> {
  const all = opened
    .flatMap(({ id, entry }) =>
      flatten(entry.respuestas, context.now - entry.hace, null).map((flat) => ({ id, entry, flat })),
    )
    .sort((a, b) => a.flat.at - b.flat.at)
  const ids = await query<{ id: number }>(
    tx,
    sql`
    SELECT nextval(pg_get_serial_sequence('posts_foro', 'id')) AS id FROM generate_series(1, ${all.length})`,
  )
  for (const [n, { flat }] of all.entries()) {
    flat.id = ids[n]?.id ?? 0
    if (flat.root) flat.root.replies += 1
  }
  return all.map(({ id, entry, flat }) => ({
    id: flat.id,
    id_foro: id,
    parent_id: flat.parent?.id ?? null,
    raiz_id: flat.root?.id ?? null,
    id_usuario: personOf(context, flat.reply.autor).id,
    ...written(flat.reply.texto, context),
    likes: flat.reply.gusta,
    respuestas: flat.replies,
    fecha: new Date(flat.at).toISOString(),
    solucion: flat.reply.solucion,
    lectores: entry.lectores.filter((mail) => mail !== flat.reply.autor).map((mail) => personOf(context, mail).id),
  }))
}

/** Different readers for each post. */
const likersOf = ({ id, lectores, likes }: Post) =>
  Array.from({ length: likes }, (_, n) => ({ id_post: id, id_usuario: lectores[(id + n) % lectores.length] ?? 0 }))

/** Authors follow the forum and have read up to their last post. */
function readingsOf(opened: Opened[], posts: Post[], context: Context) {
  const read = new Map<string, typeof lecturas_foro.$inferInsert>()
  const note = (id_usuario: number, id_foro: number, ultimo_post: number) =>
    read.set(`${id_usuario} ${id_foro}`, { id_usuario, id_foro, ultimo_post, seguimiento: 'siguiendo' })
  for (const { id, entry } of opened) note(personOf(context, entry.autor).id, id, 0)
  for (const post of posts) note(post.id_usuario, post.id_foro, post.id)
  return [...read.values()]
}

/** Fills new forums with posts, likes and read markers, one statement each. */
async function writeThreads(tx: Db, opened: Opened[], context: Context): Promise<void> {
  const posts = await postsOf(tx, opened, context)
  if (posts.length > 0) {
    await tx
      .insert(posts_foro)
      .overridingSystemValue()
      .values(posts.map(({ solucion: _, lectores: __, ...row }) => row))
    const likes = posts.flatMap(likersOf)
    if (likes.length > 0) await tx.insert(likes_post_foro).values(likes)
  }
  await tx.insert(lecturas_foro).values(readingsOf(opened, posts, context))
  const solved = posts.filter(({ solucion }) => solucion).map(({ id }) => id)
  await tx.execute(sql`
    UPDATE foros f SET total_posts = n.posts, total_raices = n.roots, ultima_actividad = greatest(f.fecha_creacion, n.latest),
      id_solucion = (SELECT p.id FROM posts_foro p WHERE p.id_foro = f.id AND p.id = ANY(${sql.param(solved)}::bigint[]))
    FROM (SELECT id_foro, count(*) AS posts, count(*) FILTER (WHERE parent_id IS NULL) AS roots, max(fecha) AS latest
      FROM posts_foro WHERE id_foro = ANY(${sql.param(opened.map(({ id }) => id))}::bigint[]) GROUP BY id_foro) n
    WHERE f.id = n.id_foro`)
}

/** No one is notified. `places`: ids of what the load has just made, by path. */
async function writeBrandForums(tx: Db, entries: ForumEntry[], places: Ids, context: Context): Promise<void> {
  if (entries.length === 0) return
  const { id_cliente, slug } = context
  const rows = entries.map((entry) => {
    const opened = new Date(context.now - entry.hace).toISOString()
    return {
      id_cliente,
      id_usuario: personOf(context, entry.autor).id,
      tipo_foro: entry.tipo,
      id_curso: entry.curso ? idOf(places, `${slug}/${entry.curso}`) : null,
      id_modulo: entry.modulo ? idOf(places, `${slug}/${entry.curso}/${entry.modulo}`) : null,
      titulo: entry.titulo,
      descripcion: entry.descripcion,
      ...written(entry.contenido, context),
      pinned: entry.fijado,
      vistas: entry.vistas,
      fecha_creacion: opened,
      ultima_actividad: opened,
    }
  })
  const added = await tx.insert(foros).values(rows).returning({ id: foros.id })
  await writeThreads(
    tx,
    entries.flatMap((entry, at) => (added[at] ? [{ id: added[at].id, entry }] : [])),
    context,
  )
}

/** General forums come with a new brand, those of a course with the course. */
export async function writeForums(
  tx: Db,
  academy: Pick<NewAcademy, 'brands' | 'forums'>,
  { personIds, places, addresses }: { personIds: Ids; places: Ids; addresses: Addresses },
): Promise<void> {
  const people = await peopleByMail(tx, personIds)
  for (const { id, slug, nueva, cursos } of academy.brands) {
    const { foros: all = [], sizes = new Map() } = academy.forums.find((forums) => forums.slug === slug) ?? {}
    const entries = all.filter(({ curso }) => (curso ? cursos.some(({ clave }) => clave === curso) : nueva))
    await writeBrandForums(tx, entries, places, { slug, id_cliente: id, people, addresses, sizes, now: Date.now() })
  }
}
