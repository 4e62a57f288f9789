DROP INDEX "matriculas_por_curso";--> statement-breakpoint
DROP INDEX "matriculas_vigentes";--> statement-breakpoint
DROP INDEX "matriculas_por_fecha";--> statement-breakpoint
CREATE INDEX "matriculas_por_curso" ON "matriculas" USING btree ("id_curso","fecha_matricula","id","id_usuario");--> statement-breakpoint
CREATE INDEX "matriculas_vigentes" ON "matriculas" USING btree ("id_curso","fecha_vencimiento","id_usuario") WHERE "matriculas"."estado" = 'activa';--> statement-breakpoint
CREATE INDEX "matriculas_por_fecha" ON "matriculas" USING btree ("fecha_matricula","id","id_curso","id_usuario","estado","fecha_vencimiento");