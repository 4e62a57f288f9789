ALTER TABLE "clientes" ADD COLUMN "descuento_venta" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ordenes" DROP COLUMN "saldo_devuelto";--> statement-breakpoint
ALTER TABLE "clientes" ADD CONSTRAINT "clientes_descuento_venta" CHECK ("clientes"."descuento_venta" BETWEEN 0 AND 100);