CREATE TABLE "comprobantes" (
	"id_orden" bigint PRIMARY KEY NOT NULL,
	"id_cliente" bigint NOT NULL,
	"tipo" text NOT NULL,
	"tipo_documento" text,
	"documento" text,
	"razon_social" text,
	"direccion" text,
	"numero" text,
	"numero_en" timestamp with time zone,
	"numero_por" bigint,
	CONSTRAINT "comprobantes_datos" CHECK (CASE "comprobantes"."tipo" WHEN 'factura' THEN "comprobantes"."tipo_documento" = 'RUC' AND documento ~ '^(10|15|16|17|20)[0-9]{9}$' AND (11 - (5 * substr(documento, 1, 1)::int + 4 * substr(documento, 2, 1)::int + 3 * substr(documento, 3, 1)::int + 2 * substr(documento, 4, 1)::int + 7 * substr(documento, 5, 1)::int + 6 * substr(documento, 6, 1)::int + 5 * substr(documento, 7, 1)::int + 4 * substr(documento, 8, 1)::int + 3 * substr(documento, 9, 1)::int + 2 * substr(documento, 10, 1)::int) % 11) % 10 = right(documento, 1)::int
          AND char_length("comprobantes"."razon_social") BETWEEN 1 AND 200 AND char_length("comprobantes"."direccion") BETWEEN 1 AND 250
        WHEN 'boleta' THEN num_nonnulls("comprobantes"."razon_social", "comprobantes"."direccion") = 0
          AND CASE WHEN "comprobantes"."tipo_documento" IS NULL THEN "comprobantes"."documento" IS NULL ELSE CASE tipo_documento WHEN 'DNI' THEN documento ~* '^[0-9]{8}$' WHEN 'CE' THEN documento ~* '^[0-9A-Z]{9,12}$' WHEN 'Pasaporte' THEN documento ~* '^[0-9A-Z]{5,15}$' ELSE false END END
        ELSE false END IS TRUE),
	CONSTRAINT "comprobantes_numero_forma" CHECK ("comprobantes"."numero" ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' AND char_length("comprobantes"."numero") BETWEEN 1 AND 20),
	CONSTRAINT "comprobantes_numero_quien" CHECK (num_nonnulls("comprobantes"."numero", "comprobantes"."numero_en", "comprobantes"."numero_por") IN (0, 3))
);
--> statement-breakpoint
ALTER TABLE "comprobantes" ADD CONSTRAINT "comprobantes_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comprobantes" ADD CONSTRAINT "comprobantes_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comprobantes" ADD CONSTRAINT "comprobantes_numero_por_usuarios_id_fk" FOREIGN KEY ("numero_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "comprobantes_numero" ON "comprobantes" USING btree ("id_cliente","tipo","numero") WHERE "comprobantes"."numero" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "comprobantes_por" ON "comprobantes" USING btree ("numero_por") WHERE "comprobantes"."numero_por" IS NOT NULL;