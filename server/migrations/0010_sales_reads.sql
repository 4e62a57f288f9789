CREATE INDEX "movimientos_del_dia" ON "movimientos" USING btree ("id_cliente","dia","id_orden","tipo","medio","centimos","id");--> statement-breakpoint
CREATE INDEX "movimientos_de_medio" ON "movimientos" USING btree ("id_cliente","medio","id_orden");--> statement-breakpoint
CREATE INDEX "movimientos_de_personal" ON "movimientos" USING btree ("id_personal","id_orden") WHERE "movimientos"."tipo" = 'cobro' AND "movimientos"."id_personal" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "ordenes_por_estado" ON "ordenes" USING btree ("id_cliente","estado","creada_en","id");--> statement-breakpoint
CREATE INDEX "ordenes_por_total" ON "ordenes" USING btree ("id_cliente","total_centimos","id");--> statement-breakpoint
CREATE INDEX "ordenes_de_personal" ON "ordenes" USING btree ("id_personal") WHERE "ordenes"."id_personal" IS NOT NULL;