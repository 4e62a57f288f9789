import { aCourse, anEnrolment, aPerson } from './builders.ts'
import { enrolmentOf } from './enrolments.ts'
import { aSoldGroup } from './groups.ts'
import type { Reply } from './races.copies.ts'
import { aClass, answered, countIn, type Race, type Track, together } from './races.track.ts'
import { aSale } from './sales.ts'

const TAKEN = `SELECT (SELECT count(*) FROM matriculas WHERE id_grupo = $1)
  + (SELECT count(*) FROM orden_lineas l JOIN ordenes o ON o.id = l.id_orden WHERE l.id_grupo = $1 AND o.estado = 'pendiente') AS n`

type Scene = { admin: string; course: number; group: number; people: { id: number; token: string; correo: string }[] }

/** One way to the last place; `got` says whether a reply was given it. */
type Contender = { ask: (track: Track, scene: Scene, n: number) => Promise<Reply>; got: (reply: Reply) => boolean }

/** Who is in the course is moved. */
const moved: Contender = {
  async ask({ t, copies }, { admin, course, group, people }, n) {
    const { id, version } = await enrolmentOf(t, { usuario: people[n]?.id ?? 0, curso: course })
    const body = { accion: 'grupo', id_grupo: group, version }
    return copies.ask('PUT', `/gestion/matriculas/${id}`, { token: admin, body })
  },
  got: ({ status }) => status === 200,
}

/** Who is in the course, or new to it, stands in a list. */
const enrolled: Contender = {
  ask: ({ copies }, { admin, course, group, people }, n) =>
    copies.ask('POST', '/gestion/matriculas', {
      token: admin,
      body: { cursos: [course], grupo: group, personas: [{ correo: people[n]?.correo }] },
    }),
  got: ({ status }) => status === 200,
}

/** Who is not in the course begins to pay for it. */
const bought: Contender = {
  ask: ({ copies }, { course, group, people }, n) =>
    copies.ask('POST', '/mercadopago/preference', {
      token: people[n]?.token ?? '',
      body: { items: [{ id: course }], grupos: [{ id_curso: course, id_grupo: group }] },
    }),
  got: ({ status }) => status === 200,
}

/** Who is not in the course pays at the counter. */
const sold: Contender = {
  ask: ({ copies }, { admin, course, group, people }, n) =>
    copies.ask('POST', '/gestion/ventas', {
      token: admin,
      body: aSale({
        ...{ id_usuario: people[n]?.id, cursos: [course], total: 149 },
        grupos: [{ id_curso: course, id_grupo: group }],
      }),
    }),
  got: ({ status }) => status === 200,
}

const CONTENDERS = [moved, enrolled, bought, sold]

async function aScene(track: Track): Promise<Scene> {
  const { t, parallel } = track
  const { db } = t.deps
  const admin = await t.tokenOf((await aPerson(db, { roles: ['marca'] })).id)
  const { id: course } = await aCourse(db)
  const { id: group } = await aSoldGroup(db, course, { aforo: 1 })
  const people = await aClass(track, parallel)
  for (const [n, { id }] of people.entries()) if (n % CONTENDERS.length === 0) await anEnrolment(db, id, course)
  const mails = await t.database
    .sql`SELECT id, correo FROM usuarios WHERE id = ANY (${people.map(({ id }) => id)}::bigint[])`
  const mailOf = new Map(mails.map(({ id, correo }) => [Number(id), String(correo)]))
  return { admin, course, group, people: people.map((one) => ({ ...one, correo: mailOf.get(one.id) ?? '' })) }
}

/** The last place of a group, which many are given at once in every way. */
export const lastPlace: Race = async (track) => {
  const scene = await aScene(track)
  const contender = (n: number) => CONTENDERS[n % CONTENDERS.length] ?? moved
  const replies = await together(track.parallel, (n) => contender(n).ask(track, scene, n))
  const given = replies.filter((reply, n) => contender(n).got(reply))
  for (const reply of replies) if (!given.includes(reply) && reply.status >= 500) answered([reply], {})
  return {
    'people who were given the last place': { met: given.length, due: 1 },
    'places that are taken or held': { met: await countIn(track, TAKEN, [scene.group]), due: 1 },
  }
}
