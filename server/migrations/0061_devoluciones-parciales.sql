ALTER TABLE "pagos" ADD COLUMN "devuelto_centimos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pagos_de_prueba" ADD COLUMN "devuelto_centimos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pagos" ADD CONSTRAINT "pagos_devuelto" CHECK ("pagos"."devuelto_centimos" BETWEEN 0 AND greatest("pagos"."monto_centimos", 0));