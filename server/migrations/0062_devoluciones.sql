CREATE TABLE "orden_devoluciones" (
	"id_orden" integer NOT NULL,
	"id_curso" integer NOT NULL,
	"id_cliente" integer NOT NULL,
	"monto_centimos" integer NOT NULL,
	"motivo" text,
	"pedida_en" timestamp with time zone DEFAULT now() NOT NULL,
	"resuelta_en" timestamp with time zone,
	"resultado" text,
	"respuesta" text,
	"id_personal" integer,
	CONSTRAINT "orden_devoluciones_id_orden_id_curso_pk" PRIMARY KEY("id_orden","id_curso"),
	CONSTRAINT "devoluciones_monto" CHECK ("orden_devoluciones"."monto_centimos" > 0),
	CONSTRAINT "devoluciones_motivo" CHECK (char_length("orden_devoluciones"."motivo") BETWEEN 1 AND 500),
	CONSTRAINT "devoluciones_resuelta" CHECK (("orden_devoluciones"."resuelta_en" IS NULL) = ("orden_devoluciones"."resultado" IS NULL)),
	CONSTRAINT "devoluciones_resultado" CHECK (CASE "orden_devoluciones"."resultado" WHEN 'negada' THEN "orden_devoluciones"."id_personal" IS NOT NULL AND char_length("orden_devoluciones"."respuesta") BETWEEN 3 AND 500
        WHEN 'devuelta' THEN "orden_devoluciones"."respuesta" IS NULL ELSE num_nonnulls("orden_devoluciones"."resultado", "orden_devoluciones"."respuesta", "orden_devoluciones"."id_personal") = 0 END IS TRUE)
);
--> statement-breakpoint
ALTER TABLE "orden_devoluciones" ADD CONSTRAINT "orden_devoluciones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_devoluciones" ADD CONSTRAINT "orden_devoluciones_id_personal_usuarios_id_fk" FOREIGN KEY ("id_personal") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_devoluciones" ADD CONSTRAINT "devoluciones_de_linea" FOREIGN KEY ("id_orden","id_curso") REFERENCES "public"."orden_lineas"("id_orden","id_curso") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devoluciones_por_atender" ON "orden_devoluciones" USING btree ("id_cliente","pedida_en","id_orden") WHERE "orden_devoluciones"."resuelta_en" IS NULL;