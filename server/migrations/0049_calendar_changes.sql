ALTER TABLE "cursos" ADD COLUMN "renombrado_en" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sesiones" ADD COLUMN "retirada_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sesiones" ADD COLUMN "cambiada_en" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluaciones" ADD COLUMN "secuencia" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluaciones" ADD COLUMN "cambiada_en" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "matriculas" ADD COLUMN "secuencia" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "matriculas" ADD COLUMN "cambiada_en" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint

-- What calendars show of a row has changed: those that have it already see by these that theirs is older.
CREATE FUNCTION anotar_cambio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.secuencia := OLD.secuencia + 1;
  NEW.cambiada_en := now();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON sesiones FOR EACH ROW
  WHEN ((OLD.nombre, OLD.inicio, OLD.duracion, OLD.enlace, OLD.id_leccion, OLD.cancelada_en IS NULL, OLD.retirada_en)
    IS DISTINCT FROM (NEW.nombre, NEW.inicio, NEW.duracion, NEW.enlace, NEW.id_leccion, NEW.cancelada_en IS NULL, NEW.retirada_en))
  EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON evaluaciones FOR EACH ROW
  WHEN ((OLD.nombre, OLD.fecha_apertura, OLD.fecha_cierre, OLD.modelo, OLD.estado)
    IS DISTINCT FROM (NEW.nombre, NEW.fecha_apertura, NEW.fecha_cierre, NEW.modelo, NEW.estado))
  EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON matriculas FOR EACH ROW
  WHEN ((OLD.fecha_vencimiento, OLD.estado) IS DISTINCT FROM (NEW.fecha_vencimiento, NEW.estado))
  EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint

CREATE FUNCTION anotar_nombre() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.renombrado_en := now();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER anotar_nombre BEFORE UPDATE ON cursos FOR EACH ROW WHEN (OLD.nombre IS DISTINCT FROM NEW.nombre) EXECUTE FUNCTION anotar_nombre();--> statement-breakpoint

-- Hidden classes are told to calendars as cancelled for a time.
CREATE FUNCTION retirar_de_leccion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sesiones SET retirada_en = CASE WHEN NOT NEW.activo THEN now() END WHERE id_leccion = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER retirar AFTER UPDATE ON lecciones FOR EACH ROW WHEN (OLD.activo IS DISTINCT FROM NEW.activo) EXECUTE FUNCTION retirar_de_leccion();--> statement-breakpoint
CREATE FUNCTION retirar_de_modulo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sesiones s SET retirada_en = CASE WHEN NOT NEW.activo THEN now() END
    FROM lecciones l WHERE l.id_modulo = NEW.id AND l.activo AND s.id_leccion = l.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER retirar AFTER UPDATE ON modulos FOR EACH ROW WHEN (OLD.activo IS DISTINCT FROM NEW.activo) EXECUTE FUNCTION retirar_de_modulo();
