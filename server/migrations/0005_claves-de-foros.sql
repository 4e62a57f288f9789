ALTER TABLE "foros" ADD COLUMN "clave" text;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_clave" UNIQUE("id_cliente","clave");