CREATE TABLE "dias_de_dinero" (
	"id_cliente" bigint NOT NULL,
	"dia" date NOT NULL,
	"sumado" boolean DEFAULT false NOT NULL,
	CONSTRAINT "dias_de_dinero_id_cliente_dia_pk" PRIMARY KEY("id_cliente","dia")
);--> statement-breakpoint
CREATE TABLE "dinero_del_dia" (
	"id_cliente" bigint NOT NULL,
	"dia" date NOT NULL,
	"id_curso" bigint NOT NULL,
	"medio" text NOT NULL,
	"id_registro" bigint NOT NULL,
	"cobros" integer NOT NULL,
	"ordenes" integer NOT NULL,
	"cobrado_centimos" bigint NOT NULL,
	"devuelto_centimos" bigint NOT NULL,
	CONSTRAINT "dinero_del_dia_id_cliente_id_curso_dia_medio_id_registro_pk" PRIMARY KEY("id_cliente","id_curso","dia","medio","id_registro")
);--> statement-breakpoint
ALTER TABLE "movimiento_lineas" DROP CONSTRAINT "movimiento_lineas_movimiento";--> statement-breakpoint
ALTER TABLE "movimientos" DROP CONSTRAINT "movimientos_con_orden";--> statement-breakpoint
DROP INDEX "movimiento_lineas_de_curso";--> statement-breakpoint
DROP INDEX "movimientos_del_dia";--> statement-breakpoint
DROP INDEX "movimientos_de_medio";--> statement-breakpoint
DROP INDEX "movimientos_de_personal";--> statement-breakpoint
DROP INDEX "ordenes_por_total";--> statement-breakpoint
DROP INDEX "ordenes_de_personal";--> statement-breakpoint
DROP INDEX "movimientos_operacion";--> statement-breakpoint
ALTER TABLE "movimientos" ADD COLUMN "id_registro" bigint;--> statement-breakpoint
UPDATE "movimientos" m SET "id_registro" = c.id_personal FROM "movimientos" c WHERE c.id = coalesce(m.id_cobro, m.id) AND c.id_personal IS NOT NULL;--> statement-breakpoint
INSERT INTO "dias_de_dinero" ("id_cliente", "dia") SELECT DISTINCT id_cliente, dia FROM "movimientos";--> statement-breakpoint
ALTER TABLE "movimiento_lineas" ADD COLUMN "dia" date;--> statement-breakpoint
UPDATE "movimiento_lineas" l SET "dia" = m.dia FROM "movimientos" m WHERE m.id = l.id_movimiento;--> statement-breakpoint
ALTER TABLE "movimiento_lineas" ALTER COLUMN "dia" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_con_orden_y_dia" UNIQUE("id","id_orden","dia");--> statement-breakpoint
ALTER TABLE "movimiento_lineas" ADD CONSTRAINT "movimiento_lineas_movimiento" FOREIGN KEY ("id_movimiento","id_orden","dia") REFERENCES "public"."movimientos"("id","id_orden","dia") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "movimientos" DROP CONSTRAINT "movimientos_signo";--> statement-breakpoint
ALTER TABLE "devoluciones" ADD COLUMN "avisada_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devoluciones_de_prueba" ADD COLUMN "rechazada" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "movimientos" ADD COLUMN "anulado_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "confirmada_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dias_de_dinero" ADD CONSTRAINT "dias_de_dinero_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dinero_del_dia" ADD CONSTRAINT "dinero_del_dia_dia" FOREIGN KEY ("id_cliente","dia") REFERENCES "public"."dias_de_dinero"("id_cliente","dia") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dias_por_sumar" ON "dias_de_dinero" USING btree ("dia") WHERE NOT "dias_de_dinero"."sumado";--> statement-breakpoint
CREATE INDEX "dinero_de_un_dia" ON "dinero_del_dia" USING btree ("id_cliente","dia");--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_id_registro_usuarios_id_fk" FOREIGN KEY ("id_registro") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_dia" FOREIGN KEY ("id_cliente","dia") REFERENCES "public"."dias_de_dinero"("id_cliente","dia") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devoluciones_enviadas" ON "devoluciones" USING btree ("creado_en","id") WHERE "devoluciones"."estado" = 'enviada';--> statement-breakpoint
CREATE INDEX "movimiento_lineas_por_dia" ON "movimiento_lineas" USING btree ("id_curso","dia","id_movimiento","id_orden");--> statement-breakpoint
CREATE INDEX "movimientos_por_dia" ON "movimientos" USING btree ("id_cliente","dia","id","id_orden","id_registro");--> statement-breakpoint
CREATE INDEX "movimientos_por_medio" ON "movimientos" USING btree ("id_cliente","medio","dia","id","id_orden");--> statement-breakpoint
CREATE INDEX "movimientos_por_registro" ON "movimientos" USING btree ("id_registro","dia","id","id_orden","id_cliente") WHERE "movimientos"."id_registro" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orden_lineas_de_curso" ON "orden_lineas" USING btree ("id_curso","id_orden");--> statement-breakpoint
CREATE UNIQUE INDEX "movimientos_operacion" ON "movimientos" USING btree ("id_cliente","medio","operacion") WHERE "movimientos"."tipo" = 'cobro' AND "movimientos"."operacion" IS NOT NULL AND "movimientos"."anulado_en" IS NULL;--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_anulado" CHECK ("movimientos"."anulado_en" IS NULL OR ("movimientos"."origen" = 'personal' AND "movimientos"."tipo" IN ('cobro', 'devolucion')));--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_registro" CHECK ("movimientos"."tipo" <> 'cobro' OR "movimientos"."id_registro" IS NOT DISTINCT FROM "movimientos"."id_personal");--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_signo" CHECK (CASE "movimientos"."tipo" WHEN 'cobro' THEN "movimientos"."centimos" > 0 OR ("movimientos"."centimos" = 0 AND "movimientos"."medio" = 'cortesia')
        WHEN 'devolucion' THEN "movimientos"."centimos" < 0
        WHEN 'ajuste' THEN CASE WHEN "movimientos"."id_corregido" <> "movimientos"."id_cobro" THEN "movimientos"."centimos" > 0
          ELSE "movimientos"."centimos" < 0 OR ("movimientos"."centimos" = 0 AND "movimientos"."medio" = 'cortesia') END
        ELSE "movimientos"."centimos" <> 0 END);