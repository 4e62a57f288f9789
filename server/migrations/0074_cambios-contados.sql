-- What a public page shows changed: counted in the same transaction, so that whoever reads the count after the commit knows of it.
CREATE OR REPLACE FUNCTION avisar_contenido() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  que text := coalesce(TG_ARGV[0], TG_TABLE_NAME);
BEGIN
  UPDATE cambios SET cuenta = cuenta + 1
    WHERE id = (SELECT c.id FROM cambios c WHERE c.cosa = que LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN INSERT INTO cambios (cosa) VALUES (que); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON archivos FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON sesiones FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON evaluaciones FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON preguntas FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON roles_personal FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON puntos_mes FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON rankings_cerrados FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
-- Courses show whoever teaches them, the landing page counts the students, and the ranking shows their names.
CREATE OR REPLACE TRIGGER contenido AFTER INSERT OR UPDATE ON usuarios FOR EACH ROW WHEN (NEW.tipo_cliente <> 'Alumno') EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido_antes AFTER UPDATE OR DELETE ON usuarios FOR EACH ROW WHEN (OLD.tipo_cliente <> 'Alumno') EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido_alumnos AFTER INSERT OR DELETE OR UPDATE OF id_cliente, tipo_cliente, estado, nombres, apellidos, pais, ranking_iniciales
  ON usuarios FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido('alumnos');
