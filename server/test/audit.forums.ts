import { expect } from 'vitest'
import { type Act, type Line, managed, of, own } from './audit.calls.ts'
import { THINGS } from './matrix.things.ts'
import type { World } from './matrix.world.ts'

const solution =
  (solucion: boolean) =>
  (id: string, { people }: World): Line => ({
    sobre: people.dueña,
    objeto: expect.stringMatching(/^foro:\d+$/),
    detalle: { campos: ['id_solucion'], post: Number(id), solucion },
  })

const takenPost = (id: string, { people }: World): Line => ({
  sobre: people.dueña,
  objeto: `post:${id}`,
  detalle: { foro: expect.any(Number), padre: null, texto: 'kanari-post' },
})

const takenForum = (id: string, { people }: World): Line => ({
  sobre: people.dueña,
  objeto: `foro:${id}`,
  detalle: { titulo: expect.stringMatching(/^kanari-foro-/), respuestas: 0, texto: 'kanari-foro' },
})

const decided = (id: string, post: number | undefined, decision: string, razon: string, { people }: World): Line => ({
  sobre: people.dueña,
  objeto: `reporte:${id}`,
  detalle: { decision, razon, foro: expect.any(Number), post: post ?? expect.any(Number), reportes: [id] },
})

const takenComment = (id: string, { people }: World): Line => ({
  sobre: people.dueña,
  objeto: `comentario:${id}`,
  detalle: { leccion: expect.any(Number), texto: 'kanari-comentario' },
})

export const FORUMS: Act[] = [
  managed('PUT /posts-foro/{id}/solucion', 'docente', solution(true)),
  managed('DELETE /posts-foro/{id}/solucion', 'admin', solution(false)),
  managed('PUT /reportes-foro/{id}', 'docente', (id, world) =>
    decided(id, undefined, 'rechazado', 'No rompe ninguna regla.', world),
  ),
  own('an accepted report', ['gestion', 'contenido_retirado'], async (world) => {
    const { t, people } = world
    const id = String(await THINGS.reporte(world))
    const [report] = await t.database.sql`SELECT id_post FROM reportes_post WHERE id = ${id}`
    const post = Number(report?.id_post)
    const token = await world.tokenOf('docente')
    const razon = 'Escribe a ana@prueba.pe o al 987 654 321'
    const body = { decision: 'aceptado', razon }
    const masked = 'Escribe a [correo] o al [número]'
    return {
      who: people.docente,
      send: () => t.call('PUT', `/api/reportes-foro/${id}`, { token, body }),
      lines: () => [decided(id, post, 'aceptado', masked, world), takenPost(String(post), world)],
    }
  }),
  of('DELETE /posts-foro/{id}', 'docente', ['contenido_retirado'], takenPost),
  of('DELETE /posts-foro/{id}', 'admin', ['contenido_retirado'], takenPost),
  own('a reply with replies that its teacher deletes', ['contenido_retirado'], async (world) => {
    const { t, people } = world
    const padre = await THINGS.post(world)
    const [made] = await t.database
      .sql`INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
      SELECT id_foro, id, id, id_usuario, '<p>Medio</p>', 'Medio' FROM posts_foro WHERE id = ${padre} RETURNING id, id_foro`
    await t.database.sql`INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
      VALUES (${made?.id_foro}, ${made?.id}, ${padre}, ${people.dueña}, '<p>Hoja</p>', 'Hoja')`
    const token = await world.tokenOf('docente')
    const detalle = { foro: made?.id_foro, padre, texto: 'Medio' }
    const line = { sobre: people.dueña, objeto: `post:${made?.id}`, detalle }
    const send = () => t.call('DELETE', `/api/posts-foro/${made?.id}`, { token })
    return { who: people.docente, send, lines: () => [line] }
  }),
  of('DELETE /foros/{id}', 'docente', ['contenido_retirado'], takenForum),
  of('DELETE /foros/{id}', 'admin', ['contenido_retirado'], takenForum),
  of('DELETE /comentarios/{id}', 'docente', ['contenido_retirado'], takenComment),
  of('DELETE /comentarios/{id}', 'admin', ['contenido_retirado'], takenComment),
  // Acts on own things are not audited.
  of('DELETE /comentarios/{id}', 'dueña', []),
  of('DELETE /posts-foro/{id}', 'dueña', []),
  of('DELETE /foros/{id}', 'dueña', []),
  of('PUT /posts-foro/{id}/solucion', 'dueña', []),
]
