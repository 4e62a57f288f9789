/**
 * Deterministic SQL for the forums of big-data.ts: forum `i` has the id `base + i`, its last digit gives the brand,
 * and the first has a fiftieth of all posts.
 */

const POSTS_EACH = 200

export const forumsFor = (posts: number): number => Math.max(10, Math.round(posts / POSTS_EACH / 10) * 10)

/** A person of the forum's brand, chosen by any number. */
const personOf = (number: string, students: number) =>
  `(SELECT student FROM crowd.base) + 10 * ((${number}) % ${Math.floor(students / 10)})::int + f.digit`

/** One forum in twenty is general; live courses get theirs first. */
export const makeForums = (posts: number, students: number): string[] => {
  const forums = forumsFor(posts)
  const most = Math.floor(posts / 50)
  // A little more than needed, because sizes are rounded down.
  const rest = Math.ceil((1.01 * (posts - most)) / (forums - 1))
  return [
    `CREATE TABLE crowd.forums AS
      SELECT s.*, (sum(s.posts) OVER (ORDER BY s.i) - s.posts)::int AS before FROM (
        SELECT i, b.id_cliente, b.digit, x.forum + i AS id, b.courses[1 + i / 10 % cardinality(b.courses)] AS id_curso,
          CASE WHEN i = 0 THEN ${most} ELSE greatest(1, ${rest} * (20 + i::bigint * 7919 % 161) / 100)::int END AS posts
        FROM crowd.base x, generate_series(0, ${forums - 1}) i
        JOIN (SELECT b.digit, c.id_cliente, c.live || c.past AS courses FROM crowd.brands b JOIN crowd.courses c ON c.id_cliente = b.id) b
          ON b.digit = i % 10) s`,
    'CREATE INDEX ON crowd.forums (i)',
    'ANALYZE crowd.forums',
    `INSERT INTO foros (id, id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, total_posts, total_raices, vistas,
        fecha_creacion, ultima_actividad)
      OVERRIDING SYSTEM VALUE
      SELECT f.id, f.id_cliente, ${personOf('f.i::bigint * 31', students)}, CASE WHEN f.i % 20 = 19 THEN 'general' ELSE 'curso' END,
        CASE WHEN f.i % 20 <> 19 THEN f.id_curso END, 'Tema de conversación ' || f.i, '<p>¿Cómo va el proyecto?</p>',
        '¿Cómo va el proyecto?', f.posts, (f.posts + 4) / 5, f.posts * 3, now() - interval '200 days',
        now() - make_interval(mins => 60 + f.i) FROM crowd.forums f ORDER BY f.i`,
  ]
}

const PHRASES = [
  'el resultado del paso no me sale',
  'alguien lo explica con un ejemplo',
  'gracias por la respuesta',
  'revisé la lección otra vez',
  'la hoja de cálculo da otro total',
  'subí mi proyecto al taller',
  'me ayudó mucho el video',
  'la fórmula cambia al copiarla',
  'en la sesión en vivo lo vimos',
  'creo que falta un dato',
  'probé en la computadora de la oficina',
  'mi equipo entrega mañana',
  'el gráfico muestra los meses al revés',
  'comparto una captura de pantalla',
  'con la última versión funciona',
  'hay que ordenar primero la tabla',
]
const WORDS = `(ARRAY[${PHRASES.map((phrase) => `'${phrase}'`).join(', ')}])`

/** One post of five is top-level, three reply to it, one to a reply; every post has a rare word. */
export const makePosts = (from: number, to: number, students: number): string[] => [
  `INSERT INTO posts_foro (id, id_foro, parent_id, raiz_id, id_usuario, contenido, texto, likes, respuestas, fecha)
    OVERRIDING SYSTEM VALUE
    SELECT id, foro, padre, raiz, autor, '<p>' || texto || '</p>', texto, (id % 5 = 0)::int,
      CASE WHEN j % 5 = 0 THEN least(4, posts - 1 - j) ELSE 0 END, now() - interval '190 days' + make_interval(secs => r)
    FROM (
      SELECT t.*, initcap(left(p, 1)) || substr(p, 2) || ', ' || ${WORDS}[1 + h / 16 % 16] || '. Mensaje ' || id || ': ' || ${WORDS}[1 + h / 256 % 16]
          || CASE WHEN id % 1000 = 0 THEN ' del fotograma' ELSE '' END || ', caso' || h % 50021 || '.' AS texto
      FROM (
        SELECT o.*, x.post + o.before_all + o.r - 1 AS id, ${WORDS}[1 + o.h % 16] AS p,
          CASE WHEN j % 5 > 0 THEN x.post + o.before_all + lag(o.r, j % 5) OVER w - 1 END AS raiz,
          CASE WHEN j % 5 > 0 THEN x.post + o.before_all + lag(o.r, CASE WHEN j % 5 = 3 THEN 1 ELSE j % 5 END) OVER w - 1 END AS padre
        FROM crowd.base x, (
          SELECT f.id AS foro, f.posts, j, row_number() OVER (ORDER BY j, f.i)::int AS r, min(f.before) OVER () AS before_all,
            (f.i::bigint * 7919 + j::bigint * 104729) % 1000003 AS h, ${personOf('f.i + j::bigint * 17', students)} AS autor
          FROM crowd.forums f, generate_series(0, f.posts - 1) j WHERE f.i BETWEEN ${from} AND ${to}) o
        WINDOW w AS (PARTITION BY o.foro ORDER BY o.j)) t) z ORDER BY id`,
  `INSERT INTO likes_post_foro (id_post, id_usuario) SELECT p.id, ${personOf('p.id::bigint * 13', students)}
    FROM crowd.forums f JOIN posts_foro p ON p.id_foro = f.id WHERE f.i BETWEEN ${from} AND ${to} AND p.likes = 1
      AND p.id >= (SELECT post FROM crowd.base) ORDER BY p.id`,
  `INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo, decision, decidido_en)
    SELECT f.id_cliente, p.id, ${personOf('p.id::bigint * 11', students)}, 'spam',
      CASE WHEN p.id % 2000 > 0 THEN 'rechazado' END, CASE WHEN p.id % 2000 > 0 THEN now() END
    FROM crowd.forums f JOIN posts_foro p ON p.id_foro = f.id WHERE f.i BETWEEN ${from} AND ${to} AND p.id % 100 = 0
      AND p.id >= (SELECT post FROM crowd.base) ORDER BY p.id`,
]

/** Each student has read two forums to their end and one only begun; one of the three they follow. */
export const makeReadings = (posts: number, students: number): string =>
  `INSERT INTO lecturas_foro (id_usuario, id_foro, ultimo_post, seguimiento)
    SELECT x.student + n, x.forum + ((n / 10 + k * 7) % ${forumsFor(posts) / 10}) * 10 + n % 10,
      CASE WHEN k = 0 THEN x.post ELSE (SELECT max(id) FROM posts_foro) END, CASE WHEN k = 0 THEN 'siguiendo' END
    FROM crowd.base x, generate_series(0, ${students - 1}) n, generate_series(0, 2) k ON CONFLICT DO NOTHING`
