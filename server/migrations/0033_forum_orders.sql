CREATE TABLE "likes_foro" (
	"id_foro" integer NOT NULL,
	"id_usuario" integer NOT NULL,
	CONSTRAINT "likes_foro_id_foro_id_usuario_pk" PRIMARY KEY("id_foro","id_usuario")
);
--> statement-breakpoint
ALTER TABLE "foros" DROP CONSTRAINT "foros_cuentas";--> statement-breakpoint
ALTER TABLE "foros" ADD COLUMN "likes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "likes_foro" ADD CONSTRAINT "likes_foro_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes_foro" ADD CONSTRAINT "likes_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "foros_de_curso_votados" ON "foros" USING btree ("id_curso","likes","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_votados" ON "foros" USING btree ("id_cliente","likes","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_de_curso_sin_respuesta" ON "foros" USING btree ("id_curso","fecha_creacion","id") WHERE "foros"."eliminado_en" IS NULL AND "foros"."total_posts" = 0;--> statement-breakpoint
CREATE INDEX "foros_sin_respuesta" ON "foros" USING btree ("id_cliente","fecha_creacion","id") WHERE "foros"."eliminado_en" IS NULL AND "foros"."total_posts" = 0;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_cuentas" CHECK ("foros"."total_posts" >= 0 AND "foros"."total_raices" >= 0 AND "foros"."vistas" >= 0 AND "foros"."likes" >= 0);