ALTER TABLE "reportes_post" ADD COLUMN "id_version" integer;--> statement-breakpoint
ALTER TABLE "versiones_post" ADD COLUMN "titulo" text;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_version_versiones_post_id_fk" FOREIGN KEY ("id_version") REFERENCES "public"."versiones_post"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reportes_de_version" ON "reportes_post" USING btree ("id_version") WHERE "reportes_post"."id_version" IS NOT NULL;--> statement-breakpoint
UPDATE "reportes_post" r SET "id_version" = (SELECT min(v."id") FROM "versiones_post" v
  WHERE (v."id_post" = r."id_post" OR v."id_foro" = r."id_foro") AND v."editado_en" > r."fecha") WHERE r."decision" IS NULL;
