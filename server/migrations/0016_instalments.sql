CREATE TABLE "cuotas" (
	"id_orden" bigint NOT NULL,
	"numero" integer NOT NULL,
	"centimos" integer NOT NULL,
	"vence" date NOT NULL,
	"pagada_el" date,
	"id_cierre" bigint,
	"referencia" uuid DEFAULT gen_random_uuid() NOT NULL,
	"init_point" text,
	"preferencia_en" timestamp with time zone,
	CONSTRAINT "cuotas_id_orden_numero_pk" PRIMARY KEY("id_orden","numero"),
	CONSTRAINT "cuotas_referencia_unique" UNIQUE("referencia"),
	CONSTRAINT "cuotas_numero" CHECK ("cuotas"."numero" BETWEEN 1 AND 12),
	CONSTRAINT "cuotas_centimos" CHECK ("cuotas"."centimos" > 0),
	CONSTRAINT "cuotas_preferencia" CHECK (num_nonnulls("cuotas"."init_point", "cuotas"."preferencia_en") IN (0, 2))
);
--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "dias_gracia" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "matriculas" ADD COLUMN "suspendida_por" text;--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "cuota" integer;--> statement-breakpoint
ALTER TABLE "movimientos" ADD COLUMN "cuota" integer;--> statement-breakpoint
ALTER TABLE "orden_avisos" ADD COLUMN "cuota" integer;--> statement-breakpoint
ALTER TABLE "cuotas" ADD CONSTRAINT "cuotas_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cuotas" ADD CONSTRAINT "cuotas_id_cierre_movimientos_id_fk" FOREIGN KEY ("id_cierre") REFERENCES "public"."movimientos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cuotas_por_cobrar" ON "cuotas" USING btree ("vence","id_orden") WHERE "cuotas"."pagada_el" IS NULL AND "cuotas"."id_cierre" IS NULL;--> statement-breakpoint
CREATE INDEX "cuotas_en_pasarela" ON "cuotas" USING btree ("preferencia_en","id_orden") WHERE "cuotas"."preferencia_en" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_cuota" FOREIGN KEY ("id_orden","cuota") REFERENCES "public"."cuotas"("id_orden","numero") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clientes" ADD CONSTRAINT "clientes_dias_gracia" CHECK ("clientes"."dias_gracia" BETWEEN 0 AND 60);--> statement-breakpoint
UPDATE "matriculas" m SET "suspendida_por" = CASE WHEN EXISTS (SELECT FROM "orden_lineas" l JOIN "ordenes" o ON o."id" = l."id_orden"
	WHERE o."id_usuario" = m."id_usuario" AND l."id_curso" = m."id_curso"
		AND (l."cerrada_en" IS NOT NULL OR o."estado" IN ('reembolsada', 'contracargo', 'en_revision'))) THEN 'pasarela' ELSE 'personal' END
	WHERE m."estado" = 'suspendida';--> statement-breakpoint
ALTER TABLE "matriculas" ADD CONSTRAINT "matriculas_suspendida" CHECK (("matriculas"."estado" = 'suspendida') = ("matriculas"."suspendida_por" IS NOT NULL));--> statement-breakpoint
ALTER TABLE "matriculas" ADD CONSTRAINT "matriculas_suspendida_por" CHECK ("matriculas"."suspendida_por" IN ('personal', 'cuotas', 'pasarela'));--> statement-breakpoint
ALTER TABLE "movimientos" ADD CONSTRAINT "movimientos_de_cuota" CHECK ("movimientos"."cuota" IS NULL OR "movimientos"."tipo" = 'cobro');