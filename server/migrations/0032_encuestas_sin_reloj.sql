ALTER TABLE "evaluaciones" DROP CONSTRAINT "evaluaciones_duracion";--> statement-breakpoint
ALTER TABLE "evaluaciones" ALTER COLUMN "duracion" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "intentos_evaluacion" ALTER COLUMN "limite" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluaciones" ADD CONSTRAINT "evaluaciones_duracion" CHECK (coalesce("evaluaciones"."duracion" BETWEEN 1 AND 600, "evaluaciones"."modelo" <> 1));--> statement-breakpoint
-- Until now every survey had to have a duration, so none was chosen.
UPDATE "evaluaciones" SET "duracion" = NULL WHERE "modelo" <> 1;
