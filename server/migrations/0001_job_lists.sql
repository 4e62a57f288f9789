ALTER TABLE "trabajos" ADD COLUMN "listado" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "trabajos" SET "listado" = false WHERE "tipo" = 'ensayo';
