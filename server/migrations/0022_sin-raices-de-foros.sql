DROP TRIGGER "contar_raiz_nueva" ON "posts_foro";--> statement-breakpoint
DROP TRIGGER "contar_raiz_quitada" ON "posts_foro";--> statement-breakpoint
DROP FUNCTION "contar_raiz"();--> statement-breakpoint
DROP TABLE "raices_foro" CASCADE;
