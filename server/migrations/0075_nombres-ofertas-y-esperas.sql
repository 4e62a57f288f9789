ALTER TABLE "clientes" ALTER COLUMN "oferta" SET DEFAULT 'ninguna';--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "falta_nombre" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "oferta_elegida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "modulos" ADD COLUMN "espera" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "usuarios_sin_nombre" ON "usuarios" USING btree ("id_cliente","id") WHERE "usuarios"."falta_nombre";--> statement-breakpoint
ALTER TABLE "modulos" ADD CONSTRAINT "modulos_espera" CHECK (NOT ("modulos"."activo" AND "modulos"."espera"));--> statement-breakpoint
UPDATE "clientes" SET "oferta_elegida" = true;--> statement-breakpoint
-- Names given since, on certificates that were printed before.
UPDATE "certificados" c SET "alumno" = trim(u."nombres" || ' ' || u."apellidos") FROM "usuarios" u
  WHERE u."id" = c."id_usuario" AND c."alumno" LIKE '% Por completar' AND u."apellidos" <> 'Por completar' AND u."apellidos" <> '';--> statement-breakpoint
UPDATE "usuarios" SET "falta_nombre" = true, "apellidos" = '' WHERE "apellidos" = 'Por completar';
