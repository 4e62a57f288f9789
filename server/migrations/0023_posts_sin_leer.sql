DROP INDEX "posts_de_foro";--> statement-breakpoint
CREATE INDEX "posts_de_foro" ON "posts_foro" USING btree ("id_foro","id","id_usuario","eliminado_en");