-- Trusted since PostgreSQL 13: the owner of the database may create it, also where it is managed.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "oferta" text DEFAULT 'especificacion' NOT NULL;--> statement-breakpoint
UPDATE "clientes" SET "oferta" = 'real' WHERE "promociones_reales";--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "busqueda" text GENERATED ALWAYS AS (sin_acentos("cursos"."nombre" || ' ' || regexp_replace("cursos"."descripcion", '<[^>]*>', ' ', 'g'))) STORED;--> statement-breakpoint
CREATE INDEX "cursos_busqueda" ON "cursos" USING gin ("busqueda" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "clientes" ADD CONSTRAINT "clientes_oferta" CHECK ("clientes"."oferta" IN ('especificacion', 'real', 'ninguna'));