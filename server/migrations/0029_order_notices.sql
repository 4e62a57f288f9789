CREATE TABLE "orden_avisos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orden_avisos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_orden" integer NOT NULL,
	"tipo" text NOT NULL,
	"clave" text NOT NULL,
	"monto_centimos" integer NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orden_avisos_una_vez" UNIQUE("id_orden","clave")
);
--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "medio" text;--> statement-breakpoint
ALTER TABLE "orden_avisos" ADD CONSTRAINT "orden_avisos_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;