ALTER TABLE "reportes_post" ALTER COLUMN "id_post" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "versiones_post" ALTER COLUMN "id_post" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD COLUMN "id_foro" integer;--> statement-breakpoint
ALTER TABLE "versiones_post" ADD COLUMN "id_foro" integer;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versiones_post" ADD CONSTRAINT "versiones_post_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "versiones_de_foro" ON "versiones_post" USING btree ("id_foro","id") WHERE "versiones_post"."id_foro" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_uno_de_foro" UNIQUE("id_foro","id_usuario");--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_de_uno" CHECK (num_nonnulls("reportes_post"."id_post", "reportes_post"."id_foro") = 1);--> statement-breakpoint
ALTER TABLE "versiones_post" ADD CONSTRAINT "versiones_de_uno" CHECK (num_nonnulls("versiones_post"."id_post", "versiones_post"."id_foro") = 1);