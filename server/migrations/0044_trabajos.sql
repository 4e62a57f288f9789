CREATE TABLE "trabajo_filas" (
	"id_trabajo" integer NOT NULL,
	"fila" integer NOT NULL,
	"datos" jsonb NOT NULL,
	"estado" text DEFAULT 'pendiente' NOT NULL,
	"mensaje" text,
	CONSTRAINT "trabajo_filas_id_trabajo_fila_pk" PRIMARY KEY("id_trabajo","fila"),
	CONSTRAINT "trabajo_filas_estado" CHECK ("trabajo_filas"."estado" IN ('pendiente', 'hecha', 'error')),
	CONSTRAINT "trabajo_filas_mensaje" CHECK (("trabajo_filas"."estado" = 'error') = ("trabajo_filas"."mensaje" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "trabajos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trabajos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"tipo" text NOT NULL,
	"titulo" text NOT NULL,
	"parametros" jsonb NOT NULL,
	"estado" text DEFAULT 'en_cola' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"hechas" integer DEFAULT 0 NOT NULL,
	"errores" integer DEFAULT 0 NOT NULL,
	"resultado" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pedido_por" integer NOT NULL,
	"envio" uuid NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"terminado_en" timestamp with time zone,
	CONSTRAINT "trabajos_envio" UNIQUE("envio"),
	CONSTRAINT "trabajos_estado" CHECK ("trabajos"."estado" IN ('en_cola', 'en_curso', 'terminado', 'con_errores', 'cancelado', 'fallido')),
	CONSTRAINT "trabajos_terminado" CHECK (("trabajos"."estado" IN ('en_cola', 'en_curso')) = ("trabajos"."terminado_en" IS NULL)),
	CONSTRAINT "trabajos_hechas" CHECK ("trabajos"."hechas" BETWEEN 0 AND "trabajos"."total" AND "trabajos"."errores" BETWEEN 0 AND "trabajos"."hechas")
);
--> statement-breakpoint
ALTER TABLE "trabajo_filas" ADD CONSTRAINT "trabajo_filas_id_trabajo_trabajos_id_fk" FOREIGN KEY ("id_trabajo") REFERENCES "public"."trabajos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trabajos" ADD CONSTRAINT "trabajos_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trabajos" ADD CONSTRAINT "trabajos_pedido_por_usuarios_id_fk" FOREIGN KEY ("pedido_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "filas_por_hacer" ON "trabajo_filas" USING btree ("id_trabajo","fila") WHERE "trabajo_filas"."estado" = 'pendiente';--> statement-breakpoint
CREATE INDEX "filas_con_error" ON "trabajo_filas" USING btree ("id_trabajo","fila") WHERE "trabajo_filas"."estado" = 'error';--> statement-breakpoint
CREATE INDEX "trabajos_recientes" ON "trabajos" USING btree ("id_cliente","creado_en","id");--> statement-breakpoint
CREATE INDEX "trabajos_de_persona" ON "trabajos" USING btree ("pedido_por","creado_en");