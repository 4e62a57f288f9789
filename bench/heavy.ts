import { openSession } from '../server/src/features/accounts/accounts.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { aCourse, anEnrolment, anExam, aPerson } from '../server/test/builders.ts'

const COMMENTS = 1000
const NOTIFICATIONS = 5000
const COURSES = 50

/** Statistics of all tables; of a big database they take longer than a statement of the program may. */
const analyze = (sql: ReturnType<typeof openDatabase>['sql']) =>
  sql.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`
    await tx`ANALYZE`
  })

/** A student with more of everything than any real one, so that nothing's cost hides behind a small table. */
export async function makeHeavyStudent(databaseUrl: string) {
  const { db, sql, close } = openDatabase(databaseUrl, { pool: 4, name: 'bench' })
  try {
    const student = await aPerson(db)
    let lesson = 0
    for (let n = 0; n < COURSES; n++) {
      const course = await aCourse(db, { modules: 3, lessons: 4, nombre: `Curso de medida ${n}` })
      await anEnrolment(db, student.id, course.id)
      lesson = course.modulos[0]?.lecciones[0]?.id ?? lesson
    }
    await sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion, likes, fecha)
      SELECT 'Comentario de medida ' || n, ${student.id}, ${lesson}, 0, now() - make_interval(mins => n)
      FROM generate_series(1, ${COMMENTS}) n`
    await sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave, estado, fecha_envio)
      SELECT ${student.id}, 'Otro', 'Aviso de medida ' || n, 'medida:' || n, n % 2, now() - make_interval(mins => n)
      FROM generate_series(1, ${NOTIFICATIONS}) n`
    await analyze(sql)
    return { id: student.id, lesson, token: await openSession(db, student.id, { ip: '127.0.0.1', agent: 'bench' }) }
  } finally {
    await close()
  }
}

const FORUMS = 12
const TOPS = 15
const REPLIES = 4

/** Forums in a course, each with a page of top-level posts and their replies, by a student; answers one of them. */
export async function makeForums(databaseUrl: string, student: number, course: number): Promise<number> {
  const { sql, close } = openDatabase(databaseUrl, { pool: 1, name: 'bench' })
  const text = 'El resultado de la pregunta tres no me sale: ¿alguien puede explicar el segundo paso con un ejemplo?'
  try {
    await sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, descripcion, contenido, texto,
        total_posts, total_raices)
      SELECT u.id_cliente, u.id, 'curso', ${course}, 'Foro de medida ' || n, 'Dudas del curso', ${`<p>${text}</p>`}, ${text},
        ${TOPS * (REPLIES + 1)}, ${TOPS} FROM usuarios u, generate_series(1, ${FORUMS}) n WHERE u.id = ${student}`
    await sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto, respuestas)
      SELECT f.id, ${student}, ${`<p>${text}</p>`}, ${text}, ${REPLIES} FROM foros f, generate_series(1, ${TOPS})
      WHERE f.id_curso = ${course} AND f.titulo LIKE 'Foro de medida %'`
    for (let depth = 0; depth < REPLIES; depth++)
      await sql`INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
        SELECT p.id_foro, max(h.id), p.id, ${student}, ${`<p>${text}</p>`}, ${text}
        FROM posts_foro p JOIN posts_foro h ON coalesce(h.raiz_id, h.id) = p.id JOIN foros f ON f.id = p.id_foro
        WHERE p.parent_id IS NULL AND f.id_curso = ${course} AND f.titulo LIKE 'Foro de medida %' GROUP BY p.id`
    await analyze(sql)
    const [forum] = await sql<
      { id: number }[]
    >`SELECT id FROM foros WHERE id_curso = ${course} ORDER BY id DESC LIMIT 1`
    if (!forum) throw new Error('no forum was made')
    return forum.id
  } finally {
    await close()
  }
}

const WAITING = 20

/** A page of reported posts of a forum and a page of open answers in its course, for staff who find nothing else to do. */
export async function makeWaiting(databaseUrl: string, forum: number, course: number): Promise<void> {
  const { db, sql, close } = openDatabase(databaseUrl, { pool: 1, name: 'bench' })
  try {
    const { id } = await aPerson(db)
    await anEnrolment(db, id, course)
    await sql`INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo) SELECT f.id_cliente, p.id, ${id}, 'spam'
      FROM posts_foro p JOIN foros f ON f.id = p.id_foro WHERE f.id = ${forum} ORDER BY p.id LIMIT ${WAITING}`
    const { id: exam, preguntas } = await anExam(db, { id_curso: course, values: [], open: Array(WAITING).fill(2) })
    const frozen = preguntas.map((one) => ({
      id: one.id,
      pregunta: one.pregunta,
      tipo_pregunta: 2,
      valor: 2,
      opciones: [],
    }))
    await sql`WITH detalle AS (INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos) VALUES (${exam}, ${id}, 1) RETURNING id),
      intento AS (INSERT INTO intentos_evaluacion (id_detalle, id_evaluacion, numero, estado, limite, enviado_en, preguntas, nota_maxima)
        SELECT id, ${exam}, 1, 'pendiente', now(), now(), ${JSON.stringify(frozen)}::text::jsonb, ${2 * WAITING} FROM detalle RETURNING id)
      INSERT INTO respuestas (id_intento, id_pregunta, respuesta, secuencia)
      SELECT i.id, q.id, 'Lo haría paso a paso.', 1 FROM intento i, unnest(${preguntas.map((one) => one.id)}::int[]) q (id)`
  } finally {
    await close()
  }
}
