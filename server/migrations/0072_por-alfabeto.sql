DROP INDEX "usuarios_por_apellido";--> statement-breakpoint
DROP INDEX "alumnos_por_nombre";--> statement-breakpoint
CREATE INDEX "usuarios_por_apellido" ON "usuarios" USING btree ("id_cliente",alfabetico("apellidos" || ' ' || "nombres") COLLATE "C","id");--> statement-breakpoint
CREATE INDEX "alumnos_por_nombre" ON "usuarios" USING btree ("id_cliente",alfabetico("nombres" || ' ' || "apellidos") COLLATE "C","id") WHERE "usuarios"."tipo_cliente" = 'Alumno';