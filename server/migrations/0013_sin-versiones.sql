-- Cached answers are gone; CASCADE drops the triggers that raised their versions. Instances of the release before this one read
-- the table: stop them before this migration (docs/operations.md).
DROP FUNCTION subir_versiones(bigint[]) CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_usuario() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_asistente() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_alumno() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_intento() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_avisos() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_contenido() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_foro() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_post() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_lecturas() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_comentarios() CASCADE;--> statement-breakpoint
DROP FUNCTION version_de_personas() CASCADE;--> statement-breakpoint
DROP TABLE "versiones" CASCADE;
