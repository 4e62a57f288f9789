CREATE TABLE "metas_estudio" (
	"id_usuario" integer PRIMARY KEY NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	"meta" smallint DEFAULT 3 NOT NULL,
	CONSTRAINT "metas_estudio_dias" CHECK ("metas_estudio"."meta" BETWEEN 1 AND 7)
);
--> statement-breakpoint
ALTER TABLE "metas_estudio" ADD CONSTRAINT "metas_estudio_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;