CREATE TABLE "verificaciones_correo" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"id_usuario" integer NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"expira_en" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "correo_verificado_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "firma_nombre" text;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "firma_cargo" text;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "firma_imagen" text;--> statement-breakpoint
ALTER TABLE "verificaciones_correo" ADD CONSTRAINT "verificaciones_correo_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verificaciones_correo_por_usuario" ON "verificaciones_correo" USING btree ("id_usuario");--> statement-breakpoint
ALTER TABLE "clientes" ADD CONSTRAINT "clientes_firma" CHECK (num_nulls("clientes"."firma_nombre", "clientes"."firma_cargo") IN (0, 2));--> statement-breakpoint
-- Accounts from before the mails were verified are used and trusted.
UPDATE "usuarios" SET "correo_verificado_en" = "creado_en";
