CREATE TABLE "imagenes_foro" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imagenes_foro_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_usuario" integer NOT NULL,
	"ruta" text NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"subida_en" timestamp with time zone DEFAULT now() NOT NULL,
	"revisar_en" timestamp with time zone DEFAULT now() + interval '48 hours' NOT NULL,
	CONSTRAINT "imagenes_foro_ruta_unique" UNIQUE("ruta"),
	CONSTRAINT "imagenes_bytes" CHECK ("imagenes_foro"."bytes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "imagenes_foro" ADD CONSTRAINT "imagenes_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imagenes_de_usuario" ON "imagenes_foro" USING btree ("id_usuario");--> statement-breakpoint
CREATE INDEX "imagenes_por_revisar" ON "imagenes_foro" USING btree ("revisar_en","id");--> statement-breakpoint
CREATE INDEX "foros_con_imagen" ON "foros" USING btree ("id") WHERE "foros"."contenido" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "posts_con_imagen" ON "posts_foro" USING btree ("id") WHERE "posts_foro"."contenido" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "versiones_con_imagen" ON "versiones_post" USING btree ("id") WHERE "versiones_post"."contenido" LIKE '%/api/storage/imagenes/%';