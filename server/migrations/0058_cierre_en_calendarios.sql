ALTER TABLE "detalle_evaluacion" ADD COLUMN "secuencia" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "detalle_evaluacion" ADD COLUMN "cambiada_en" timestamp with time zone;--> statement-breakpoint
-- Calendars show a closing date given to one student: those that have the exam's see by these that theirs is older.
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON detalle_evaluacion FOR EACH ROW
  WHEN (OLD.cierre_extra IS DISTINCT FROM NEW.cierre_extra) EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint
UPDATE "detalle_evaluacion" SET "secuencia" = 1, "cambiada_en" = now() WHERE "cierre_extra" IS NOT NULL;
