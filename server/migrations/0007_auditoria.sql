CREATE TABLE "auditoria" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auditoria_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"id_cliente" integer,
	"id_usuario" integer,
	"accion" text NOT NULL,
	"sobre" integer,
	"objeto" text,
	"detalle" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"direccion" text,
	"solicitud" text
);
--> statement-breakpoint
CREATE INDEX "auditoria_de_marca" ON "auditoria" USING btree ("id_cliente","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "auditoria_por_accion" ON "auditoria" USING btree ("id_cliente","accion","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "auditoria_de_usuario" ON "auditoria" USING btree ("id_usuario","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "auditoria_sobre" ON "auditoria" USING btree ("sobre","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "auditoria_por_fecha" ON "auditoria" USING btree ("fecha");--> statement-breakpoint
-- The trail is only added to; what is two years old may go.
CREATE FUNCTION proteger_auditoria() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.fecha < now() - interval '2 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit trail is only added to' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER proteger BEFORE UPDATE OR DELETE ON auditoria FOR EACH ROW EXECUTE FUNCTION proteger_auditoria();--> statement-breakpoint
CREATE TRIGGER proteger_todo BEFORE TRUNCATE ON auditoria FOR EACH STATEMENT EXECUTE FUNCTION proteger_auditoria();
