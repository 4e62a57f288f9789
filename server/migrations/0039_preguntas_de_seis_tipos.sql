ALTER TABLE "preguntas" DROP CONSTRAINT "preguntas_tipo";--> statement-breakpoint
DROP INDEX "opciones_una_correcta";--> statement-breakpoint
ALTER TABLE "detalle_evaluacion" ADD COLUMN "cierre_extra" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "detalle_evaluacion" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "preguntas" ADD COLUMN "imagen" text;--> statement-breakpoint
ALTER TABLE "preguntas" ADD COLUMN "imagen_alt" text;--> statement-breakpoint
ALTER TABLE "preguntas" ADD COLUMN "criterio" text;--> statement-breakpoint
ALTER TABLE "preguntas" ADD COLUMN "respuestas" jsonb;--> statement-breakpoint
ALTER TABLE "respuestas" ADD COLUMN "seleccion" integer[];--> statement-breakpoint
ALTER TABLE "respuestas" ADD COLUMN "parejas" jsonb;--> statement-breakpoint
ALTER TABLE "respuestas" ADD COLUMN "calificado_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "respuestas" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "preguntas" ADD CONSTRAINT "preguntas_respuestas" CHECK (coalesce(jsonb_typeof("preguntas"."respuestas") = 'object', false) = ("preguntas"."tipo_pregunta" IN (4, 5, 6)));--> statement-breakpoint
ALTER TABLE "preguntas" ADD CONSTRAINT "preguntas_imagen" CHECK ("preguntas"."imagen" IS NULL OR "preguntas"."imagen_alt" IS NOT NULL);--> statement-breakpoint
ALTER TABLE "preguntas" ADD CONSTRAINT "preguntas_tipo" CHECK ("preguntas"."tipo_pregunta" BETWEEN 1 AND 6);