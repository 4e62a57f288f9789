CREATE TABLE "versiones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "versiones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"clave" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "versiones_clave" ON "versiones" USING btree ("clave");--> statement-breakpoint
-- Room beside each row, so that raising it touches no index.
ALTER TABLE "versiones" SET (fillfactor = 40);--> statement-breakpoint

-- Raises versions (platform/versions.ts), each once in a transaction. A row that another transaction holds is passed over, and
-- when all are held one is added: nobody waits here, in whatever order things are changed.
CREATE FUNCTION subir_versiones(claves bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH pedidas AS (
    SELECT c.clave FROM (SELECT DISTINCT unnest(claves) AS clave) c
    WHERE c.clave IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM versiones v WHERE v.clave = c.clave AND v.xmin = pg_current_xact_id()::xid)
  ), libres AS MATERIALIZED (
    SELECT p.clave, l.id FROM pedidas p
    LEFT JOIN LATERAL (SELECT v.id FROM versiones v WHERE v.clave = p.clave LIMIT 1 FOR UPDATE SKIP LOCKED) l ON true
  ), subidas AS (
    UPDATE versiones v SET version = v.version + 1 FROM libres l WHERE v.id = l.id
  )
  INSERT INTO versiones (clave) SELECT l.clave FROM libres l WHERE l.id IS NULL;
END $$;--> statement-breakpoint

-- 1: what is a student's own.
CREATE FUNCTION version_de_usuario() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY(SELECT (1::bigint << 32) + id_usuario FROM filas));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON matriculas REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_usuario();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON matriculas REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_usuario();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON matriculas REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_usuario();--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON progreso_lecciones REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_usuario();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON progreso_lecciones REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_usuario();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON progreso_lecciones REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_usuario();--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON certificados REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_usuario();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON certificados REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_usuario();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON certificados REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_usuario();--> statement-breakpoint
CREATE FUNCTION version_de_asistente() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY(SELECT (1::bigint << 32) + usuario_id FROM filas));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON asistencias REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_asistente();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON asistencias REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_asistente();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON asistencias REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_asistente();--> statement-breakpoint
CREATE FUNCTION version_de_alumno() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY(SELECT (1::bigint << 32) + id_alumno FROM filas));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON detalle_evaluacion REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_alumno();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON detalle_evaluacion REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_alumno();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON detalle_evaluacion REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_alumno();--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON encuestas_respondidas REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_alumno();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON encuestas_respondidas REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_alumno();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON encuestas_respondidas REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_alumno();--> statement-breakpoint
CREATE FUNCTION version_de_intento() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY(SELECT (1::bigint << 32) + d.id_alumno FROM filas JOIN detalle_evaluacion d ON d.id = filas.id_detalle));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON intentos_evaluacion REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_intento();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON intentos_evaluacion REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_intento();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON intentos_evaluacion REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_intento();--> statement-breakpoint

-- 2: a person's notifications.
CREATE FUNCTION version_de_avisos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY(SELECT (2::bigint << 32) + id_usuario FROM filas));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON notificaciones REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_avisos();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON notificaciones REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_avisos();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON notificaciones REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_avisos();--> statement-breakpoint

-- 3: what an academy offers.
CREATE FUNCTION version_de_contenido() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY[3::bigint << 32]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON clientes FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON botones FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON categorias FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON cursos FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON curso_docentes FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON modulos FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON lecciones FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON archivos FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON materiales FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON sesiones FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint
CREATE TRIGGER version AFTER INSERT OR UPDATE OR DELETE ON evaluaciones FOR EACH STATEMENT EXECUTE FUNCTION version_de_contenido();--> statement-breakpoint

-- 4: a forum; 5: the forums of a course; 6: those of a brand. One that moves is told of in both its places.
CREATE FUNCTION version_de_foro() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY(SELECT unnest(ARRAY[(4::bigint << 32) + id, (5::bigint << 32) + id_curso, (6::bigint << 32) + id_cliente]) FROM filas));
  IF TG_OP = 'UPDATE' THEN
    PERFORM subir_versiones(ARRAY(SELECT (5::bigint << 32) + v.id_curso FROM antes v JOIN filas n ON n.id = v.id WHERE v.id_curso IS DISTINCT FROM n.id_curso));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON foros REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_foro();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON foros REFERENCING OLD TABLE AS antes NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_foro();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON foros REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_foro();--> statement-breakpoint
CREATE FUNCTION version_de_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY(SELECT unnest(ARRAY[(4::bigint << 32) + f.id, (5::bigint << 32) + f.id_curso, (6::bigint << 32) + f.id_cliente])
    FROM foros f WHERE f.id IN (SELECT id_foro FROM filas)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON posts_foro REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_post();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON posts_foro REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_post();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON posts_foro REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_post();--> statement-breakpoint

-- 7: how far a person has read forums, and follows them.
CREATE FUNCTION version_de_lecturas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY(SELECT (7::bigint << 32) + id_usuario FROM filas));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON lecturas_foro REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_lecturas();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON lecturas_foro REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_lecturas();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON lecturas_foro REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_lecturas();--> statement-breakpoint

-- 8: the comments of a lesson.
CREATE FUNCTION version_de_comentarios() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY(SELECT (8::bigint << 32) + id_leccion FROM filas));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version_alta AFTER INSERT ON comentarios REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_comentarios();--> statement-breakpoint
CREATE TRIGGER version_cambio AFTER UPDATE ON comentarios REFERENCING NEW TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_comentarios();--> statement-breakpoint
CREATE TRIGGER version_baja AFTER DELETE ON comentarios REFERENCING OLD TABLE AS filas FOR EACH STATEMENT EXECUTE FUNCTION version_de_comentarios();--> statement-breakpoint

-- 9: what others see of people.
CREATE FUNCTION version_de_personas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM subir_versiones(ARRAY[9::bigint << 32]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER version AFTER UPDATE ON usuarios FOR EACH ROW
  WHEN ((OLD.nombres, OLD.apellidos, OLD.foto_perfil, OLD.tipo_cliente, OLD.estado, OLD.profesion, OLD.biography, OLD.id_cliente)
    IS DISTINCT FROM (NEW.nombres, NEW.apellidos, NEW.foto_perfil, NEW.tipo_cliente, NEW.estado, NEW.profesion, NEW.biography, NEW.id_cliente))
  EXECUTE FUNCTION version_de_personas();
