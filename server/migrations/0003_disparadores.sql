-- What a public page shows changed: every copy of the program forgets the pages that it keeps.
CREATE FUNCTION avisar_contenido() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('contenido', '');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON clientes FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON botones FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON paginas FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON categorias FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON cursos FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON curso_docentes FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON modulos FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON lecciones FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON premios FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
-- Of people the public sees the teachers alone.
CREATE TRIGGER contenido AFTER INSERT OR UPDATE ON usuarios FOR EACH ROW WHEN (NEW.tipo_cliente = 'Docente') EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint

-- The sum of a student's month follows its ledger; the ledger is only added to.
CREATE FUNCTION sumar_puntos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO puntos_mes AS m (id_cliente, mes, id_usuario, puntos, alcanzado_en)
  SELECT id_cliente, mes, id_usuario, sum(puntos), max(creado_en) FROM nuevos
  GROUP BY id_cliente, mes, id_usuario ORDER BY id_usuario, mes
  ON CONFLICT (id_usuario, mes) DO UPDATE SET
    puntos = m.puntos + excluded.puntos, alcanzado_en = greatest(m.alcanzado_en, excluded.alcanzado_en);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sumar AFTER INSERT ON puntos REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION sumar_puntos();--> statement-breakpoint

-- A sheet of the complaints book cannot be deleted, and of it only the answer can be written, once.
CREATE FUNCTION proteger_reclamo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a complaint cannot be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.respondido_en IS NOT NULL
    OR (to_jsonb(NEW) - ARRAY['respuesta', 'respondido_en', 'respondido_por'])
      IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['respuesta', 'respondido_en', 'respondido_por']) THEN
    RAISE EXCEPTION 'of a complaint only the answer can be written, once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER proteger BEFORE UPDATE OR DELETE ON reclamos FOR EACH ROW EXECUTE FUNCTION proteger_reclamo();--> statement-breakpoint
CREATE FUNCTION proteger_libro() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the complaints book cannot be emptied' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER proteger_todo BEFORE TRUNCATE ON reclamos FOR EACH STATEMENT EXECUTE FUNCTION proteger_libro();
