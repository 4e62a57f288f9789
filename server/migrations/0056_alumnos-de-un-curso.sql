DROP INDEX "matriculas_por_curso";--> statement-breakpoint
DROP INDEX "matriculas_vigentes";--> statement-breakpoint
CREATE INDEX "matriculas_por_curso" ON "matriculas" USING btree ("id_curso","id_usuario");--> statement-breakpoint
CREATE INDEX "matriculas_vigentes" ON "matriculas" USING btree ("id_curso","fecha_vencimiento","id_usuario") WHERE "matriculas"."estado" = 'activa';