ALTER TABLE "foros" drop column "busqueda";--> statement-breakpoint
ALTER TABLE "foros" ADD COLUMN "busqueda" "tsvector" GENERATED ALWAYS AS (to_tsvector('spanish', regexp_replace(sin_acentos("foros"."titulo" || ' ' || "foros"."descripcion" || ' ' || "foros"."texto"), '[!-/:-@[-`{-~]', ' ', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "posts_foro" drop column "busqueda";--> statement-breakpoint
ALTER TABLE "posts_foro" ADD COLUMN "busqueda" "tsvector" GENERATED ALWAYS AS (to_tsvector('spanish', regexp_replace(sin_acentos("posts_foro"."texto"), '[!-/:-@[-`{-~]', ' ', 'g'))) STORED;--> statement-breakpoint
CREATE INDEX "foros_busqueda" ON "foros" USING gin ("busqueda");--> statement-breakpoint
CREATE INDEX "posts_busqueda" ON "posts_foro" USING gin ("busqueda");
