ALTER TABLE "certificados" ADD COLUMN "fecha_revocacion" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificados" ADD COLUMN "motivo_revocacion" text;--> statement-breakpoint
ALTER TABLE "certificados" ADD COLUMN "causa_revocacion" text;--> statement-breakpoint
-- Until now only SQL by hand revoked: when and why is not known.
UPDATE certificados SET fecha_revocacion = now(), motivo_revocacion = 'Sin motivo anotado.', causa_revocacion = 'academia' WHERE estado = 'revocado';--> statement-breakpoint
ALTER TABLE "certificados" ADD CONSTRAINT "certificados_revocacion" CHECK (num_nonnulls("certificados"."fecha_revocacion", "certificados"."motivo_revocacion", "certificados"."causa_revocacion") = CASE "certificados"."estado" WHEN 'revocado' THEN 3 ELSE 0 END);--> statement-breakpoint
ALTER TABLE "certificados" ADD CONSTRAINT "certificados_causa" CHECK ("certificados"."causa_revocacion" IN ('academia', 'devolucion'));