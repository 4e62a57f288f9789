import { makeSales, prepareDays, prepareStaff } from './big-money.ts'

/** Deterministic SQL for the students of big-data.ts: student `n` has the id `base + n` and the brand of `n % 10`. */

export type Size = { students: number; enrolments: number; attendances: number; posts: number }

/** The proportions of 200,000 students with 2 million enrolments, 10 million attendances, 5 million posts and 2 million sales. */
export const sizeOf = (students: number): Size => ({
  students,
  enrolments: students * 10,
  attendances: students * 50,
  posts: students * 25,
})

const EACH = 10
const LESSONS_EACH = 5

export const prepareAcademy = (students: number, mainBrand: number): string[] => [
  'DROP SCHEMA IF EXISTS crowd CASCADE',
  'CREATE SCHEMA crowd',
  `CREATE TABLE crowd.brands AS SELECT b.id, d.digit FROM
    (SELECT id, (row_number() OVER (ORDER BY id <> ${mainBrand}, id) - 1)::int AS n, count(*) OVER ()::int AS many FROM clientes) b
    JOIN (SELECT digit, (ARRAY[0, 0, 0, 0, 0, 1, 1, 1, 2, 2])[1 + digit] AS n FROM generate_series(0, 9) digit) d ON d.n % b.many = b.n`,
  `INSERT INTO categorias (id_cliente, nombre, orden, estado) SELECT id, 'Ediciones pasadas', 1000, 0 FROM clientes
    ON CONFLICT DO NOTHING`,
  // Past editions: not for sale, but with enrolments.
  `INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, horas, estado)
    SELECT k.id_cliente, k.id, 'edicion-pasada-' || n, 'Edición pasada ' || n, 'Básico', 14900, 12, 0
    FROM categorias k, generate_series(1, ${Math.max(12, Math.ceil(students / 3000))}) n WHERE k.nombre = 'Ediciones pasadas'`,
  `INSERT INTO modulos (id_curso, clave, nombre, horas, orden) SELECT c.id, 'm' || n, 'Módulo ' || n, 3, n
    FROM cursos c, generate_series(1, 4) n WHERE c.clave LIKE 'edicion-pasada-%'`,
  `INSERT INTO lecciones (id_modulo, clave, titulo, duracion, orden) SELECT m.id, 'l' || n, 'Lección ' || n, 10, n
    FROM modulos m JOIN cursos c ON c.id = m.id_curso, generate_series(1, 5) n WHERE c.clave LIKE 'edicion-pasada-%'`,
  `INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    SELECT l.id, 'Clase en vivo', now() - make_interval(days => (100 + l.id % 900)::int), 'https://meet.example.pe/clase', 1
    FROM lecciones l JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso WHERE c.clave LIKE 'edicion-pasada-%'`,
  `INSERT INTO evaluaciones (id_curso, clave, nombre, duracion) SELECT id, 'final', 'Examen final', 30
    FROM cursos WHERE clave LIKE 'edicion-pasada-%'`,
  `CREATE TABLE crowd.lessons AS SELECT m.id_curso, array_agg(l.id ORDER BY m.orden, l.orden) AS ids
    FROM modulos m JOIN lecciones l ON l.id_modulo = m.id GROUP BY 1`,
  `CREATE TABLE crowd.courses AS SELECT c.id_cliente, array_agg(c.id ORDER BY c.id) FILTER (WHERE c.estado = 0) AS past,
      coalesce(array_agg(c.id ORDER BY c.id) FILTER (WHERE c.estado = 1), '{}') AS live
    FROM cursos c JOIN crowd.lessons l ON l.id_curso = c.id GROUP BY 1`,
  `CREATE TABLE crowd.exams AS SELECT e.id_curso, min(e.id) AS id FROM evaluaciones e
    WHERE e.modelo = 1 AND e.id_modulo IS NULL GROUP BY 1`,
  `CREATE TABLE crowd.base AS SELECT (SELECT coalesce(max(id), 0) + 1 FROM usuarios) AS student,
    (SELECT coalesce(max(id), 0) + 1 FROM foros) AS forum, (SELECT coalesce(max(id), 0) + 1 FROM posts_foro) AS post`,
  prepareStaff,
  prepareDays,
  'ANALYZE crowd.brands, crowd.lessons, crowd.courses, crowd.exams',
]

const NAMES = `(ARRAY['Ana María', 'José Luis', 'Rosa', 'Carlos', 'Lucía', 'Miguel', 'Elena', 'Jorge', 'Carmen', 'Luis', 'Patricia'])`
const OPEN_QUESTIONS = JSON.stringify(
  [1, 2, 3, 4, 5].map((id) => ({
    ...{
      id,
      pregunta: '¿Cómo lo harías?',
      tipo_pregunta: 2,
      valor: 4,
      explicacion: null,
      id_leccion: null,
      segundo: null,
    },
    opciones: [],
  })),
)
const SURNAMES = `(ARRAY['Quispe', 'Mamani', 'Flores', 'Huamán', 'Rojas', 'Sánchez', 'Condori', 'Díaz', 'Vargas', 'Ramos',
  'Castillo', 'Ñahui', 'Torres'])`

/** All students have the demo accounts' password. */
export const makeStudents = (students: number): string =>
  `INSERT INTO usuarios (id, id_cliente, nombres, apellidos, correo, password_hash, numero_documento, pais, creado_en)
    OVERRIDING SYSTEM VALUE
    SELECT x.student + n, b.id, ${NAMES}[1 + n % 11], ${SURNAMES}[1 + n % 13] || ' ' || ${SURNAMES}[1 + n / 13 % 13],
      'alumno-' || n || '@muchos.pe', (SELECT password_hash FROM usuarios WHERE correo = 'alumno@demo.pe'), lpad(n::text, 8, '0'), 'PE', now() - make_interval(mins => n)
    FROM crowd.base x, generate_series(0, ${students - 1}) n JOIN crowd.brands b ON b.digit = n % 10 ORDER BY n`

const someOf = (from: number, to: number) =>
  `u.id BETWEEN (SELECT student FROM crowd.base) + ${from} AND (SELECT student FROM crowd.base) + ${to - 1}`

/**
 * Half of a brand is in its first course, the others share the rest; nine more enrolments each are of past editions.
 */
export const makeDeeds = (from: number, to: number): string[] => [
  `INSERT INTO matriculas (id_usuario, id_curso, fecha_matricula, fecha_vencimiento)
    SELECT u.id, CASE WHEN k > 0 OR c.live = '{}' THEN c.past[1 + (u.id::bigint * 31 + k) % cardinality(c.past)]
        WHEN u.id % 2 = 0 THEN c.live[1] ELSE c.live[1 + u.id / 2 % cardinality(c.live)] END,
      now() - make_interval(days => 1 + k * 40), CASE WHEN k % 3 = 2 THEN current_date - k * 10 END
    FROM usuarios u JOIN crowd.courses c USING (id_cliente), generate_series(0, ${EACH - 1}) k
    WHERE ${someOf(from, to)} ORDER BY u.id, k`,
  `INSERT INTO asistencias (usuario_id, leccion_id, fecha_asistencia, fecha_cierre)
    SELECT u.id, l.ids[1 + (m.id + k) % cardinality(l.ids)], m.fecha_matricula + make_interval(hours => k),
      CASE WHEN (m.id + k) % 10 > 0 THEN m.fecha_matricula + make_interval(hours => k, mins => 40) END
    FROM usuarios u JOIN matriculas m ON m.id_usuario = u.id JOIN crowd.lessons l USING (id_curso),
      generate_series(0, least(${LESSONS_EACH} + (m.id % 40 = 0)::int, cardinality(l.ids)) - 1) k WHERE ${someOf(from, to)} ORDER BY u.id, m.id, k`,
  `INSERT INTO progreso_lecciones (id_usuario, id_leccion, segundo, completada_en, visto_en)
    SELECT u.id, l.ids[1 + (m.id + k) % cardinality(l.ids)], 100 + k, m.fecha_matricula, m.fecha_matricula + make_interval(hours => k)
    FROM usuarios u JOIN matriculas m ON m.id_usuario = u.id JOIN crowd.lessons l USING (id_curso),
      generate_series(0, least(2, cardinality(l.ids)) - 1) k WHERE ${someOf(from, to)} ORDER BY u.id, m.id, k`,
  `INSERT INTO puntos (id_cliente, id_usuario, motivo, clave, detalle, puntos, mes, creado_en)
    SELECT u.id_cliente, u.id, 'asistencia', k::text, 'Lección ' || k, 5 + (u.id + k) % 20 * 5,
      date_trunc('month', now() - make_interval(months => k % 2))::date, now() - make_interval(months => k % 2, mins => (u.id % 60 + k)::int)
    FROM usuarios u, generate_series(1, 10) k WHERE u.id % 5 < 2 AND ${someOf(from, to)} ORDER BY u.id, k`,
  `INSERT INTO notificaciones (id_usuario, tipo, mensaje, ruta, clave, fecha_envio, estado)
    SELECT u.id, 'Otro', 'Aviso número ' || k || ' de la academia', '/mis-cursos', 'muchos:' || k, now() - make_interval(days => k, mins => (u.id % 60)::int),
      (k < 3)::int FROM usuarios u, generate_series(0, ${EACH - 1}) k WHERE ${someOf(from, to)} ORDER BY u.id, k`,
  `INSERT INTO accesos (hash, id_usuario, expira_en, agente, ip)
    SELECT sha256(('muchos' || u.id)::bytea), u.id, now() + interval '30 days', 'muchos', '127.0.0.1' FROM usuarios u
    WHERE ${someOf(from, to)} ORDER BY u.id`,
  `INSERT INTO comentarios (comentario, id_usuario, id_leccion, fecha)
    SELECT 'Muy clara la explicación del paso ' || m.id % 9, u.id, CASE WHEN u.id % 10 = 0 THEN l.ids[1]
      ELSE l.ids[1 + m.id % cardinality(l.ids)] END, m.fecha_matricula + interval '1 hour'
    FROM usuarios u JOIN matriculas m ON m.id_usuario = u.id JOIN crowd.lessons l USING (id_curso)
    WHERE m.id % 5 = 0 AND ${someOf(from, to)} ORDER BY m.id`,
  `INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos)
    SELECT e.id, u.id, 1 FROM usuarios u JOIN matriculas m ON m.id_usuario = u.id JOIN crowd.exams e USING (id_curso)
    WHERE m.id % 5 = 1 AND ${someOf(from, to)} ORDER BY u.id`,
  // One in fifty attempts is open, one in a hundred ungraded.
  `INSERT INTO intentos_evaluacion (id_detalle, id_evaluacion, numero, estado, limite, enviado_en, preguntas, nota, nota_maxima, aprobado)
    SELECT d.id, CASE WHEN e.estado = 'pendiente' THEN d.id_evaluacion END, 1, e.estado, now() + interval '1 day', CASE WHEN e.estado <> 'abierto' THEN now() - interval '1 day' END,
      CASE WHEN e.estado = 'pendiente' THEN '${OPEN_QUESTIONS}' ELSE '[]' END::jsonb,
      CASE WHEN e.estado = 'calificado' THEN d.id % 21 END, 20, CASE WHEN e.estado = 'calificado' THEN d.id % 21 >= 12 END
    FROM detalle_evaluacion d JOIN usuarios u ON u.id = d.id_alumno, LATERAL (SELECT CASE d.id % 100 WHEN 1 THEN 'abierto'
      WHEN 51 THEN 'abierto' WHEN 2 THEN 'pendiente' ELSE 'calificado' END AS estado) e WHERE ${someOf(from, to)} ORDER BY d.id`,
  `INSERT INTO respuestas (id_intento, id_pregunta, id_opcion, respuesta, secuencia, puntos)
    SELECT i.id, k, CASE WHEN i.estado <> 'pendiente' THEN k END, CASE WHEN i.estado = 'pendiente' THEN 'Lo haría paso a paso.' END, 1, CASE WHEN i.estado = 'calificado' THEN 2 END FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle
      JOIN usuarios u ON u.id = d.id_alumno, generate_series(1, 5) k WHERE ${someOf(from, to)} ORDER BY i.id, k`,
  `INSERT INTO certificados (id_usuario, id_curso, codigo_certificado, alumno, curso, nota, horas, fecha_inicio, fecha_fin)
    SELECT u.id, m.id_curso, 'CERT-' || translate(lpad(m.id::text, 9, '0'), '0123456789', 'ABCDEFGHIJ'),
      u.nombres || ' ' || u.apellidos, 'Edición pasada', 80, 12, current_date - 100, current_date - 10
    FROM usuarios u JOIN matriculas m ON m.id_usuario = u.id WHERE m.id % 10 = 3 AND ${someOf(from, to)} ORDER BY m.id`,
  makeSales(someOf(from, to)),
  `INSERT INTO referidos (codigo, id_usuario, numero) SELECT 'REF' || n, u.id, 1
    FROM usuarios u, LATERAL (SELECT (u.id - (SELECT student FROM crowd.base)) / 4 AS n) x
    WHERE u.id % 4 = 1 AND n <= 99999 AND ${someOf(from, to)} ORDER BY u.id ON CONFLICT DO NOTHING`,
  `INSERT INTO tickets_soporte (id_cliente, numero, id_usuario, mensaje, fecha)
    SELECT u.id_cliente, 1000000 + u.id, u.id, 'No puedo abrir la segunda lección del curso.', u.creado_en FROM usuarios u
    WHERE u.id % 10 = 0 AND ${someOf(from, to)} ORDER BY u.id`,
  `INSERT INTO auditoria (id_cliente, id_usuario, accion, sobre, fecha)
    SELECT u.id_cliente, u.id, 'acceso_concedido', u.id, u.creado_en + make_interval(days => k) FROM usuarios u, generate_series(0, 1) k
    WHERE ${someOf(from, to)} ORDER BY u.id`,
  `INSERT INTO prompts_generados (id_usuario, id_tema, respuestas, resultados, creado_en)
    SELECT u.id, t.id, '{}', '[]', u.creado_en FROM usuarios u
    JOIN (SELECT id_cliente, min(id) AS id FROM temas_prompt GROUP BY 1) t USING (id_cliente)
    WHERE u.id % 5 = 0 AND ${someOf(from, to)} ORDER BY u.id`,
]

/** What the trigger of points and the closing job would have written. */
export const makeRankings: string[] = [
  `INSERT INTO puntos_mes (id_cliente, mes, id_usuario, puntos, alcanzado_en)
    SELECT id_cliente, mes, id_usuario, sum(puntos), max(creado_en) FROM puntos
    WHERE id_usuario >= (SELECT student FROM crowd.base) GROUP BY 1, 2, 3`,
  `DELETE FROM rankings_cerrados WHERE mes = date_trunc('month', now() - interval '1 month')::date`,
  `INSERT INTO rankings_cerrados (id_cliente, mes, puesto, id_usuario, nombre, apellido, pais, puntos)
    SELECT m.id_cliente, m.mes, row_number() OVER (PARTITION BY m.id_cliente ORDER BY m.puntos DESC, m.alcanzado_en, m.id_usuario),
      m.id_usuario, u.nombres, u.apellidos, u.pais, m.puntos
    FROM puntos_mes m JOIN usuarios u ON u.id = m.id_usuario
    WHERE m.mes = date_trunc('month', now() - interval '1 month')::date`,
]
