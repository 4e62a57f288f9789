ALTER TABLE "clientes" RENAME COLUMN "final_desde" TO "examenes_desde";--> statement-breakpoint
ALTER TABLE "clientes" DROP CONSTRAINT "clientes_final";--> statement-breakpoint
ALTER TABLE "clientes" ADD CONSTRAINT "clientes_examenes" CHECK ("clientes"."examenes_desde" BETWEEN 0 AND 100);