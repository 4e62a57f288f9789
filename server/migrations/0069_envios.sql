ALTER TABLE "comentarios" ADD COLUMN "envio" uuid;--> statement-breakpoint
ALTER TABLE "foros" ADD COLUMN "envio" uuid;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD COLUMN "envio" uuid;--> statement-breakpoint
ALTER TABLE "referidos" ADD COLUMN "envio" uuid;--> statement-breakpoint
ALTER TABLE "tickets_soporte" ADD COLUMN "envio" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "comentarios_envio" ON "comentarios" USING btree ("id_usuario","envio") WHERE "comentarios"."envio" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "foros_envio" ON "foros" USING btree ("id_usuario","envio") WHERE "foros"."envio" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "posts_envio" ON "posts_foro" USING btree ("id_usuario","envio") WHERE "posts_foro"."envio" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "referidos_envio" ON "referidos" USING btree ("id_usuario","envio") WHERE "referidos"."envio" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_envio" ON "tickets_soporte" USING btree ("id_usuario","envio") WHERE "tickets_soporte"."envio" IS NOT NULL;