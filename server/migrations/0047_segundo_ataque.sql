CREATE TABLE "puntos_retirados" (
	"id_usuario" integer NOT NULL,
	"motivo" text NOT NULL,
	"clave" text NOT NULL,
	"mes" date NOT NULL,
	CONSTRAINT "puntos_retirados_id_usuario_motivo_clave_pk" PRIMARY KEY("id_usuario","motivo","clave")
);
--> statement-breakpoint
ALTER TABLE "foros" ADD COLUMN "solucion_de_personal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "puntos_retirados" ADD CONSTRAINT "puntos_retirados_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eventos_de_pago" ON "eventos_pago" USING btree ("id_pago");--> statement-breakpoint
CREATE INDEX "eventos_por_fecha" ON "eventos_pago" USING btree ("recibido_en");