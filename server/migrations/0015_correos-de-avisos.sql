ALTER TABLE "notificaciones" DROP CONSTRAINT "notificaciones_correo";--> statement-breakpoint
DROP INDEX "notificaciones_por_enviar";--> statement-breakpoint
ALTER TABLE "notificaciones" ADD COLUMN "intentos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notificaciones" ADD COLUMN "proximo_intento" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "notificaciones_fallidas" ON "notificaciones" USING btree ("id") WHERE "notificaciones"."correo" = 'fallido';--> statement-breakpoint
CREATE INDEX "notificaciones_por_enviar" ON "notificaciones" USING btree ("intentos","proximo_intento","id") WHERE "notificaciones"."correo" = 'pendiente';--> statement-breakpoint
ALTER TABLE "notificaciones" ADD CONSTRAINT "notificaciones_correo" CHECK ("notificaciones"."correo" IN ('no', 'pendiente', 'enviado', 'fallido'));