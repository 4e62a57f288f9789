CREATE TABLE "cupon_codigos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cupon_codigos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cupon" bigint NOT NULL,
	"id_cliente" bigint NOT NULL,
	"codigo" text NOT NULL,
	"envio" uuid,
	CONSTRAINT "cupon_codigos_de_marca" UNIQUE("id_cliente","codigo"),
	CONSTRAINT "cupon_codigos_con_cupon" UNIQUE("id_cupon","id"),
	CONSTRAINT "cupon_codigos_codigo" CHECK ("cupon_codigos"."codigo" ~ '^[A-Z0-9]{3,20}$' AND "cupon_codigos"."codigo" !~ '^REF[0-9]+$')
);
--> statement-breakpoint
CREATE TABLE "cupon_cursos" (
	"id_cupon" bigint NOT NULL,
	"id_curso" bigint NOT NULL,
	CONSTRAINT "cupon_cursos_id_cupon_id_curso_pk" PRIMARY KEY("id_cupon","id_curso")
);
--> statement-breakpoint
CREATE TABLE "cupon_usos" (
	"id_orden" bigint PRIMARY KEY NOT NULL,
	"id_cupon" bigint NOT NULL,
	"id_codigo" bigint NOT NULL,
	"id_usuario" bigint NOT NULL,
	"retenido_hasta" timestamp with time zone NOT NULL,
	"usado_en" timestamp with time zone,
	"de_mas" boolean DEFAULT false NOT NULL,
	"visto_por" bigint,
	CONSTRAINT "cupon_usos_de_mas" CHECK ("cupon_usos"."de_mas" <= ("cupon_usos"."usado_en" IS NOT NULL)),
	CONSTRAINT "cupon_usos_visto" CHECK (("cupon_usos"."visto_por" IS NOT NULL) <= "cupon_usos"."de_mas")
);
--> statement-breakpoint
CREATE TABLE "cupones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cupones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"nombre" text NOT NULL,
	"busqueda" text GENERATED ALWAYS AS (sin_acentos("cupones"."nombre")) STORED,
	"porcentaje" smallint,
	"descuento_centimos" integer,
	"desde" date,
	"hasta" date,
	"usos" integer,
	"usos_persona" integer,
	"de_un_uso" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"id_usuario" bigint NOT NULL,
	"envio" uuid,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"cerrado_en" timestamp with time zone,
	CONSTRAINT "cupones_descuento" CHECK (num_nonnulls("cupones"."porcentaje", "cupones"."descuento_centimos") = 1),
	CONSTRAINT "cupones_porcentaje" CHECK ("cupones"."porcentaje" BETWEEN 1 AND 100),
	CONSTRAINT "cupones_monto" CHECK ("cupones"."descuento_centimos" > 0),
	CONSTRAINT "cupones_dias" CHECK ("cupones"."desde" <= "cupones"."hasta"),
	CONSTRAINT "cupones_usos" CHECK ("cupones"."usos" > 0 AND "cupones"."usos_persona" > 0)
);
--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD COLUMN "descuento_centimos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Each order's discount in proportion to its prices; the céntimos that are left to the largest remainders, as the checkout did.
UPDATE "orden_lineas" l SET "descuento_centimos" = s.parte + (s.puesto <= s.falta)::int
FROM (SELECT p.id_orden, p.id_curso, p.parte, row_number() OVER (PARTITION BY p.id_orden ORDER BY p.resto DESC, p.id_curso) AS puesto,
    p.descuento - sum(p.parte) OVER (PARTITION BY p.id_orden) AS falta
  FROM (SELECT x.id_orden, x.id_curso, x.descuento, x.precio * x.descuento / x.suma AS parte, x.precio * x.descuento % x.suma AS resto
    FROM (SELECT k.id_orden, k.id_curso, k.precio_centimos::bigint AS precio, o.descuento_centimos::bigint AS descuento,
        sum(k.precio_centimos) OVER (PARTITION BY k.id_orden) AS suma
      FROM "orden_lineas" k JOIN "ordenes" o ON o.id = k.id_orden WHERE o.descuento_centimos > 0) x WHERE x.suma > 0) p) s
WHERE l.id_orden = s.id_orden AND l.id_curso = s.id_curso AND s.parte + (s.puesto <= s.falta)::int > 0;--> statement-breakpoint
ALTER TABLE "cupon_codigos" ADD CONSTRAINT "cupon_codigos_id_cupon_cupones_id_fk" FOREIGN KEY ("id_cupon") REFERENCES "public"."cupones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupon_codigos" ADD CONSTRAINT "cupon_codigos_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupon_cursos" ADD CONSTRAINT "cupon_cursos_id_cupon_cupones_id_fk" FOREIGN KEY ("id_cupon") REFERENCES "public"."cupones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupon_cursos" ADD CONSTRAINT "cupon_cursos_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupon_usos" ADD CONSTRAINT "cupon_usos_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupon_usos" ADD CONSTRAINT "cupon_usos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupon_usos" ADD CONSTRAINT "cupon_usos_visto_por_usuarios_id_fk" FOREIGN KEY ("visto_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupon_usos" ADD CONSTRAINT "cupon_usos_codigo" FOREIGN KEY ("id_cupon","id_codigo") REFERENCES "public"."cupon_codigos"("id_cupon","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupones" ADD CONSTRAINT "cupones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cupones" ADD CONSTRAINT "cupones_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cupon_cursos_de_curso" ON "cupon_cursos" USING btree ("id_curso");--> statement-breakpoint
CREATE INDEX "cupon_usos_hechos" ON "cupon_usos" USING btree ("id_cupon") WHERE "cupon_usos"."usado_en" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "cupon_usos_retenidos" ON "cupon_usos" USING btree ("id_cupon","retenido_hasta") WHERE "cupon_usos"."usado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "cupon_usos_de_persona" ON "cupon_usos" USING btree ("id_cupon","id_usuario");--> statement-breakpoint
CREATE INDEX "cupon_usos_de_codigo" ON "cupon_usos" USING btree ("id_codigo");--> statement-breakpoint
CREATE INDEX "cupon_usos_de_mas" ON "cupon_usos" USING btree ("id_cupon") WHERE "cupon_usos"."de_mas" AND "cupon_usos"."visto_por" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "cupones_envio" ON "cupones" USING btree ("id_usuario","envio") WHERE "cupones"."envio" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "cupones_de_marca" ON "cupones" USING btree ("id_cliente","creado_en","id");--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "lineas_descuento" CHECK ("orden_lineas"."descuento_centimos" BETWEEN 0 AND "orden_lineas"."precio_centimos");