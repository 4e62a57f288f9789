ALTER TABLE "borradores" RENAME TO "textos_sin_enviar";
--> statement-breakpoint
ALTER TABLE "textos_sin_enviar" RENAME CONSTRAINT "borradores_id_usuario_clave_pk" TO "textos_sin_enviar_id_usuario_clave_pk";
--> statement-breakpoint
ALTER TABLE "textos_sin_enviar" RENAME CONSTRAINT "borradores_id_usuario_usuarios_id_fk" TO "textos_sin_enviar_id_usuario_usuarios_id_fk";
--> statement-breakpoint
ALTER INDEX "borradores_viejos" RENAME TO "textos_viejos";
--> statement-breakpoint
CREATE TABLE "borradores" (
	"id_cliente" integer NOT NULL,
	"objeto" text NOT NULL,
	"documento" jsonb NOT NULL,
	"version" bigint NOT NULL,
	"por" integer NOT NULL,
	"en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "borradores_id_cliente_objeto_pk" PRIMARY KEY("id_cliente","objeto")
);
--> statement-breakpoint
CREATE SEQUENCE "public"."version_documento" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE TABLE "versiones" (
	"version" bigint PRIMARY KEY NOT NULL,
	"id_cliente" integer NOT NULL,
	"objeto" text NOT NULL,
	"motivo" text NOT NULL,
	"origen" text DEFAULT 'programa' NOT NULL,
	"documento" jsonb NOT NULL,
	"nota" text,
	"por" integer,
	"en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "versiones_motivo" CHECK ("versiones"."motivo" IN ('publicada', 'descartada', 'reemplazada')),
	CONSTRAINT "versiones_origen" CHECK ("versiones"."origen" IN ('programa', 'archivos'))
);
--> statement-breakpoint
ALTER TABLE "asistencias" DROP CONSTRAINT "asistencias_leccion_id_lecciones_id_fk";
--> statement-breakpoint
ALTER TABLE "comentarios" DROP CONSTRAINT "comentarios_id_leccion_lecciones_id_fk";
--> statement-breakpoint
ALTER TABLE "encuestas_respondidas" DROP CONSTRAINT "encuestas_respondidas_id_evaluacion_evaluaciones_id_fk";
--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" DROP CONSTRAINT "respuestas_encuesta_id_evaluacion_evaluaciones_id_fk";
--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" DROP CONSTRAINT "respuestas_encuesta_id_pregunta_preguntas_id_fk";
--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" DROP CONSTRAINT "respuestas_encuesta_id_opcion_opciones_id_fk";
--> statement-breakpoint
ALTER TABLE "foros" DROP CONSTRAINT "foros_id_curso_cursos_id_fk";
--> statement-breakpoint
ALTER TABLE "foros" DROP CONSTRAINT "foros_id_modulo_modulos_id_fk";
--> statement-breakpoint
ALTER TABLE "progreso_lecciones" DROP CONSTRAINT "progreso_lecciones_id_leccion_lecciones_id_fk";
--> statement-breakpoint
ALTER TABLE "categorias" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "categorias" ADD COLUMN "envio" uuid;
--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "imagen_alt" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "orden" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "archivado_en" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "actualizado_en" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "lecciones" ADD COLUMN "gratis" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "sesiones" ADD COLUMN "cancelada_en" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "sesiones" ADD COLUMN "secuencia" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "sesiones" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "sesiones" ADD COLUMN "envio" uuid;
--> statement-breakpoint
ALTER TABLE "versiones" ADD CONSTRAINT "versiones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "versiones" ADD CONSTRAINT "versiones_por_usuarios_id_fk" FOREIGN KEY ("por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "versiones_de_documento" ON "versiones" USING btree ("id_cliente","objeto","version" DESC NULLS LAST);
--> statement-breakpoint
ALTER TABLE "asistencias" ADD CONSTRAINT "asistencias_leccion_id_lecciones_id_fk" FOREIGN KEY ("leccion_id") REFERENCES "public"."lecciones"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comentarios" ADD CONSTRAINT "comentarios_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "encuestas_respondidas" ADD CONSTRAINT "encuestas_respondidas_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD CONSTRAINT "respuestas_encuesta_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD CONSTRAINT "respuestas_encuesta_id_pregunta_preguntas_id_fk" FOREIGN KEY ("id_pregunta") REFERENCES "public"."preguntas"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD CONSTRAINT "respuestas_encuesta_id_opcion_opciones_id_fk" FOREIGN KEY ("id_opcion") REFERENCES "public"."opciones"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "borradores" ADD CONSTRAINT "borradores_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "borradores" ADD CONSTRAINT "borradores_por_usuarios_id_fk" FOREIGN KEY ("por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_modulo_modulos_id_fk" FOREIGN KEY ("id_modulo") REFERENCES "public"."modulos"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "progreso_lecciones" ADD CONSTRAINT "progreso_lecciones_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "cursos_por_nombre" ON "cursos" USING btree ("id_cliente","nombre","id");
--> statement-breakpoint
CREATE INDEX "cursos_por_cambio" ON "cursos" USING btree ("id_cliente","actualizado_en","id");
--> statement-breakpoint
ALTER TABLE "categorias" ADD CONSTRAINT "categorias_envio" UNIQUE("envio");
--> statement-breakpoint
ALTER TABLE "sesiones" ADD CONSTRAINT "sesiones_envio" UNIQUE("envio","inicio");
--> statement-breakpoint
ALTER TABLE "cursos" ADD CONSTRAINT "cursos_archivo" CHECK ("cursos"."archivado_en" IS NULL OR "cursos"."estado" = 0);
