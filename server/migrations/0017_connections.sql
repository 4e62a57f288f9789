CREATE TABLE "conexion_estados" (
	"cual" text PRIMARY KEY NOT NULL,
	"marca" text NOT NULL,
	"exito_en" timestamp with time zone,
	"fallo_en" timestamp with time zone,
	"fallo" text,
	"firmado_en" timestamp with time zone,
	"mal_firmado_en" timestamp with time zone,
	CONSTRAINT "conexion_estados_cual" CHECK ("conexion_estados"."cual" IN ('mercadopago', 'correo')),
	CONSTRAINT "conexion_estados_fallo" CHECK (("conexion_estados"."fallo_en" IS NULL) = ("conexion_estados"."fallo" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "conexiones" (
	"cual" text PRIMARY KEY NOT NULL,
	"datos" jsonb NOT NULL,
	"cifrado" "bytea" NOT NULL,
	"llave" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"cambiada_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conexiones_cual" CHECK ("conexiones"."cual" IN ('mercadopago', 'correo'))
);
--> statement-breakpoint
ALTER TABLE "restablecimientos" ADD COLUMN "tipo" text DEFAULT 'recuperacion' NOT NULL;--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "clave_propia" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "restablecimientos_por_expirar" ON "restablecimientos" USING btree ("expira_en");--> statement-breakpoint
ALTER TABLE "restablecimientos" ADD CONSTRAINT "restablecimientos_tipo" CHECK ("restablecimientos"."tipo" IN ('recuperacion', 'invitacion', 'personal'));--> statement-breakpoint
-- Who was invited and never opened the link has no password of their own; who registered wrote one, and gave a consent.
UPDATE usuarios u SET clave_propia = false WHERE u.correo_verificado_en IS NULL
  AND NOT EXISTS (SELECT FROM consentimientos c WHERE c.id_usuario = u.id);--> statement-breakpoint
-- Public pages say whether the shop takes payments and whether mails go out.
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON conexiones FOR EACH ROW EXECUTE FUNCTION avisar_contenido();
