CREATE TABLE "raices_foro" (
	"id_foro" integer NOT NULL,
	"tramo" integer NOT NULL,
	"raices" integer NOT NULL,
	CONSTRAINT "raices_foro_id_foro_tramo_pk" PRIMARY KEY("id_foro","tramo"),
	CONSTRAINT "raices_cuenta" CHECK ("raices_foro"."raices" >= 0)
);
--> statement-breakpoint
ALTER TABLE "raices_foro" ADD CONSTRAINT "raices_foro_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Who writes or deletes a post holds its forum's row (posting.ts): nobody else waits for these counts.
CREATE FUNCTION contar_raiz() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO raices_foro AS r (id_foro, tramo, raices) VALUES (NEW.id_foro, NEW.id >> 12, 1)
      ON CONFLICT (id_foro, tramo) DO UPDATE SET raices = r.raices + 1;
  ELSE
    UPDATE raices_foro SET raices = raices - 1 WHERE id_foro = OLD.id_foro AND tramo = OLD.id >> 12;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER contar_raiz_nueva AFTER INSERT ON posts_foro FOR EACH ROW WHEN (NEW.parent_id IS NULL) EXECUTE FUNCTION contar_raiz();--> statement-breakpoint
CREATE TRIGGER contar_raiz_quitada AFTER DELETE ON posts_foro FOR EACH ROW WHEN (OLD.parent_id IS NULL) EXECUTE FUNCTION contar_raiz();--> statement-breakpoint
SET LOCAL enable_seqscan = off;--> statement-breakpoint
INSERT INTO raices_foro (id_foro, tramo, raices) SELECT id_foro, id >> 12, count(*) FROM posts_foro WHERE parent_id IS NULL GROUP BY 1, 2;--> statement-breakpoint
RESET enable_seqscan;--> statement-breakpoint
CREATE INDEX "foros_de_marca" ON "foros" USING btree ("id_cliente","pinned","ultima_actividad","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "reportes_que_esperan" ON "reportes_post" USING btree ("id_cliente","id","id_post") WHERE "reportes_post"."decision" IS NULL;--> statement-breakpoint
ALTER TABLE "intentos_evaluacion" ADD COLUMN "id_evaluacion" integer;--> statement-breakpoint
-- What waits for a teacher is found by its evaluation, in one index.
CREATE FUNCTION anotar_evaluacion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.id_evaluacion := (SELECT d.id_evaluacion FROM detalle_evaluacion d WHERE d.id = NEW.id_detalle);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER anotar_evaluacion BEFORE INSERT OR UPDATE OF estado ON intentos_evaluacion FOR EACH ROW WHEN (NEW.estado = 'pendiente') EXECUTE FUNCTION anotar_evaluacion();--> statement-breakpoint
UPDATE intentos_evaluacion i SET id_evaluacion = d.id_evaluacion FROM detalle_evaluacion d WHERE d.id = i.id_detalle AND i.estado = 'pendiente';--> statement-breakpoint
CREATE INDEX "intentos_que_esperan" ON "intentos_evaluacion" USING btree ("id_evaluacion","enviado_en","id") WHERE "intentos_evaluacion"."estado" = 'pendiente';--> statement-breakpoint
DROP INDEX "intentos_pendientes";--> statement-breakpoint
DROP INDEX "reportes_por_decidir";
