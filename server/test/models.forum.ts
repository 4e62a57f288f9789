import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { aCourse, anEnrolment, aPerson } from './builders.ts'
import type { TestApp } from './harness.ts'
import { type Step, same, spoken, step } from './models.steps.ts'

/** The forum's author, a classmate, and a moderator. */
const PEOPLE = 3
const OPENER = 0
const TEACHER = 2

type Node = {
  id: number
  by: number
  text: string
  parent: Node | null
  replies: Node[]
  likes: Set<number>
  /** Deleted with replies, now a placeholder. */
  emptied: boolean
  /** Deleted completely. */
  gone: boolean
}
/** `confirmed`: the moderator marked the solution, so that an edit of its author takes the mark away. */
type Model = { all: Node[]; roots: Node[]; solution: Node | null; confirmed: boolean }
type Real = { t: TestApp; tokens: string[]; forum: number }
type ForumStep = Step<Model, Real>

export async function beginForum(t: TestApp): Promise<{ model: Model; real: Real }> {
  const { db } = t.deps
  const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
  const course = await aCourse(db, { teacher: teacher.id })
  const students = [await aPerson(db), await aPerson(db)]
  for (const { id } of students) await anEnrolment(db, id, course.id)
  const tokens = await Promise.all([...students, teacher].map(({ id }) => t.tokenOf(id)))
  const body = { titulo: `Foro ${randomUUID()}`, contenido: '<p>Tema</p>', tipo_foro: 'curso', id_curso: course.id }
  const made = await t.call('POST', '/api/foros', { token: tokens[OPENER], body })
  return {
    model: { all: [], roots: [], solution: null, confirmed: false },
    real: { t, tokens, forum: made.body.data.id },
  }
}

/** A post of a list. */
type ListedPost = { id: number; text: string; likes: number; liked: boolean; solved: boolean; replies: ListedPost[] }
const EMPTIED = '<p>[eliminado]</p>'

const listedPost = (node: Node, who: number, solution: Node | null): ListedPost => ({
  id: node.id,
  text: node.emptied ? EMPTIED : node.text,
  likes: node.emptied ? 0 : node.likes.size,
  liked: !node.emptied && node.likes.has(who),
  solved: solution === node,
  replies: node.replies.map((reply) => listedPost(reply, who, solution)),
})

type Sent = { id: number; contenido: string; likes: number; liked: boolean; es_solucion: boolean; replies: Sent[] }
const read = (post: Sent): ListedPost => ({
  id: post.id,
  text: post.contenido,
  likes: post.likes,
  liked: post.liked,
  solved: post.es_solucion,
  replies: post.replies.map(read),
})

async function compare(model: Model, { t, tokens, forum }: Real, who: number): Promise<void> {
  const token = tokens[who]
  const posts = await t.call('GET', `/api/posts-foro?id_foro=${forum}&per_page=50`, { token })
  const byId = (a: ListedPost, b: ListedPost) => a.id - b.id
  same(
    'the posts',
    posts.body.data.data.map(read).sort(byId),
    model.roots.map((root) => listedPost(root, who, model.solution)),
  )
  same('how many', posts.body.data.total, model.roots.length)
  const detail = await t.call('GET', `/api/foros/${forum}`, { token })
  const live = model.all.filter((node) => !node.gone && !node.emptied).length
  same('the forum', [detail.body.data.total_posts, detail.body.data.id_solucion], [live, model.solution?.id ?? null])
}

const write = (who: number, where: number | null): ForumStep =>
  step('escribir', [who, where], async (model, real) => {
    const { t, tokens, forum } = real
    const parent = where === null ? null : (model.all[where % Math.max(1, model.all.length)] ?? null)
    const text = `<p>${randomUUID()}</p>`
    await t.database.sql`DELETE FROM limites`
    // The server must ignore likes, author and date of the body.
    const body = {
      contenido: text,
      id_foro: forum,
      parent_id: parent?.id ?? null,
      likes: 99,
      fecha: '2001-01-01',
      id_usuario: 1,
    }
    const answer = await t.call('POST', '/api/posts-foro', { token: tokens[who], body })
    if (parent?.gone) return same('a reply to nothing', spoken(answer), '404 NO_ENCONTRADO')
    if (parent?.emptied) return same('a reply to an empty place', spoken(answer), '409 POST_ELIMINADO')
    same('a post', spoken(answer), '201')
    const node: Node = {
      id: answer.body.data.id,
      by: who,
      text,
      parent,
      replies: [],
      likes: new Set(),
      emptied: false,
      gone: false,
    }
    model.all.push(node)
    ;(parent?.replies ?? model.roots).push(node)
    await compare(model, real, who)
  })

/** Missing posts and placeholders respond the same to everyone. */
const onPost = (
  name: string,
  [who, which]: [number, number],
  ask: (real: Real, node: Node, token: string | undefined) => ReturnType<TestApp['call']>,
  allowed: (node: Node, model: Model) => boolean,
  change: (node: Node, model: Model) => void,
): ForumStep =>
  step(name, [who, which], async (model, real) => {
    const node = model.all[which % Math.max(1, model.all.length)]
    if (!node) return
    const answer = await ask(real, node, real.tokens[who])
    if (node.gone || node.emptied) return same(`${name}, on nothing`, answer.status, 404)
    if (!allowed(node, model)) return same(`${name}, by another`, spoken(answer), '403 SIN_PERMISO')
    same(name, spoken(answer), '200')
    change(node, model)
    await compare(model, real, who)
  })

const like = (who: number, which: number, liked: boolean): ForumStep =>
  onPost(
    liked ? 'me gusta' : 'ya no me gusta',
    [who, which],
    ({ t }, { id }, token) => t.call('POST', `/api/posts-foro/${id}/${liked ? 'like' : 'unlike'}`, { token }),
    () => true,
    ({ likes }) => void (liked ? likes.add(who) : likes.delete(who)),
  )

const edit = (who: number, which: number): ForumStep => {
  const contenido = `<p>Cambiado ${who}-${which}</p>`
  return onPost(
    'editar',
    [who, which],
    async ({ t }, { id }, token) => {
      await t.database.sql`DELETE FROM limites`
      return t.call('PUT', `/api/posts-foro/${id}`, { token, body: { contenido } })
    },
    ({ by }) => by === who,
    (node, model) => {
      if (model.solution === node && model.confirmed && who !== TEACHER && node.text !== contenido)
        model.solution = null
      node.text = contenido
    },
  )
}

const remove = (who: number, which: number): ForumStep =>
  onPost(
    'borrar',
    [who, which],
    ({ t }, { id }, token) => t.call('DELETE', `/api/posts-foro/${id}`, { token }),
    ({ by }) => by === who || who === TEACHER,
    (node, model) => {
      if (model.solution === node) model.solution = null
      node.emptied = node.replies.length > 0
      node.gone = !node.emptied
      if (!node.gone) return
      const siblings = node.parent?.replies ?? model.roots
      siblings.splice(siblings.indexOf(node), 1)
    },
  )

const solve = (who: number, which: number, solved: boolean): ForumStep =>
  onPost(
    solved ? 'resolver' : 'ya no resuelve',
    [who, which],
    ({ t }, { id }, token) => t.call(solved ? 'PUT' : 'DELETE', `/api/posts-foro/${id}/solucion`, { token }),
    () => who === OPENER || who === TEACHER,
    (node, model) => {
      if (solved && model.solution !== node) {
        model.solution = node
        model.confirmed = who === TEACHER
      } else if (!solved && model.solution === node) model.solution = null
    },
  )

const who = fc.nat(PEOPLE - 1)
const which = fc.nat(20)
const pair = fc.tuple(who, which, fc.boolean())
export const FORUM_STEPS: fc.Arbitrary<ForumStep>[] = [
  fc.tuple(who, fc.option(which, { freq: 3 })).map(([person, where]) => write(person, where)),
  pair.map(([person, at, yes]) => like(person, at, yes)),
  fc.tuple(who, which).map(([person, at]) => edit(person, at)),
  fc.tuple(who, which).map(([person, at]) => remove(person, at)),
  pair.map(([person, at, yes]) => solve(person, at, yes)),
]
