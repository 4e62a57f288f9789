CREATE TABLE "grupos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grupos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_curso" bigint NOT NULL,
	"nombre" text NOT NULL,
	"horario" text DEFAULT '' NOT NULL,
	"inicio" date,
	"fin" date,
	"aforo" integer,
	"id_docente" bigint,
	"en_venta" boolean DEFAULT false NOT NULL,
	"cerrado_en" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"id_usuario" bigint NOT NULL,
	"envio" uuid,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "grupos_de_curso" UNIQUE("id_curso","id"),
	CONSTRAINT "grupos_nombre" CHECK (char_length("grupos"."nombre") BETWEEN 1 AND 80 AND char_length("grupos"."horario") <= 120),
	CONSTRAINT "grupos_aforo" CHECK ("grupos"."aforo" BETWEEN 1 AND 100000),
	CONSTRAINT "grupos_dias" CHECK ("grupos"."inicio" <= "grupos"."fin"),
	CONSTRAINT "grupos_venta" CHECK (NOT ("grupos"."en_venta" AND "grupos"."cerrado_en" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "sesiones" ADD COLUMN "id_grupo" bigint;--> statement-breakpoint
ALTER TABLE "sesiones" ADD COLUMN "grupo_cambiado_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "matriculas" ADD COLUMN "id_grupo" bigint;--> statement-breakpoint
ALTER TABLE "matriculas" ADD COLUMN "id_grupo_antes" bigint;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD COLUMN "id_grupo" bigint;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD COLUMN "apartado_hasta" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notas_alumno" ADD COLUMN "id_curso" bigint;--> statement-breakpoint
ALTER TABLE "trabajos" ADD COLUMN "id_informe" bigint;--> statement-breakpoint
ALTER TABLE "grupos" ADD CONSTRAINT "grupos_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grupos" ADD CONSTRAINT "grupos_id_docente_usuarios_id_fk" FOREIGN KEY ("id_docente") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grupos" ADD CONSTRAINT "grupos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "grupos_envio" ON "grupos" USING btree ("id_usuario","envio") WHERE "grupos"."envio" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "grupos_nombre" ON "grupos" USING btree ("id_curso",sin_acentos("nombre"));--> statement-breakpoint
ALTER TABLE "sesiones" ADD CONSTRAINT "sesiones_id_grupo_grupos_id_fk" FOREIGN KEY ("id_grupo") REFERENCES "public"."grupos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matriculas" ADD CONSTRAINT "matriculas_grupo" FOREIGN KEY ("id_curso","id_grupo") REFERENCES "public"."grupos"("id_curso","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "orden_lineas_grupo" FOREIGN KEY ("id_curso","id_grupo") REFERENCES "public"."grupos"("id_curso","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notas_alumno" ADD CONSTRAINT "notas_alumno_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trabajos" ADD CONSTRAINT "trabajos_id_informe_trabajos_id_fk" FOREIGN KEY ("id_informe") REFERENCES "public"."trabajos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sesiones_de_grupo" ON "sesiones" USING btree ("id_grupo","inicio") WHERE "sesiones"."id_grupo" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "matriculas_de_grupo" ON "matriculas" USING btree ("id_grupo","id_usuario","suspendida_por") WHERE "matriculas"."id_grupo" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orden_lineas_de_grupo" ON "orden_lineas" USING btree ("id_grupo","apartado_hasta") WHERE "orden_lineas"."id_grupo" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notas_alumno_contacto" ON "notas_alumno" USING btree ("id_curso","id_usuario","creada_en") WHERE "notas_alumno"."id_curso" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "trabajos" ADD CONSTRAINT "trabajos_informe" UNIQUE("id_informe");--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "lineas_apartado" CHECK (("orden_lineas"."apartado_hasta" IS NOT NULL) <= ("orden_lineas"."id_grupo" IS NOT NULL));--> statement-breakpoint
-- The public pages list the groups of a course that are on sale.
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON grupos FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
-- The group decides which classes a student's calendar has.
DROP TRIGGER anotar_cambio ON sesiones;--> statement-breakpoint
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON sesiones FOR EACH ROW
  WHEN ((OLD.nombre, OLD.inicio, OLD.duracion, OLD.enlace, OLD.id_leccion, OLD.cancelada_en IS NULL, OLD.retirada_en, OLD.id_grupo)
    IS DISTINCT FROM (NEW.nombre, NEW.inicio, NEW.duracion, NEW.enlace, NEW.id_leccion, NEW.cancelada_en IS NULL, NEW.retirada_en, NEW.id_grupo))
  EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint
DROP TRIGGER anotar_cambio ON matriculas;--> statement-breakpoint
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON matriculas FOR EACH ROW
  WHEN ((OLD.fecha_vencimiento, OLD.estado, OLD.id_grupo) IS DISTINCT FROM (NEW.fecha_vencimiento, NEW.estado, NEW.id_grupo))
  EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint
-- Calendars that have a class of another group are told that it is cancelled for them.
CREATE FUNCTION anotar_grupo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.id_grupo_antes := OLD.id_grupo;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER anotar_grupo BEFORE UPDATE ON matriculas FOR EACH ROW
  WHEN (OLD.id_grupo IS DISTINCT FROM NEW.id_grupo) EXECUTE FUNCTION anotar_grupo();--> statement-breakpoint
CREATE FUNCTION anotar_grupo_de_clase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.grupo_cambiado_en := now();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER anotar_grupo BEFORE UPDATE ON sesiones FOR EACH ROW
  WHEN (OLD.id_grupo IS DISTINCT FROM NEW.id_grupo) EXECUTE FUNCTION anotar_grupo_de_clase();
