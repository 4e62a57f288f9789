ALTER TABLE "clientes" ADD COLUMN "devolucion_dias" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "devolucion_avance" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "clientes" ADD CONSTRAINT "clientes_devolucion" CHECK ("clientes"."devolucion_dias" BETWEEN 1 AND 365 AND "clientes"."devolucion_avance" BETWEEN 1 AND 100);