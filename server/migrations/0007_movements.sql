CREATE TABLE "devoluciones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devoluciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"id_orden" bigint NOT NULL,
	"id_cobro" bigint NOT NULL,
	"centimos" integer NOT NULL,
	"reparto" jsonb NOT NULL,
	"cierra" jsonb NOT NULL,
	"motivo" text NOT NULL,
	"estado" text NOT NULL,
	"id_personal" bigint NOT NULL,
	"envio" uuid NOT NULL,
	"preguntada_en" timestamp with time zone,
	"id_pasarela" text,
	"id_movimiento" bigint,
	"error" text,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"resuelta_en" timestamp with time zone,
	CONSTRAINT "devoluciones_un_envio" UNIQUE("id_personal","envio"),
	CONSTRAINT "devoluciones_un_movimiento" UNIQUE("id_movimiento"),
	CONSTRAINT "devoluciones_centimos" CHECK ("devoluciones"."centimos" > 0),
	CONSTRAINT "devoluciones_motivo_texto" CHECK (char_length("devoluciones"."motivo") BETWEEN 1 AND 500),
	CONSTRAINT "devoluciones_estado" CHECK (CASE "devoluciones"."estado" WHEN 'enviada' THEN num_nonnulls("devoluciones"."id_movimiento", "devoluciones"."error", "devoluciones"."resuelta_en") = 0
        WHEN 'hecha' THEN "devoluciones"."id_movimiento" IS NOT NULL AND "devoluciones"."error" IS NULL AND "devoluciones"."resuelta_en" IS NOT NULL
        WHEN 'fallida' THEN "devoluciones"."id_movimiento" IS NULL AND "devoluciones"."error" IS NOT NULL AND "devoluciones"."resuelta_en" IS NOT NULL ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "devoluciones_de_prueba" (
	"id" text PRIMARY KEY NOT NULL,
	"id_pago" text NOT NULL,
	"clave" text,
	"centimos" integer NOT NULL,
	"creado_en" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "devoluciones_de_prueba_una" UNIQUE("id_pago","clave")
);
--> statement-breakpoint
CREATE TABLE "movimiento_lineas" (
	"id_movimiento" bigint NOT NULL,
	"id_orden" bigint NOT NULL,
	"id_curso" bigint NOT NULL,
	"centimos" integer NOT NULL,
	CONSTRAINT "movimiento_lineas_id_movimiento_id_curso_pk" PRIMARY KEY("id_movimiento","id_curso")
);
--> statement-breakpoint
CREATE TABLE "movimientos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "movimientos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"id_orden" bigint NOT NULL,
	"id_cobro" bigint,
	"id_corregido" bigint,
	"tipo" text NOT NULL,
	"centimos" integer NOT NULL,
	"medio" text NOT NULL,
	"operacion" text,
	"dia" date NOT NULL,
	"origen" text NOT NULL,
	"id_personal" bigint,
	"id_pasarela" text,
	"salda" boolean DEFAULT false NOT NULL,
	"motivo" text,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "movimientos_con_orden" UNIQUE("id","id_orden"),
	CONSTRAINT "movimientos_tipo" CHECK ("movimientos"."tipo" IN ('cobro', 'devolucion', 'contracargo', 'ajuste')),
	CONSTRAINT "movimientos_medio" CHECK ("movimientos"."medio" IN ('mercadopago', 'yape', 'plin', 'transferencia', 'deposito', 'efectivo', 'pos', 'cortesia')),
	CONSTRAINT "movimientos_signo" CHECK (CASE "movimientos"."tipo" WHEN 'cobro' THEN "movimientos"."centimos" > 0 OR ("movimientos"."centimos" = 0 AND "movimientos"."medio" = 'cortesia')
        WHEN 'devolucion' THEN "movimientos"."centimos" < 0 WHEN 'ajuste' THEN "movimientos"."centimos" > 0 ELSE "movimientos"."centimos" <> 0 END),
	CONSTRAINT "movimientos_cobro" CHECK (("movimientos"."tipo" = 'cobro') = ("movimientos"."id_cobro" IS NULL)),
	CONSTRAINT "movimientos_corregido" CHECK (("movimientos"."tipo" = 'ajuste') = ("movimientos"."id_corregido" IS NOT NULL)),
	CONSTRAINT "movimientos_salda" CHECK ("movimientos"."salda" <= ("movimientos"."tipo" = 'cobro')),
	CONSTRAINT "movimientos_origen" CHECK ("movimientos"."origen" IN ('pasarela', 'personal')),
	CONSTRAINT "movimientos_personal" CHECK (("movimientos"."origen" = 'personal') = ("movimientos"."id_personal" IS NOT NULL)),
	CONSTRAINT "movimientos_numero" CHECK ("movimientos"."tipo" <> 'cobro' OR "movimientos"."medio" NOT IN ('yape', 'plin', 'transferencia', 'deposito') OR "movimientos"."operacion" IS NOT NULL),
	CONSTRAINT "movimientos_textos" CHECK (char_length("movimientos"."operacion") BETWEEN 1 AND 40 AND char_length("movimientos"."motivo") BETWEEN 1 AND 500)
);
--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD COLUMN "cerrada_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "id_personal" bigint;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "motivo" text;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "envio" uuid;--> statement-breakpoint
ALTER TABLE "pagos_de_prueba" ADD COLUMN "falla" text;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_id_cobro_movimientos_id_fk" FOREIGN KEY ("id_cobro") REFERENCES "public"."movimientos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_id_personal_usuarios_id_fk" FOREIGN KEY ("id_personal") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_id_movimiento_movimientos_id_fk" FOREIGN KEY ("id_movimiento") REFERENCES "public"."movimientos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones_de_prueba" ADD CONSTRAINT "devoluciones_de_prueba_id_pago_pagos_de_prueba_id_fk" FOREIGN KEY ("id_pago") REFERENCES "public"."pagos_de_prueba"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimiento_lineas" ADD CONSTRAINT "movimiento_lineas_movimiento" FOREIGN KEY ("id_movimiento","id_orden") REFERENCES "public"."movimientos"("id","id_orden") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimiento_lineas" ADD CONSTRAINT "movimiento_lineas_linea" FOREIGN KEY ("id_orden","id_curso") REFERENCES "public"."orden_lineas"("id_orden","id_curso") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_id_cobro_movimientos_id_fk" FOREIGN KEY ("id_cobro") REFERENCES "public"."movimientos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_id_corregido_movimientos_id_fk" FOREIGN KEY ("id_corregido") REFERENCES "public"."movimientos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_id_personal_usuarios_id_fk" FOREIGN KEY ("id_personal") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devoluciones_de_orden" ON "devoluciones" USING btree ("id_orden");--> statement-breakpoint
CREATE INDEX "devoluciones_de_marca" ON "devoluciones" USING btree ("id_cliente","creado_en","id");--> statement-breakpoint
CREATE INDEX "movimiento_lineas_de_linea" ON "movimiento_lineas" USING btree ("id_orden","id_curso");--> statement-breakpoint
CREATE INDEX "movimiento_lineas_de_curso" ON "movimiento_lineas" USING btree ("id_curso","id_movimiento");--> statement-breakpoint
CREATE UNIQUE INDEX "movimientos_de_pasarela" ON "movimientos" USING btree ("tipo","id_pasarela") WHERE "movimientos"."id_pasarela" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "movimientos_operacion" ON "movimientos" USING btree ("id_cliente","medio","operacion") WHERE "movimientos"."tipo" = 'cobro' AND "movimientos"."operacion" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "movimientos_de_orden" ON "movimientos" USING btree ("id_orden","id");--> statement-breakpoint
CREATE INDEX "movimientos_de_cobro" ON "movimientos" USING btree ("id_cobro") WHERE "movimientos"."id_cobro" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_id_personal_usuarios_id_fk" FOREIGN KEY ("id_personal") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ordenes_un_envio" ON "ordenes" USING btree ("id_personal","envio") WHERE "ordenes"."envio" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "ordenes_de_marca" ON "ordenes" USING btree ("id_cliente","creada_en","id");--> statement-breakpoint
-- What the gateway took: a payment in another currency only where staff accepted it as the price.
INSERT INTO "movimientos" ("id_cliente", "id_orden", "tipo", "centimos", "medio", "dia", "origen", "id_pasarela", "salda", "creado_en")
SELECT o.id_cliente, o.id, 'cobro', CASE WHEN p.moneda = o.moneda THEN p.monto_centimos ELSE o.total_centimos END, 'mercadopago',
  (w.cuando AT TIME ZONE 'America/Lima')::date, 'pasarela', p.id_pago,
  coalesce(p.detalle = 'aceptado_por_personal', false) OR (p.moneda = o.moneda AND p.monto_centimos = o.total_centimos), w.cuando
FROM pagos p JOIN ordenes o ON o.id = p.id_orden
CROSS JOIN LATERAL (SELECT CASE WHEN p.estado = 'approved' AND p.devuelto_centimos = 0
    AND EXISTS (SELECT FROM pagos e WHERE e.id_orden = o.id AND e.id < p.id AND e.estado IN ('approved', 'refunded', 'charged_back'))
  THEN p.actualizado_en ELSE least(o.pagada_en, p.actualizado_en) END AS cuando) w
WHERE p.estado IN ('approved', 'refunded', 'charged_back')
  AND CASE WHEN p.moneda = o.moneda THEN p.monto_centimos ELSE CASE WHEN p.detalle = 'aceptado_por_personal' THEN o.total_centimos ELSE 0 END END > 0
ORDER BY p.id;--> statement-breakpoint
-- What came back of it by the gateway.
INSERT INTO "movimientos" ("id_cliente", "id_orden", "id_cobro", "tipo", "centimos", "medio", "dia", "origen", "id_pasarela", "creado_en")
SELECT m.id_cliente, m.id_orden, m.id, 'devolucion', -d.centimos, 'mercadopago', (p.actualizado_en AT TIME ZONE 'America/Lima')::date,
  'pasarela', p.id_pago || ':' || d.centimos, p.actualizado_en
FROM pagos p JOIN ordenes o ON o.id = p.id_orden AND o.moneda = p.moneda
JOIN movimientos m ON m.tipo = 'cobro' AND m.id_pasarela = p.id_pago
CROSS JOIN LATERAL (SELECT CASE WHEN p.estado = 'refunded' THEN m.centimos ELSE least(p.devuelto_centimos, m.centimos) END AS centimos) d
WHERE d.centimos > 0 ORDER BY p.id;--> statement-breakpoint
INSERT INTO "movimientos" ("id_cliente", "id_orden", "id_cobro", "tipo", "centimos", "medio", "dia", "origen", "id_pasarela", "creado_en")
SELECT m.id_cliente, m.id_orden, m.id, 'contracargo', -q.centimos, 'mercadopago', (p.actualizado_en AT TIME ZONE 'America/Lima')::date,
  'pasarela', p.id_pago || ':1', p.actualizado_en
FROM pagos p JOIN movimientos m ON m.tipo = 'cobro' AND m.id_pasarela = p.id_pago
CROSS JOIN LATERAL (SELECT m.centimos + coalesce((SELECT sum(r.centimos) FROM movimientos r WHERE r.id_cobro = m.id), 0) AS centimos) q
WHERE p.estado = 'charged_back' AND q.centimos > 0 ORDER BY p.id;--> statement-breakpoint
-- What staff gave back and the gateway did not tell of yet.
INSERT INTO "movimientos" ("id_cliente", "id_orden", "id_cobro", "tipo", "centimos", "medio", "dia", "origen", "id_personal", "creado_en")
SELECT o.id_cliente, o.id, m.id, 'devolucion', -least(-o.saldo_devuelto, m.queda), 'mercadopago',
  (s.resuelta_en AT TIME ZONE 'America/Lima')::date, 'personal', s.id_personal, s.resuelta_en
FROM ordenes o
CROSS JOIN LATERAL (SELECT c.id, c.centimos + coalesce((SELECT sum(r.centimos) FROM movimientos r WHERE r.id_cobro = c.id), 0) AS queda
  FROM movimientos c WHERE c.id_orden = o.id AND c.tipo = 'cobro' ORDER BY 2 DESC, 1 LIMIT 1) m
CROSS JOIN LATERAL (SELECT d.id_personal, d.resuelta_en FROM orden_devoluciones d
  WHERE d.id_orden = o.id AND d.resultado = 'devuelta' AND d.id_personal IS NOT NULL ORDER BY d.resuelta_en DESC LIMIT 1) s
WHERE o.saldo_devuelto < 0 AND m.queda > 0 ORDER BY o.id;--> statement-breakpoint
-- Of each course what it costs after the discount, as the checkout spread it; of other amounts its share, odd céntimos to the first.
INSERT INTO "movimiento_lineas" ("id_movimiento", "id_orden", "id_curso", "centimos")
WITH bearing AS (
  SELECT l.id_orden, l.id_curso, l.precio_centimos::bigint AS price, o.descuento_centimos - sum(l.precio_centimos::bigint * o.descuento_centimos / nullif(o.subtotal_centimos, 0)) OVER w AS missing,
    l.precio_centimos::bigint * o.descuento_centimos / nullif(o.subtotal_centimos, 0) AS share,
    row_number() OVER (PARTITION BY l.id_orden ORDER BY l.precio_centimos::bigint * o.descuento_centimos % nullif(o.subtotal_centimos, 0) DESC, l.id_curso) AS place
  FROM orden_lineas l JOIN ordenes o ON o.id = l.id_orden
  WHERE EXISTS (SELECT FROM movimientos m WHERE m.id_orden = o.id)
  WINDOW w AS (PARTITION BY l.id_orden)
), net AS (
  SELECT id_orden, id_curso, price - share - (place <= missing)::int AS weight,
    sum(price - share - (place <= missing)::int) OVER (PARTITION BY id_orden) AS whole FROM bearing
), shares AS (
  SELECT m.id, n.id_orden, n.id_curso, div(m.centimos * n.weight, n.whole) AS share, mod(m.centimos * n.weight, n.whole) > 0 AS odd,
    m.centimos - sum(div(m.centimos * n.weight, n.whole)) OVER (PARTITION BY m.id) AS rest
  FROM movimientos m JOIN net n ON n.id_orden = m.id_orden AND n.whole > 0 WHERE m.tipo = 'cobro'
), spread AS (
  SELECT id, id_orden, id_curso, share + (odd AND row_number() OVER (PARTITION BY id, odd ORDER BY id_curso) <= rest)::int AS centimos FROM shares
)
SELECT id, id_orden, id_curso, centimos FROM spread WHERE centimos <> 0;--> statement-breakpoint
-- As asked and in that order, where the courses that were paid back make what came back; otherwise in proportion to what each course had paid.
INSERT INTO "movimiento_lineas" ("id_movimiento", "id_orden", "id_curso", "centimos")
WITH asked AS (
  SELECT d.id_orden, d.id_curso, d.monto_centimos AS centimos, sum(d.monto_centimos) OVER (PARTITION BY d.id_orden ORDER BY d.resuelta_en, d.id_curso) AS until,
    sum(d.monto_centimos) OVER (PARTITION BY d.id_orden) AS whole
  FROM orden_devoluciones d WHERE d.resultado = 'devuelta'
), back AS (
  SELECT m.id, m.id_orden, m.id_cobro, -m.centimos AS centimos, sum(-m.centimos) OVER (PARTITION BY m.id_orden ORDER BY m.id) AS until,
    sum(-m.centimos) OVER (PARTITION BY m.id_orden) AS whole
  FROM movimientos m WHERE m.tipo = 'devolucion'
)
SELECT b.id, b.id_orden, a.id_curso, greatest(a.until - a.centimos, b.until - b.centimos) - least(a.until, b.until)
FROM back b JOIN asked a ON a.id_orden = b.id_orden AND a.whole = b.whole
WHERE least(a.until, b.until) > greatest(a.until - a.centimos, b.until - b.centimos)
  AND NOT EXISTS (SELECT FROM movimientos r WHERE r.id_orden = b.id_orden AND r.tipo = 'devolucion' AND r.id_cobro <> b.id_cobro)
  AND NOT EXISTS (SELECT FROM asked e LEFT JOIN movimiento_lineas x ON x.id_movimiento = b.id_cobro AND x.id_curso = e.id_curso
    WHERE e.id_orden = b.id_orden AND coalesce(x.centimos, 0) < e.centimos);--> statement-breakpoint
INSERT INTO "movimiento_lineas" ("id_movimiento", "id_orden", "id_curso", "centimos")
WITH shares AS (
  SELECT m.id, c.id_orden, c.id_curso, -m.centimos::bigint * c.centimos / k.centimos AS share, -m.centimos::bigint * c.centimos % k.centimos > 0 AS odd,
    -m.centimos - sum(-m.centimos::bigint * c.centimos / k.centimos) OVER (PARTITION BY m.id) AS rest
  FROM movimientos m JOIN movimientos k ON k.id = m.id_cobro JOIN movimiento_lineas c ON c.id_movimiento = k.id
  WHERE m.tipo = 'devolucion' AND m.origen = 'pasarela' AND NOT EXISTS (SELECT FROM movimiento_lineas x WHERE x.id_movimiento = m.id)
), spread AS (
  SELECT id, id_orden, id_curso, -(share + (odd AND row_number() OVER (PARTITION BY id, odd ORDER BY id_curso) <= rest)::int) AS centimos FROM shares
)
SELECT id, id_orden, id_curso, centimos FROM spread WHERE centimos <> 0;--> statement-breakpoint
INSERT INTO "movimiento_lineas" ("id_movimiento", "id_orden", "id_curso", "centimos")
WITH held AS (
  SELECT m.id, m.centimos, c.id_orden, c.id_curso, sum(c.centimos) AS weight, sum(sum(c.centimos)) OVER (PARTITION BY m.id) AS whole
  FROM movimientos m JOIN movimientos k ON k.id = m.id_cobro OR (k.id_cobro = m.id_cobro AND k.id <> m.id)
  JOIN movimiento_lineas c ON c.id_movimiento = k.id
  WHERE NOT EXISTS (SELECT FROM movimiento_lineas x WHERE x.id_movimiento = m.id) AND m.tipo IN ('contracargo', 'devolucion')
  GROUP BY m.id, m.centimos, c.id_orden, c.id_curso
), shares AS (
  SELECT id, id_orden, id_curso, div(-centimos * weight, whole) AS share, mod(-centimos * weight, whole) > 0 AS odd,
    -centimos - sum(div(-centimos * weight, whole)) OVER (PARTITION BY id) AS rest
  FROM held WHERE whole > 0
), spread AS (
  SELECT id, id_orden, id_curso, -(share + (odd AND row_number() OVER (PARTITION BY id, odd ORDER BY id_curso) <= rest)::int) AS centimos FROM shares
)
SELECT id, id_orden, id_curso, centimos FROM spread WHERE centimos <> 0;--> statement-breakpoint
-- A chargeback also answered what was asked, and closes nothing for good.
UPDATE "orden_lineas" l SET "cerrada_en" = d.resuelta_en FROM orden_devoluciones d
WHERE d.id_orden = l.id_orden AND d.id_curso = l.id_curso AND d.resultado = 'devuelta' AND d.id_personal IS NOT NULL;--> statement-breakpoint
UPDATE "orden_lineas" l SET "cerrada_en" = coalesce((SELECT max(m.creado_en) FROM movimientos m WHERE m.id_orden = o.id), o.pagada_en, now())
FROM ordenes o WHERE o.id = l.id_orden AND o.estado = 'reembolsada' AND l.cerrada_en IS NULL;--> statement-breakpoint
-- All of it came back, and staff closed every course.
UPDATE "ordenes" o SET "estado" = CASE WHEN EXISTS (SELECT FROM movimientos m WHERE m.id_orden = o.id AND m.tipo = 'contracargo')
  THEN 'contracargo' ELSE 'reembolsada' END WHERE o.estado = 'pagada'
  AND (SELECT sum(m.centimos) FROM movimientos m WHERE m.id_orden = o.id) = 0 AND o.total_centimos > 0
  AND NOT EXISTS (SELECT FROM orden_lineas l WHERE l.id_orden = o.id AND l.cerrada_en IS NULL AND l.precio_centimos > 0);
