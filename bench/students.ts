import { hash, randomBytes } from 'node:crypto'
import { Client } from 'pg'

export const STUDENTS = 200
/** The password of the demo accounts, whose hash the students share. */
export const PASSWORD = 'Campus-2026'
const COURSES = 20
/** Two students with the same first course differ in their forum. */
const COURSES_EACH = 5
const FORUMS_EACH = STUDENTS / COURSES + 2
const [TOP_POSTS, REPLIES] = [15, 4]
const [NOTIFICATIONS, COMMENTS, QUESTIONS] = [40, 60, 10]
/** More than a page of a list. */
const WAITING_EACH = 60

export type Student = {
  id: number
  correo: string
  token: string
  curso: number
  modulo: number
  leccion: number
  foro: number
  /** One exam per course, and courses that the student has not bought. */
  examenes: number[]
  por_comprar: number[]
}
/** The brand's longest forum, in a course of all the students, and that course's exam. */
export type LongForum = {
  curso: number
  leccion: number
  examen: number
  foro: number
  post: number
  pages: number
  /** The newest order of the brand, and a course of it. */
  orden: string
  vendido: number
  /** Who registered most of its sales. */
  registra: number
}
export type Academy = { students: Student[]; long: LongForum }

const TEXT = 'El resultado de la pregunta tres no me sale: ¿alguien puede explicar el segundo paso con un ejemplo?'
const LESSON = `<h2>Pasos</h2>${`<p>${'Abre la hoja, ordena la tabla y copia la fórmula. '.repeat(8)}</p>`.repeat(5)}`

/** Temporary tables map numbers to ids: `c` courses, `s` students, both from 0. */
const CONTENT = [
  `CREATE TEMP TABLE brand AS SELECT id_cliente AS id, password_hash FROM usuarios WHERE correo = 'alumno@demo.pe'`,
  `INSERT INTO categorias (id_cliente, nombre, orden) SELECT id, 'Medida', 1000 FROM brand`,
  `INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, horas)
    SELECT k.id_cliente, k.id, 'medida-' || n, 'Curso de medida ' || n, 'Básico', 14900, 12
    FROM brand b JOIN categorias k ON k.id_cliente = b.id AND k.nombre = 'Medida', generate_series(0, ${COURSES - 1}) n`,
  `CREATE TEMP TABLE course AS SELECT c.id, split_part(c.clave, '-', 2)::int AS c FROM cursos c JOIN brand b ON b.id = c.id_cliente
    WHERE c.clave LIKE 'medida-%'`,
  `INSERT INTO modulos (id_curso, clave, nombre, horas, orden) SELECT id, 'm' || n, 'Módulo ' || n, 3, n FROM course, generate_series(1, 4) n`,
  `INSERT INTO lecciones (id_modulo, clave, titulo, contenido, duracion, orden)
    SELECT m.id, 'l' || n, 'Lección ' || n, '${LESSON}', 10, n FROM course JOIN modulos m ON m.id_curso = course.id, generate_series(1, 5) n`,
  `CREATE TEMP TABLE lesson AS SELECT l.id, course.c, m.id AS modulo, row_number() OVER (PARTITION BY course.c ORDER BY m.orden, l.orden) AS n
    FROM course JOIN modulos m ON m.id_curso = course.id JOIN lecciones l ON l.id_modulo = m.id`,
  `INSERT INTO archivos (id_leccion, titulo, enlace, tipo_video, video, orden)
    SELECT id, 'Video', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', 1 FROM lesson`,
  `INSERT INTO materiales (id_leccion, tipo, nombre, ruta, orden)
    SELECT id, 'Enlace', 'Lectura ' || k, 'https://example.pe/lectura', k FROM lesson, generate_series(1, 3) k`,
  `INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    SELECT id, 'Clase en vivo', now() + make_interval(days => n::int), 'https://meet.example.pe/clase', 1 FROM lesson WHERE n % 5 = 0`,
  `INSERT INTO evaluaciones (id_curso, clave, nombre, intentos, duracion) SELECT id, 'final', 'Examen final', 3, 30 FROM course`,
  `INSERT INTO preguntas (id_evaluacion, pregunta, tipo_pregunta, valor, orden)
    SELECT e.id, 'Pregunta ' || n, 1, 2, n FROM course JOIN evaluaciones e ON e.id_curso = course.id, generate_series(1, ${QUESTIONS}) n`,
  `INSERT INTO opciones (id_pregunta, opcion, condicion, orden)
    SELECT q.id, chr(64 + n), n = 2, n FROM course JOIN evaluaciones e ON e.id_curso = course.id JOIN preguntas q ON q.id_evaluacion = e.id,
      generate_series(1, 4) n`,
]

const PEOPLE = [
  `INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
    SELECT id, 'Rosa María', 'Medida ' || n, 'medida-' || n || '@prueba.pe', password_hash FROM brand, generate_series(0, ${STUDENTS - 1}) n`,
  `CREATE TEMP TABLE student AS SELECT id, regexp_replace(correo, '\\D', '', 'g')::int AS s FROM usuarios WHERE correo LIKE 'medida-%@prueba.pe'`,
  `INSERT INTO matriculas (id_usuario, id_curso) SELECT s.id, c.id FROM student s JOIN course c
    ON (c.c - s.s % ${COURSES} + ${COURSES}) % ${COURSES / COURSES_EACH} = 0`,
  `INSERT INTO matriculas (id_usuario, id_curso) SELECT s.id, f.id_curso FROM student s, long_forum f`,
  `INSERT INTO asistencias (usuario_id, leccion_id, fecha_asistencia, fecha_cierre)
    SELECT s.id, l.id, now() - interval '2 hours', CASE WHEN l.n % 3 > 0 THEN now() END
    FROM student s JOIN matriculas m ON m.id_usuario = s.id JOIN course c ON c.id = m.id_curso JOIN lesson l USING (c)
    WHERE l.n <= 2 + s.s % 9`,
  `INSERT INTO progreso_lecciones (id_usuario, id_leccion, segundo, completada_en)
    SELECT s.id, l.id, 30 + s.s, CASE WHEN l.n % 2 = 0 THEN now() END
    FROM student s JOIN matriculas m ON m.id_usuario = s.id JOIN course c ON c.id = m.id_curso JOIN lesson l USING (c)
    WHERE l.n <= 4 + s.s % 9`,
  `INSERT INTO notificaciones (id_usuario, tipo, mensaje, ruta, clave, estado, fecha_envio)
    SELECT id, 'Otro', 'Aviso ' || n || ' para ' || s, '/mis-cursos', 'medida:' || n, (n % 3 = 0)::int, now() - make_interval(hours => n)
    FROM student, generate_series(1, ${NOTIFICATIONS}) n`,
  `INSERT INTO comentarios (comentario, id_usuario, id_leccion, fecha)
    SELECT 'Comentario ' || k, s.id, l.id, now() - make_interval(mins => k)
    FROM lesson l CROSS JOIN generate_series(1, ${COMMENTS}) k JOIN student s ON s.s = (l.c + k * 7) % ${STUDENTS} WHERE l.n <= 10`,
]

const TALK = [
  `INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, descripcion, contenido, texto, total_posts, total_raices)
    SELECT b.id, s.id, 'curso', c.id, 'Foro de medida ' || n, 'Dudas del curso', '<p>${TEXT}</p>', '${TEXT}', ${TOP_POSTS * (REPLIES + 1)}, ${TOP_POSTS}
    FROM brand b, course c JOIN student s ON s.s = c.c, generate_series(0, ${FORUMS_EACH - 1}) n`,
  `CREATE TEMP TABLE forum AS SELECT f.id, c.c, regexp_replace(f.titulo, '\\D', '', 'g')::int AS n FROM foros f JOIN course c ON c.id = f.id_curso`,
  `INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto, respuestas)
    SELECT f.id, s.id, '<p>${TEXT}</p>', '${TEXT}', ${REPLIES}
    FROM generate_series(1, ${TOP_POSTS}) n, forum f JOIN student s ON s.s % ${COURSES} = f.c WHERE s.s / ${COURSES} = f.n % ${STUDENTS / COURSES}`,
  ...Array.from(
    { length: REPLIES },
    () => `INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
      SELECT p.id_foro, max(h.id), p.id, min(p.id_usuario), '<p>${TEXT}</p>', '${TEXT}'
      FROM forum f JOIN posts_foro p ON p.id_foro = f.id AND p.parent_id IS NULL JOIN posts_foro h ON h.id = p.id OR h.raiz_id = p.id
      GROUP BY p.id`,
  ),
  `INSERT INTO lecturas_foro (id_usuario, id_foro, ultimo_post)
    SELECT s.id, f.id, (SELECT min(id) + 10 + s.s % 50 FROM posts_foro p WHERE p.id_foro = f.id)
    FROM student s JOIN matriculas m ON m.id_usuario = s.id JOIN course c ON c.id = m.id_curso JOIN forum f USING (c)`,
]

const LONG_FORUM = `CREATE TEMP TABLE long_forum AS SELECT f.id, f.id_curso, f.total_raices FROM foros f JOIN brand b ON b.id = f.id_cliente
  WHERE f.id_curso IS NOT NULL AND f.eliminado_en IS NULL ORDER BY f.total_posts DESC, f.id LIMIT 1`

/** Of a `long_forum f`. */
const LONG_EXAM = `SELECT e.id FROM evaluaciones e WHERE e.id_curso = f.id_curso AND e.modelo = 1
  ORDER BY e.id_modulo NULLS FIRST, e.id LIMIT 1`

const OPEN_QUESTION = JSON.stringify([
  {
    ...{ id: 1, pregunta: '¿Cómo lo harías?', tipo_pregunta: 2, valor: 4, explicacion: null, id_leccion: null },
    ...{ segundo: null, opciones: [] },
  },
])

/** A page of what waits for the staff: attempts with an open answer, and reported posts. */
const WAITING = [
  `CREATE TEMP TABLE waiting AS SELECT s.id AS alumno, (${LONG_EXAM}) AS examen FROM student s, long_forum f WHERE s.s < ${WAITING_EACH}`,
  `INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos) SELECT examen, alumno, 1 FROM waiting`,
  `INSERT INTO intentos_evaluacion (id_detalle, id_evaluacion, numero, estado, limite, enviado_en, preguntas, nota_maxima)
    SELECT d.id, d.id_evaluacion, 1, 'pendiente', now(), now() - make_interval(mins => d.id::int % 60), '${OPEN_QUESTION}', 4
    FROM waiting w JOIN detalle_evaluacion d ON d.id_evaluacion = w.examen AND d.id_alumno = w.alumno`,
  `INSERT INTO respuestas (id_intento, id_pregunta, respuesta, secuencia) SELECT i.id, 1, 'Lo haría paso a paso.', 1
    FROM waiting w JOIN detalle_evaluacion d ON d.id_evaluacion = w.examen AND d.id_alumno = w.alumno
    JOIN intentos_evaluacion i ON i.id_detalle = d.id`,
  `INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo) SELECT b.id, p.id, p.id_usuario, 'spam'
    FROM brand b, (SELECT p.id, p.id_usuario FROM forum f JOIN posts_foro p ON p.id_foro = f.id ORDER BY p.id LIMIT ${WAITING_EACH}) p`,
]

const FOUND = `SELECT s.id, u.correo, c.id AS curso, l.modulo, l.id AS leccion, f.id AS foro,
    ARRAY(SELECT e.id FROM matriculas m JOIN course x ON x.id = m.id_curso JOIN evaluaciones e ON e.id_curso = x.id
      WHERE m.id_usuario = s.id ORDER BY x.c) AS examenes,
    ARRAY(SELECT x.id FROM course x WHERE NOT EXISTS (SELECT 1 FROM matriculas m WHERE m.id_usuario = s.id AND m.id_curso = x.id)
      ORDER BY x.c) AS por_comprar
  FROM student s JOIN usuarios u USING (id) JOIN course c ON c.c = s.s % ${COURSES}
    JOIN lesson l ON l.c = c.c AND l.n = 1 + s.s / ${COURSES} % 10 JOIN forum f ON f.c = c.c AND f.n = s.s / ${COURSES}
  ORDER BY s.s`

const FOUND_LONG = `SELECT f.id_curso AS curso, f.id AS foro, ceil(f.total_raices / 15.0)::int AS pages,
    (SELECT l.id FROM modulos m JOIN lecciones l ON l.id_modulo = m.id WHERE m.id_curso = f.id_curso ORDER BY m.orden, l.orden LIMIT 1) AS leccion,
    (${LONG_EXAM}) AS examen, last_order.orden, last_order.vendido,
    (SELECT m.id_registro FROM movimientos m JOIN brand b ON b.id = m.id_cliente WHERE m.id_registro IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) AS registra,
    (SELECT p.id FROM posts_foro p WHERE p.id_foro = f.id AND p.parent_id IS NULL ORDER BY p.id OFFSET f.total_raices * 7 / 10 LIMIT 1) AS post
  FROM long_forum f, (SELECT o.numero AS orden, l.id_curso AS vendido FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id
    JOIN brand b ON b.id = o.id_cliente ORDER BY o.id DESC, l.id_curso LIMIT 1) last_order`

/** Returns the tokens in the order of the ids. */
export async function openSessions(client: Client, ids: number[]): Promise<string[]> {
  const tokens = ids.map(() => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => hash('sha256', token, 'hex'))
  await client.query(
    `INSERT INTO accesos (hash, id_usuario, expira_en, agente, ip)
      SELECT decode(h, 'hex'), id, now() + interval '1 day', 'bench', '127.0.0.1' FROM unnest($1::text[], $2::bigint[]) t (h, id)`,
    [hashes, ids],
  )
  return tokens
}

/** Adds 20 courses and {@link STUDENTS} students with progress, notifications and read marks to the demo academy. */
export async function makeAcademy(databaseUrl: string): Promise<Academy> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const [brand = '', ...content] = CONTENT
    for (const statement of [brand, LONG_FORUM, ...content, ...PEOPLE, ...TALK, ...WAITING])
      await client.query(statement)
    await client.query('VACUUM ANALYZE')
    const { rows: students } = await client.query<Omit<Student, 'token'>>(FOUND)
    const { rows: long } = await client.query<LongForum>(FOUND_LONG)
    if (students.length !== STUDENTS || !long[0])
      throw new Error(`${students.length} students of ${STUDENTS} were made`)
    const tokens = await openSessions(
      client,
      students.map(({ id }) => id),
    )
    return { students: students.map((one, n) => ({ ...one, token: tokens[n] ?? '' })), long: long[0] }
  } finally {
    await client.end()
  }
}
