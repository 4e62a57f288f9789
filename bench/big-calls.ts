import { openSession } from '../e2e/support/api.ts'
import type { Application } from '../e2e/support/application.ts'
import { openCampus } from '../e2e/support/visit.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { THROTTLES } from '../server/src/platform/http/throttle.ts'
import { makeForums, makeHeavyStudent, makeWaiting } from './heavy.ts'

/** A call of the API with somebody's token, or, without one, a page. */
export type Call = {
  name: string
  path: string
  token?: string
  /** How often one address may ask for it in a minute. */
  atMost?: number
}

/** What is asked of one of the two programs, and the course that is written in. */
export type Prepared = { calls: Call[]; course: number }

/** The longest forum of the demo student's brand, which they may read, and a post far down in it. */
async function findLongForum(databaseUrl: string, student: number) {
  const { sql, close } = openDatabase(databaseUrl, { pool: 1, name: 'bench' })
  try {
    const [forum] = await sql<{ id: number; id_curso: number; tops: number }[]>`
      SELECT f.id, f.id_curso, f.total_raices AS tops FROM foros f JOIN usuarios u ON u.id_cliente = f.id_cliente
      WHERE u.id = ${student} AND f.id_curso IS NOT NULL AND f.eliminado_en IS NULL ORDER BY f.total_posts DESC, f.id LIMIT 1`
    const { id = 0, id_curso = 0, tops = 0 } = forum ?? {}
    await sql`INSERT INTO matriculas (id_usuario, id_curso) VALUES (${student}, ${id_curso}) ON CONFLICT DO NOTHING`
    const [post] = await sql<{ id: number }[]>`SELECT id FROM posts_foro WHERE id_foro = ${id} AND parent_id IS NULL
      ORDER BY id OFFSET ${Math.floor(tops * 0.7)} LIMIT 1`
    return { id, post: post?.id ?? 0, lastPage: Math.max(1, Math.ceil(tops / 15)) }
  } finally {
    await close()
  }
}

/** As many forums of a course, and general ones, as the search box is fed with at most. */
const FED = 50

/** Fills up what a student's search box is fed with, so that it is as much in both. */
async function fillFeed(databaseUrl: string, student: number, course: number): Promise<void> {
  const { sql, close } = openDatabase(databaseUrl, { pool: 1, name: 'bench' })
  const general = { tipo: 'general', curso: null, titulo: 'Tema de conversación' }
  try {
    for (const { tipo, curso, titulo } of [general, { tipo: 'curso', curso: course, titulo: 'Dudas de la sesión' }])
      await sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, fecha_creacion, ultima_actividad)
        SELECT u.id_cliente, u.id, ${tipo}, ${curso}::int, ${titulo} || ' ' || 10000 + n, '<p>¿Cómo va?</p>', '¿Cómo va?',
          now() - make_interval(days => 100 + n), now() - make_interval(days => 100 + n)
        FROM usuarios u, generate_series(1, ${FED} - (SELECT least(count(*), ${FED})::int FROM foros f WHERE f.eliminado_en IS NULL
          AND f.id_cliente = u.id_cliente AND f.tipo_foro = ${tipo} AND f.id_curso IS NOT DISTINCT FROM ${curso}::int)) n
        WHERE u.id = ${student}`
  } finally {
    await close()
  }
}

/** One of the crowd, or of the demo: a student with a place in the middle of the month's ranking. */
async function middleOfRanking(databaseUrl: string, student: number): Promise<void> {
  const { sql, close } = openDatabase(databaseUrl, { pool: 1, name: 'bench' })
  try {
    // One point at a time until the sum is what half of the brand's students have reached.
    await sql`INSERT INTO puntos (id_cliente, id_usuario, motivo, clave, puntos, mes)
      SELECT u.id_cliente, u.id, 'foro', 'medida', greatest(1, coalesce((SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY m.puntos)
          FROM puntos_mes m WHERE m.id_cliente = u.id_cliente AND m.mes = p.mes), 1)), p.mes
      FROM usuarios u, (SELECT date_trunc('month', now() AT TIME ZONE 'America/Lima')::date AS mes) p WHERE u.id = ${student}
      ON CONFLICT DO NOTHING`
  } finally {
    await close()
  }
}

/** Logs the demo's people in, gives them what is measured, and answers the calls, alike for an empty and a full database. */
export async function prepareBig({ url, databaseUrl }: Application): Promise<Prepared> {
  const { ids, sessions } = await openCampus(url)
  const { token, user } = sessions['alumno@demo.pe']
  const heavy = await makeHeavyStudent(databaseUrl)
  const forum = await makeForums(databaseUrl, user.id, ids.curso)
  await makeWaiting(databaseUrl, forum, ids.curso)
  await fillFeed(databaseUrl, user.id, ids.curso)
  const long = await findLongForum(databaseUrl, user.id)
  await middleOfRanking(databaseUrl, user.id)
  const [admin, teacher] = [await openSession(url, 'admin@demo.pe'), await openSession(url, 'docente@demo.pe')]
  const mine = (name: string, path: string): Call => ({ name, path, token })
  const much = (name: string, path: string): Call => ({ name, path, token: heavy.token })
  const calls: Call[] = [
    mine('dashboard', '/inicio'),
    mine('my enrolments', `/matriculas/usuario/${user.id}`),
    mine('modules of a course', `/modulos/curso/${ids.curso}`),
    mine('lesson detail', `/lecciones/detallado/${ids.leccion}`),
    mine('my attendances', '/asistencias'),
    mine('forum list', `/foros/curso/${ids.curso}`),
    mine('forum', `/foros/${forum}`),
    mine('forum page', `/posts-foro?id_foro=${forum}&per_page=15`),
    mine('long forum', `/foros/${long.id}`),
    mine('long forum, first page', `/posts-foro?id_foro=${long.id}&per_page=15`),
    mine('long forum, last page', `/posts-foro?id_foro=${long.id}&per_page=15&page=${long.lastPage}`),
    mine('long forum, permalink', `/posts-foro/${long.post}`),
    mine('all my forums', '/foros'),
    // As many posts have the one word in both; the other was written by one in a thousand of the crowd.
    mine('search in all posts', '/posts-foro/buscar?q=pregunta'),
    mine('search, a word of thousands', '/posts-foro/buscar?q=fotograma'),
    mine('notifications', `/todas/notificaciones/usuario/${user.id}`),
    mine('unread notifications', `/notificaciones/usuario/${user.id}`),
    mine('search feed', `/detalle/usuario/${user.id}`),
    mine('ranking', '/ranking'),
    mine('my place of all', '/ranking/mio'),
    mine('my points', '/puntos/mios'),
    mine('awards', '/premios'),
    {
      ...mine('certificate verification', `/certificados/validacion/${ids.codigo}`),
      atMost: THROTTLES.verificar_direccion[0],
    },
    { name: 'reports, administrator', path: '/reportes-foro', token: admin.token },
    { name: 'complaints, administrator', path: '/reclamos', token: admin.token },
    { name: 'audit trail, administrator', path: '/auditoria', token: admin.token },
    { name: 'to grade, teacher', path: '/calificaciones/pendientes', token: teacher.token },
    much('comments of a lesson with 1,000', `/comentarios/leccion/${heavy.lesson}`),
    much('notifications of 5,000', `/todas/notificaciones/usuario/${heavy.id}`),
    much('enrolments, 50 courses', `/matriculas/usuario/${heavy.id}`),
    { name: 'landing (HTML)', path: '/' },
    { name: 'catalogue (HTML)', path: '/cursos' },
  ]
  return { calls, course: ids.curso }
}
