CREATE TABLE "caja_movimientos" (
	"id_movimiento" bigint PRIMARY KEY NOT NULL,
	"id_cliente" bigint NOT NULL,
	"id_personal" bigint NOT NULL,
	"id_cierre" bigint
);
--> statement-breakpoint
CREATE TABLE "cierres_de_caja" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cierres_de_caja_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"id_personal" bigint NOT NULL,
	"id_anterior" bigint,
	"desde" timestamp with time zone,
	"hasta" timestamp with time zone NOT NULL,
	"medios" jsonb NOT NULL,
	"esperado_centimos" integer NOT NULL,
	"contado_centimos" integer NOT NULL,
	"diferencia_centimos" bigint GENERATED ALWAYS AS (contado_centimos::bigint - esperado_centimos) STORED NOT NULL,
	"nota" text,
	"envio" uuid NOT NULL,
	CONSTRAINT "cierres_un_envio" UNIQUE("id_personal","envio"),
	CONSTRAINT "cierres_de_persona" UNIQUE("id","id_cliente","id_personal"),
	CONSTRAINT "cierres_hasta" UNIQUE("id","id_cliente","id_personal","hasta"),
	CONSTRAINT "cierres_uno_despues" UNIQUE("id_anterior"),
	CONSTRAINT "cierres_periodo" CHECK (("cierres_de_caja"."id_anterior" IS NULL) = ("cierres_de_caja"."desde" IS NULL) AND ("cierres_de_caja"."desde" < "cierres_de_caja"."hasta") IS NOT FALSE),
	CONSTRAINT "cierres_contado" CHECK ("cierres_de_caja"."contado_centimos" >= 0),
	CONSTRAINT "cierres_medios" CHECK (jsonb_typeof("cierres_de_caja"."medios") = 'array'),
	CONSTRAINT "cierres_nota" CHECK (("cierres_de_caja"."contado_centimos" = "cierres_de_caja"."esperado_centimos" OR "cierres_de_caja"."nota" IS NOT NULL)
        AND (char_length("cierres_de_caja"."nota") BETWEEN 1 AND 500) IS NOT FALSE)
);
--> statement-breakpoint
ALTER TABLE "caja_movimientos" ADD CONSTRAINT "caja_movimientos_id_movimiento_movimientos_id_fk" FOREIGN KEY ("id_movimiento") REFERENCES "public"."movimientos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caja_movimientos" ADD CONSTRAINT "caja_movimientos_id_personal_usuarios_id_fk" FOREIGN KEY ("id_personal") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caja_movimientos" ADD CONSTRAINT "caja_movimientos_cierre" FOREIGN KEY ("id_cierre","id_cliente","id_personal") REFERENCES "public"."cierres_de_caja"("id","id_cliente","id_personal") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cierres_de_caja" ADD CONSTRAINT "cierres_de_caja_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cierres_de_caja" ADD CONSTRAINT "cierres_de_caja_id_personal_usuarios_id_fk" FOREIGN KEY ("id_personal") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cierres_de_caja" ADD CONSTRAINT "cierres_anterior" FOREIGN KEY ("id_anterior","id_cliente","id_personal","desde") REFERENCES "public"."cierres_de_caja"("id","id_cliente","id_personal","hasta") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "caja_movimientos_abiertos" ON "caja_movimientos" USING btree ("id_personal","id_cliente","id_movimiento") WHERE "caja_movimientos"."id_cierre" IS NULL;--> statement-breakpoint
CREATE INDEX "caja_movimientos_de_cierre" ON "caja_movimientos" USING btree ("id_cierre") WHERE "caja_movimientos"."id_cierre" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "cierres_uno_primero" ON "cierres_de_caja" USING btree ("id_cliente","id_personal") WHERE "cierres_de_caja"."id_anterior" IS NULL;--> statement-breakpoint
CREATE INDEX "cierres_de_marca" ON "cierres_de_caja" USING btree ("id_cliente","hasta","id");--> statement-breakpoint
CREATE INDEX "cierres_ultimo" ON "cierres_de_caja" USING btree ("id_personal","id_cliente","hasta");