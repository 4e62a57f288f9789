CREATE TABLE "notificaciones_contadas" (
	"id_usuario" integer NOT NULL,
	"clave" text NOT NULL,
	CONSTRAINT "notificaciones_contadas_id_usuario_clave_pk" PRIMARY KEY("id_usuario","clave")
);
--> statement-breakpoint
ALTER TABLE "notificaciones" ADD COLUMN "grupo" text;--> statement-breakpoint
ALTER TABLE "notificaciones" ADD COLUMN "abierta" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notificaciones" ADD COLUMN "cuenta" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notificaciones" ADD COLUMN "autores" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notificaciones" ADD COLUMN "asunto" text;--> statement-breakpoint
ALTER TABLE "notificaciones" ADD COLUMN "id_post" integer;--> statement-breakpoint
ALTER TABLE "notificaciones_contadas" ADD CONSTRAINT "notificaciones_contadas_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notificaciones_grupo" ON "notificaciones" USING btree ("id_usuario","evento","grupo") WHERE "notificaciones"."abierta";--> statement-breakpoint
CREATE INDEX "notificaciones_de_grupo" ON "notificaciones" USING btree ("grupo") WHERE "notificaciones"."abierta";--> statement-breakpoint
ALTER TABLE "notificaciones" ADD CONSTRAINT "notificaciones_cuenta" CHECK ("notificaciones"."cuenta" >= 1);--> statement-breakpoint
ALTER TABLE "notificaciones" ADD CONSTRAINT "notificaciones_abierta" CHECK (NOT "notificaciones"."abierta" OR ("notificaciones"."estado" = 1 AND "notificaciones"."grupo" IS NOT NULL));--> statement-breakpoint
INSERT INTO "notificaciones_contadas" ("id_usuario", "clave") SELECT "id_usuario", "clave" FROM "notificaciones" WHERE "clave" LIKE 'foro%' ON CONFLICT DO NOTHING;
