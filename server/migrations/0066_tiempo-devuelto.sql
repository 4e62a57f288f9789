CREATE TABLE "latido" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"ultimo" timestamp with time zone NOT NULL,
	CONSTRAINT "latido_unico" CHECK ("latido"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "intentos_evaluacion" ADD COLUMN "segundos_devueltos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "intentos_con_devolucion" ON "intentos_evaluacion" USING btree ("id_detalle") WHERE "intentos_evaluacion"."estado" = 'abierto' AND "intentos_evaluacion"."segundos_devueltos" > 0;--> statement-breakpoint
ALTER TABLE "intentos_evaluacion" ADD CONSTRAINT "intentos_devueltos" CHECK ("intentos_evaluacion"."segundos_devueltos" >= 0);