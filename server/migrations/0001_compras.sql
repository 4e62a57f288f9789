CREATE TABLE "eventos_pago" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "eventos_pago_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"pasarela" text NOT NULL,
	"clave" text NOT NULL,
	"id_pago" text NOT NULL,
	"cuerpo" jsonb NOT NULL,
	"recibido_en" timestamp with time zone DEFAULT now() NOT NULL,
	"procesado_en" timestamp with time zone,
	CONSTRAINT "eventos_una_vez" UNIQUE("pasarela","clave")
);
--> statement-breakpoint
CREATE TABLE "orden_lineas" (
	"id_orden" integer NOT NULL,
	"id_curso" integer NOT NULL,
	"nombre" text NOT NULL,
	"imagen" text,
	"precio_centimos" integer NOT NULL,
	CONSTRAINT "orden_lineas_id_orden_id_curso_pk" PRIMARY KEY("id_orden","id_curso"),
	CONSTRAINT "lineas_precio" CHECK ("orden_lineas"."precio_centimos" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ordenes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ordenes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"numero" uuid NOT NULL,
	"id_cliente" integer NOT NULL,
	"id_usuario" integer NOT NULL,
	"estado" text DEFAULT 'pendiente' NOT NULL,
	"huella" text NOT NULL,
	"subtotal_centimos" integer NOT NULL,
	"descuento_centimos" integer DEFAULT 0 NOT NULL,
	"total_centimos" integer NOT NULL,
	"moneda" text DEFAULT 'PEN' NOT NULL,
	"pasarela" text NOT NULL,
	"id_preferencia" text,
	"init_point" text,
	"creada_en" timestamp with time zone DEFAULT now() NOT NULL,
	"revisada_en" timestamp with time zone,
	"pagada_en" timestamp with time zone,
	CONSTRAINT "ordenes_numero_unique" UNIQUE("numero"),
	CONSTRAINT "ordenes_suma" CHECK ("ordenes"."total_centimos" = "ordenes"."subtotal_centimos" - "ordenes"."descuento_centimos" AND "ordenes"."descuento_centimos" >= 0 AND "ordenes"."total_centimos" >= 0),
	CONSTRAINT "ordenes_pagada" CHECK (("ordenes"."estado" IN ('pagada', 'reembolsada', 'contracargo')) <= ("ordenes"."pagada_en" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "pagos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pagos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"pasarela" text NOT NULL,
	"id_pago" text NOT NULL,
	"id_orden" integer NOT NULL,
	"estado" text NOT NULL,
	"detalle" text,
	"monto_centimos" integer NOT NULL,
	"moneda" text NOT NULL,
	"real" boolean NOT NULL,
	"actualizado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pagos_uno" UNIQUE("pasarela","id_pago")
);
--> statement-breakpoint
CREATE TABLE "pagos_de_prueba" (
	"id" text PRIMARY KEY NOT NULL,
	"referencia" text NOT NULL,
	"estado" text NOT NULL,
	"detalle" text,
	"monto_centimos" integer NOT NULL,
	"creado_en" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "orden_lineas_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "orden_lineas_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagos" ADD CONSTRAINT "pagos_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ordenes_una_por_cobrar" ON "ordenes" USING btree ("id_usuario","huella") WHERE "ordenes"."estado" IN ('pendiente', 'en_espera', 'rechazada');--> statement-breakpoint
CREATE INDEX "ordenes_de_usuario" ON "ordenes" USING btree ("id_usuario","creada_en" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ordenes_por_conciliar" ON "ordenes" USING btree ("creada_en") WHERE "ordenes"."estado" IN ('pendiente', 'en_espera', 'rechazada');--> statement-breakpoint
CREATE INDEX "pagos_de_orden" ON "pagos" USING btree ("id_orden");--> statement-breakpoint
CREATE INDEX "pagos_de_prueba_por_referencia" ON "pagos_de_prueba" USING btree ("referencia");