ALTER TABLE "comentarios" ADD COLUMN "sin_responder" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "foros" ADD COLUMN "sin_responder" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "comentarios_sin_responder" ON "comentarios" USING btree ("fecha","id") WHERE "comentarios"."sin_responder" AND "comentarios"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_por_responder" ON "foros" USING btree ("fecha_creacion","id") WHERE "foros"."sin_responder" AND "foros"."eliminado_en" IS NULL;--> statement-breakpoint
ALTER TABLE "comentarios" ADD CONSTRAINT "comentarios_espera" CHECK (NOT "comentarios"."sin_responder" OR "comentarios"."parent_id" IS NULL);--> statement-breakpoint
-- What was asked lately waits too; older questions are not raised again.
UPDATE "comentarios" c SET "sin_responder" = true FROM "usuarios" u, "lecciones" l, "modulos" m
  WHERE c."parent_id" IS NULL AND c."eliminado_en" IS NULL AND c."fecha" > now() - interval '60 days'
    AND u."id" = c."id_usuario" AND u."tipo_cliente" = 'Alumno' AND l."id" = c."id_leccion" AND m."id" = l."id_modulo"
    AND NOT EXISTS (SELECT 1 FROM "comentarios" h JOIN "roles_personal" r ON r."id_usuario" = h."id_usuario"
      WHERE h."parent_id" = c."id" AND h."eliminado_en" IS NULL AND (r."rol" IN ('plataforma', 'marca', 'soporte')
        OR r."rol" = 'docente' AND EXISTS (SELECT 1 FROM "curso_docentes" d WHERE d."id_curso" = m."id_curso" AND d."id_usuario" = r."id_usuario")));--> statement-breakpoint
UPDATE "foros" f SET "sin_responder" = true FROM "usuarios" u
  WHERE f."eliminado_en" IS NULL AND f."fecha_creacion" > now() - interval '60 days'
    AND u."id" = f."id_usuario" AND u."tipo_cliente" = 'Alumno'
    AND NOT EXISTS (SELECT 1 FROM "posts_foro" p JOIN "roles_personal" r ON r."id_usuario" = p."id_usuario"
      WHERE p."id_foro" = f."id" AND p."eliminado_en" IS NULL AND (r."rol" IN ('plataforma', 'marca', 'soporte')
        OR r."rol" = 'docente' AND EXISTS (SELECT 1 FROM "curso_docentes" d WHERE d."id_curso" = f."id_curso" AND d."id_usuario" = r."id_usuario")));
