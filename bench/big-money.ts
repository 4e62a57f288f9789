import type { LongForum } from './students.ts'

/** Who registered the sales of each brand. */
export const prepareStaff = `CREATE TABLE crowd.staff AS SELECT c.id AS id_cliente, coalesce(
    (SELECT min(u.id) FROM usuarios u WHERE u.id_cliente = c.id AND u.tipo_cliente = 'Administrador'),
    (SELECT min(u.id) FROM usuarios u WHERE u.tipo_cliente = 'Administrador')) AS id FROM clientes c`

/** The days on which they were paid; all but today's are summed before measuring. */
export const prepareDays = `INSERT INTO dias_de_dinero (id_cliente, dia)
  SELECT c.id, current_date + n FROM clientes c, generate_series(-500, 3) n ON CONFLICT DO NOTHING`

/**
 * Each enrolment of these students was bought, within the forty days before it: six of ten online, the others registered by
 * staff; one in fifty was paid back. One statement, because its parts need each other's ids.
 */
export const makeSales = (whose: string): string => `
  WITH o AS (
    INSERT INTO ordenes (numero, id_cliente, id_usuario, estado, huella, subtotal_centimos, total_centimos, pasarela, creada_en, pagada_en, id_personal)
    SELECT gen_random_uuid(), u.id_cliente, u.id, CASE WHEN x.dice % 50 = 0 THEN 'reembolsada' ELSE 'pagada' END, m.id_curso::text, 14900, 14900,
      CASE WHEN x.online THEN 'sandbox' ELSE 'manual' END, x.at, x.at + interval '3 minutes', CASE WHEN NOT x.online THEN s.id END
    FROM usuarios u JOIN matriculas m ON m.id_usuario = u.id JOIN crowd.staff s ON s.id_cliente = u.id_cliente
      CROSS JOIN LATERAL (SELECT d.dice, d.dice % 10 < 6 AS online, m.fecha_matricula - make_interval(mins => d.dice % 57600) AS at
        FROM (SELECT hashint8(m.id) & 2147483647 AS dice) d) x
    WHERE ${whose} ORDER BY u.id, m.id
    RETURNING id, id_cliente, id_usuario, id_personal, estado, huella::bigint AS id_curso, pagada_en
  ), l AS (
    INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos, cerrada_en)
    SELECT id, id_curso, 'Edición pasada', 14900, CASE WHEN estado = 'reembolsada' THEN pagada_en + interval '2 days' END FROM o
  ), p AS (
    INSERT INTO pagos (pasarela, id_pago, id_orden, estado, monto_centimos, devuelto_centimos, moneda, real)
    SELECT 'sandbox', 'muchos-' || id, id, CASE estado WHEN 'pagada' THEN 'approved' ELSE 'refunded' END, 14900,
      CASE estado WHEN 'pagada' THEN 0 ELSE 14900 END, 'PEN', false FROM o WHERE id_personal IS NULL
  ), c AS (
    INSERT INTO movimientos (id_cliente, id_orden, tipo, centimos, medio, operacion, dia, origen, id_personal, id_registro, id_pasarela, salda, creado_en)
    SELECT o.id_cliente, o.id, 'cobro', 14900, v.medio, CASE WHEN v.medio IN ('yape', 'transferencia') THEN o.id::text END,
      (o.pagada_en AT TIME ZONE 'America/Lima')::date, CASE WHEN o.id_personal IS NULL THEN 'pasarela' ELSE 'personal' END, o.id_personal, o.id_personal,
      CASE WHEN o.id_personal IS NULL THEN 'muchos-' || o.id END, true, o.pagada_en
    FROM o CROSS JOIN LATERAL (SELECT CASE WHEN o.id_personal IS NULL THEN 'mercadopago' ELSE (ARRAY['yape', 'yape', 'transferencia', 'efectivo'])[1 + o.id_usuario % 4] END AS medio) v
    RETURNING id, id_cliente, id_orden, centimos, medio, dia, origen, id_personal, id_pasarela, creado_en
  ), b AS (
    INSERT INTO movimientos (id_cliente, id_orden, id_cobro, tipo, centimos, medio, dia, origen, id_personal, id_registro, id_pasarela, creado_en)
    SELECT c.id_cliente, c.id_orden, c.id, 'devolucion', -c.centimos, c.medio, c.dia + 2, c.origen, c.id_personal, c.id_personal,
      c.id_pasarela || '-d', c.creado_en + interval '2 days' FROM c JOIN o ON o.id = c.id_orden AND o.estado = 'reembolsada'
    RETURNING id, id_orden, centimos, dia
  )
  INSERT INTO movimiento_lineas (id_movimiento, id_orden, id_curso, centimos, dia)
  SELECT x.id, x.id_orden, o.id_curso, x.centimos, x.dia
  FROM (SELECT id, id_orden, centimos, dia FROM c UNION ALL SELECT id, id_orden, centimos, dia FROM b) x JOIN o ON o.id = x.id_orden`

/** The rows that a list reads for a page. */
const PAGE = 51

/**
 * Sales of a course to the students of students.ts that fill the first page of each list of sales: yesterday's online and by
 * Yape, and those of an old month.
 */
export const fillPages = ({ vendido, registra }: LongForum): string => `
  WITH s AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('ordenes', 'id')) AS id, nextval(pg_get_serial_sequence('movimientos', 'id')) AS id_movimiento,
      u.id AS id_usuario, c.id AS id_curso, c.id_cliente, c.nombre, d.at, (d.at AT TIME ZONE 'America/Lima')::date AS dia, d.medio,
      CASE WHEN d.medio = 'yape' THEN ${registra} END AS id_personal
    FROM (SELECT id FROM usuarios WHERE correo LIKE 'medida-%' ORDER BY id LIMIT ${PAGE}) u CROSS JOIN cursos c
      CROSS JOIN (SELECT now() - make_interval(days => ago) AS at, medio FROM (VALUES (1, 'mercadopago'), (1, 'yape'), (315, 'mercadopago')) v(ago, medio)) d
    WHERE c.id = ${vendido}
  ), o AS (
    INSERT INTO ordenes (id, numero, id_cliente, id_usuario, estado, huella, subtotal_centimos, total_centimos, pasarela, creada_en, pagada_en, id_personal)
    OVERRIDING SYSTEM VALUE SELECT id, gen_random_uuid(), id_cliente, id_usuario, 'pagada', id_curso::text, 14900, 14900,
      CASE WHEN id_personal IS NULL THEN 'sandbox' ELSE 'manual' END, at, at, id_personal FROM s
  ), l AS (
    INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos) SELECT id, id_curso, nombre, 14900 FROM s
  ), d AS (
    INSERT INTO dias_de_dinero (id_cliente, dia) SELECT DISTINCT id_cliente, dia FROM s
      ON CONFLICT (id_cliente, dia) DO UPDATE SET sumado = false
  ), m AS (
    INSERT INTO movimientos (id, id_cliente, id_orden, tipo, centimos, medio, operacion, dia, origen, id_personal, id_registro, id_pasarela, salda, creado_en)
    OVERRIDING SYSTEM VALUE SELECT id_movimiento, id_cliente, id, 'cobro', 14900, medio, CASE WHEN medio = 'yape' THEN id::text END, dia,
      CASE WHEN id_personal IS NULL THEN 'pasarela' ELSE 'personal' END, id_personal, id_personal,
      CASE WHEN id_personal IS NULL THEN 'pagina-' || id END, true, at FROM s
  )
  INSERT INTO movimiento_lineas (id_movimiento, id_orden, id_curso, centimos, dia) SELECT id_movimiento, id, id_curso, 14900, dia FROM s`
