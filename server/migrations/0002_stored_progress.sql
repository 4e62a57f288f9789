CREATE TABLE "avances" (
	"id_usuario" bigint NOT NULL,
	"id_curso" bigint NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"vale_hasta" timestamp with time zone,
	"lecciones" integer DEFAULT 0 NOT NULL,
	"completadas" integer DEFAULT 0 NOT NULL,
	"examenes" integer DEFAULT 0 NOT NULL,
	"aprobados" integer DEFAULT 0 NOT NULL,
	"porcentaje" smallint DEFAULT 0 NOT NULL,
	"siguiente" jsonb,
	"estado_avance" text DEFAULT 'sin_empezar' NOT NULL,
	"ultima_actividad" timestamp with time zone,
	"codigo_certificado" text,
	"cerrados" jsonb,
	CONSTRAINT "avances_id_usuario_id_curso_pk" PRIMARY KEY("id_usuario","id_curso"),
	CONSTRAINT "avances_estado" CHECK ("avances"."estado_avance" IN ('sin_empezar', 'en_curso', 'terminado')),
	CONSTRAINT "avances_porcentaje" CHECK ("avances"."porcentaje" BETWEEN 0 AND 100)
);
--> statement-breakpoint
CREATE TABLE "avances_cambios" (
	"id_usuario" bigint NOT NULL,
	"id_curso" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "version_avances" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "avances" ADD CONSTRAINT "avances_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avances" ADD CONSTRAINT "avances_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "avances_cambios_de" ON "avances_cambios" USING btree ("id_usuario","id_curso");--> statement-breakpoint
-- Written by hand: triggers. They are the only ones who say that a row of `avances` is behind, so that no writer can forget it.
CREATE FUNCTION anotar_leccion_hecha() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fila progreso_lecciones := coalesce(NEW, OLD);
BEGIN
  INSERT INTO avances_cambios (id_usuario, id_curso) SELECT fila.id_usuario, m.id_curso
  FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE l.id = fila.id_leccion;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER avance_nuevo AFTER INSERT ON progreso_lecciones FOR EACH ROW
  WHEN (NEW.completada_en IS NOT NULL) EXECUTE FUNCTION anotar_leccion_hecha();--> statement-breakpoint
CREATE TRIGGER avance AFTER UPDATE ON progreso_lecciones FOR EACH ROW
  WHEN (OLD.completada_en IS DISTINCT FROM NEW.completada_en) EXECUTE FUNCTION anotar_leccion_hecha();--> statement-breakpoint
CREATE TRIGGER avance_quitado AFTER DELETE ON progreso_lecciones FOR EACH ROW
  WHEN (OLD.completada_en IS NOT NULL) EXECUTE FUNCTION anotar_leccion_hecha();--> statement-breakpoint
CREATE FUNCTION anotar_asistencia() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fila asistencias := coalesce(NEW, OLD);
BEGIN
  INSERT INTO avances_cambios (id_usuario, id_curso) SELECT fila.usuario_id, m.id_curso
  FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE l.id = fila.leccion_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER avance AFTER INSERT OR DELETE ON asistencias FOR EACH ROW EXECUTE FUNCTION anotar_asistencia();--> statement-breakpoint
CREATE TRIGGER avance_cambiado AFTER UPDATE ON asistencias FOR EACH ROW
  WHEN ((OLD.fecha_asistencia, OLD.fecha_cierre) IS DISTINCT FROM (NEW.fecha_asistencia, NEW.fecha_cierre))
  EXECUTE FUNCTION anotar_asistencia();--> statement-breakpoint
CREATE FUNCTION anotar_detalle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fila detalle_evaluacion := coalesce(NEW, OLD);
BEGIN
  INSERT INTO avances_cambios (id_usuario, id_curso) SELECT fila.id_alumno, e.id_curso
  FROM evaluaciones e WHERE e.id = fila.id_evaluacion AND e.modelo = 1;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A detail says nothing before it has an attempt or more than others have.
CREATE TRIGGER avance_nuevo AFTER INSERT ON detalle_evaluacion FOR EACH ROW
  WHEN (NEW.intentos > 0 OR NEW.intentos_extra > 0 OR NEW.cierre_extra IS NOT NULL) EXECUTE FUNCTION anotar_detalle();--> statement-breakpoint
CREATE TRIGGER avance_quitado AFTER DELETE ON detalle_evaluacion FOR EACH ROW EXECUTE FUNCTION anotar_detalle();--> statement-breakpoint
CREATE TRIGGER avance_cambiado AFTER UPDATE ON detalle_evaluacion FOR EACH ROW
  WHEN ((OLD.intentos, OLD.intentos_extra, OLD.cierre_extra) IS DISTINCT FROM (NEW.intentos, NEW.intentos_extra, NEW.cierre_extra))
  EXECUTE FUNCTION anotar_detalle();--> statement-breakpoint
CREATE FUNCTION anotar_intento() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fila intentos_evaluacion := coalesce(NEW, OLD);
BEGIN
  INSERT INTO avances_cambios (id_usuario, id_curso) SELECT d.id_alumno, e.id_curso
  FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion AND e.modelo = 1 WHERE d.id = fila.id_detalle;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER avance AFTER INSERT OR DELETE ON intentos_evaluacion FOR EACH ROW EXECUTE FUNCTION anotar_intento();--> statement-breakpoint
CREATE TRIGGER avance_cambiado AFTER UPDATE ON intentos_evaluacion FOR EACH ROW
  WHEN ((OLD.estado, OLD.limite, OLD.enviado_en, OLD.aprobado) IS DISTINCT FROM (NEW.estado, NEW.limite, NEW.enviado_en, NEW.aprobado))
  EXECUTE FUNCTION anotar_intento();--> statement-breakpoint
CREATE FUNCTION anotar_certificado() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fila certificados := coalesce(NEW, OLD);
BEGIN
  INSERT INTO avances_cambios (id_usuario, id_curso) SELECT fila.id_usuario, fila.id_curso WHERE fila.id_modulo IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER avance AFTER INSERT OR DELETE ON certificados FOR EACH ROW EXECUTE FUNCTION anotar_certificado();--> statement-breakpoint
CREATE TRIGGER avance_cambiado AFTER UPDATE ON certificados FOR EACH ROW
  WHEN ((OLD.estado, OLD.codigo_certificado) IS DISTINCT FROM (NEW.estado, NEW.codigo_certificado))
  EXECUTE FUNCTION anotar_certificado();--> statement-breakpoint
-- What changes a course changes all its students' progress: their rows are then of an older version.
CREATE FUNCTION subir_version_avances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'lecciones' THEN
    UPDATE cursos SET version_avances = version_avances + 1
    WHERE id IN (SELECT m.id_curso FROM cambiadas x JOIN modulos m ON m.id = x.id_modulo);
  ELSIF TG_TABLE_NAME = 'preguntas' THEN
    UPDATE cursos SET version_avances = version_avances + 1
    WHERE id IN (SELECT e.id_curso FROM cambiadas x JOIN evaluaciones e ON e.id = x.id_evaluacion);
  ELSE
    UPDATE cursos SET version_avances = version_avances + 1 WHERE id IN (SELECT id_curso FROM cambiadas);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DO $$
DECLARE
  tabla text;
BEGIN
  FOREACH tabla IN ARRAY ARRAY['modulos', 'lecciones', 'evaluaciones', 'preguntas'] LOOP
    EXECUTE format('CREATE TRIGGER avances_nuevas AFTER INSERT ON %I REFERENCING NEW TABLE AS cambiadas
      FOR EACH STATEMENT EXECUTE FUNCTION subir_version_avances()', tabla);
    EXECUTE format('CREATE TRIGGER avances_cambiadas AFTER UPDATE ON %I REFERENCING NEW TABLE AS cambiadas
      FOR EACH STATEMENT EXECUTE FUNCTION subir_version_avances()', tabla);
    EXECUTE format('CREATE TRIGGER avances_quitadas AFTER DELETE ON %I REFERENCING OLD TABLE AS cambiadas
      FOR EACH STATEMENT EXECUTE FUNCTION subir_version_avances()', tabla);
  END LOOP;
END $$;--> statement-breakpoint
CREATE FUNCTION subir_version_de_marca() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cursos SET version_avances = version_avances + 1 WHERE id_cliente = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER avances AFTER UPDATE ON clientes FOR EACH ROW WHEN (OLD.examenes_desde IS DISTINCT FROM NEW.examenes_desde)
  EXECUTE FUNCTION subir_version_de_marca();
