CREATE TABLE "correos_de_ventas" (
	"id_usuario" bigint PRIMARY KEY NOT NULL,
	"cuando" text NOT NULL,
	"ultimo_dia" date NOT NULL,
	CONSTRAINT "correos_de_ventas_cuando" CHECK ("correos_de_ventas"."cuando" IN ('cada_venta', 'al_dia', 'nunca'))
);
--> statement-breakpoint
ALTER TABLE "correos_de_ventas" ADD CONSTRAINT "correos_de_ventas_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "movimientos_por_creacion" ON "movimientos" USING btree ("id_cliente","creado_en");