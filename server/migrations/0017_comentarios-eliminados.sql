ALTER TABLE "comentarios" ADD COLUMN "editado_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "comentarios" ADD COLUMN "eliminado_en" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "comentarios" ADD COLUMN "eliminado_por" integer;--> statement-breakpoint
ALTER TABLE "comentarios" ADD CONSTRAINT "comentarios_eliminado_por_usuarios_id_fk" FOREIGN KEY ("eliminado_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;