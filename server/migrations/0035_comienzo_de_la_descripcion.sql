ALTER TABLE "cursos" drop column "busqueda";--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "busqueda" text GENERATED ALWAYS AS (sin_acentos("cursos"."nombre" || ' ' || regexp_replace(left("cursos"."descripcion", 2000), '<[^>]*>', ' ', 'g'))) STORED;--> statement-breakpoint
CREATE INDEX "cursos_busqueda" ON "cursos" USING gin ("busqueda" gin_trgm_ops);