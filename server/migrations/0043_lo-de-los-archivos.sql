ALTER TABLE "clientes" ADD COLUMN "version_archivos" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "version_archivos" integer DEFAULT 1 NOT NULL;