DROP INDEX "auditoria_de_marca";--> statement-breakpoint
DROP INDEX "auditoria_por_accion";--> statement-breakpoint
DROP INDEX "auditoria_de_usuario";--> statement-breakpoint
DROP INDEX "auditoria_sobre";--> statement-breakpoint
DROP INDEX "puntos_de_usuario";--> statement-breakpoint
DROP INDEX "certificados_por_usuario";--> statement-breakpoint
DROP INDEX "comentarios_de_leccion";--> statement-breakpoint
DROP INDEX "comentarios_de_usuario";--> statement-breakpoint
DROP INDEX "reclamos_recientes";--> statement-breakpoint
DROP INDEX "foros_de_curso";--> statement-breakpoint
DROP INDEX "foros_de_modulo";--> statement-breakpoint
DROP INDEX "foros_generales";--> statement-breakpoint
DROP INDEX "posts_de_usuario";--> statement-breakpoint
DROP INDEX "versiones_de_post";--> statement-breakpoint
DROP INDEX "progreso_reciente";--> statement-breakpoint
DROP INDEX "notificaciones_de_usuario";--> statement-breakpoint
DROP INDEX "notificaciones_sin_leer";--> statement-breakpoint
DROP INDEX "ordenes_de_usuario";--> statement-breakpoint
DROP INDEX "prompts_de_usuario";--> statement-breakpoint
DROP INDEX "tickets_de_usuario";--> statement-breakpoint
CREATE INDEX "auditoria_de_marca" ON "auditoria" USING btree ("id_cliente","id");--> statement-breakpoint
CREATE INDEX "auditoria_por_accion" ON "auditoria" USING btree ("id_cliente","accion","id");--> statement-breakpoint
CREATE INDEX "auditoria_de_usuario" ON "auditoria" USING btree ("id_usuario","id");--> statement-breakpoint
CREATE INDEX "auditoria_sobre" ON "auditoria" USING btree ("sobre","id");--> statement-breakpoint
CREATE INDEX "puntos_de_usuario" ON "puntos" USING btree ("id_usuario","mes","id");--> statement-breakpoint
CREATE INDEX "certificados_por_usuario" ON "certificados" USING btree ("id_usuario","fecha_emision");--> statement-breakpoint
CREATE INDEX "comentarios_de_leccion" ON "comentarios" USING btree ("id_leccion","fecha","id") WHERE "comentarios"."parent_id" IS NULL;--> statement-breakpoint
CREATE INDEX "comentarios_de_usuario" ON "comentarios" USING btree ("id_usuario","fecha");--> statement-breakpoint
CREATE INDEX "reclamos_recientes" ON "reclamos" USING btree ("id_cliente","id");--> statement-breakpoint
CREATE INDEX "foros_de_curso" ON "foros" USING btree ("id_curso","pinned","ultima_actividad","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_de_modulo" ON "foros" USING btree ("id_modulo","pinned","ultima_actividad","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_generales" ON "foros" USING btree ("id_cliente","pinned","ultima_actividad","id") WHERE "foros"."eliminado_en" IS NULL AND "foros"."tipo_foro" = 'general';--> statement-breakpoint
CREATE INDEX "posts_de_usuario" ON "posts_foro" USING btree ("id_usuario","id");--> statement-breakpoint
CREATE INDEX "versiones_de_post" ON "versiones_post" USING btree ("id_post","id");--> statement-breakpoint
CREATE INDEX "progreso_reciente" ON "progreso_lecciones" USING btree ("id_usuario","visto_en");--> statement-breakpoint
CREATE INDEX "notificaciones_de_usuario" ON "notificaciones" USING btree ("id_usuario","fecha_envio","id");--> statement-breakpoint
CREATE INDEX "notificaciones_sin_leer" ON "notificaciones" USING btree ("id_usuario","fecha_envio","id") WHERE "notificaciones"."estado" = 1 AND "notificaciones"."en_campus";--> statement-breakpoint
CREATE INDEX "ordenes_de_usuario" ON "ordenes" USING btree ("id_usuario","creada_en");--> statement-breakpoint
CREATE INDEX "prompts_de_usuario" ON "prompts_generados" USING btree ("id_usuario","id");--> statement-breakpoint
CREATE INDEX "tickets_de_usuario" ON "tickets_soporte" USING btree ("id_usuario","fecha");