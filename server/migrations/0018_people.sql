CREATE TABLE "notas_alumno" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notas_alumno_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_usuario" bigint NOT NULL,
	"texto" text NOT NULL,
	"por" bigint NOT NULL,
	"creada_en" timestamp with time zone DEFAULT now() NOT NULL,
	"envio" uuid NOT NULL,
	CONSTRAINT "notas_alumno_envio" UNIQUE("por","envio"),
	CONSTRAINT "notas_alumno_texto" CHECK (length("notas_alumno"."texto") BETWEEN 1 AND 2000)
);
--> statement-breakpoint
ALTER TABLE "certificados" DROP CONSTRAINT "certificados_causa";--> statement-breakpoint
ALTER TABLE "verificaciones_correo" ADD COLUMN "correo" text;--> statement-breakpoint
ALTER TABLE "notas_alumno" ADD CONSTRAINT "notas_alumno_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notas_alumno" ADD CONSTRAINT "notas_alumno_por_usuarios_id_fk" FOREIGN KEY ("por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notas_alumno_por_usuario" ON "notas_alumno" USING btree ("id_usuario","creada_en","id");--> statement-breakpoint
CREATE UNIQUE INDEX "verificaciones_correo_cambio" ON "verificaciones_correo" USING btree ("id_usuario") WHERE "verificaciones_correo"."correo" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "certificados" ADD CONSTRAINT "certificados_causa" CHECK ("certificados"."causa_revocacion" IN ('academia', 'devolucion', 'correccion'));