CREATE TABLE "premios" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "premios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"clave" text NOT NULL,
	"imagen" text,
	"premio" text NOT NULL,
	"puesto" integer NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "premios_clave" UNIQUE("id_cliente","clave"),
	CONSTRAINT "premios_puesto" CHECK ("premios"."puesto" >= 1),
	CONSTRAINT "premios_estado" CHECK ("premios"."estado" IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "puntos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "puntos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"id_usuario" integer NOT NULL,
	"motivo" text NOT NULL,
	"clave" text NOT NULL,
	"detalle" text DEFAULT '' NOT NULL,
	"puntos" integer NOT NULL,
	"mes" date NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "puntos_una_vez" UNIQUE("id_usuario","motivo","clave"),
	CONSTRAINT "puntos_motivo" CHECK ("puntos"."motivo" IN ('asistencia', 'examen', 'certificado', 'foro', 'referido')),
	CONSTRAINT "puntos_positivos" CHECK ("puntos"."puntos" > 0),
	CONSTRAINT "puntos_mes" CHECK (extract(day FROM "puntos"."mes") = 1)
);
--> statement-breakpoint
CREATE TABLE "puntos_mes" (
	"id_cliente" integer NOT NULL,
	"mes" date NOT NULL,
	"id_usuario" integer NOT NULL,
	"puntos" integer NOT NULL,
	"alcanzado_en" timestamp with time zone NOT NULL,
	CONSTRAINT "puntos_mes_id_usuario_mes_pk" PRIMARY KEY("id_usuario","mes")
);
--> statement-breakpoint
CREATE TABLE "rankings_cerrados" (
	"id_cliente" integer NOT NULL,
	"mes" date NOT NULL,
	"puesto" integer NOT NULL,
	"id_usuario" integer,
	"nombre" text NOT NULL,
	"apellido" text NOT NULL,
	"pais" text NOT NULL,
	"puntos" integer NOT NULL,
	CONSTRAINT "rankings_cerrados_id_cliente_mes_puesto_pk" PRIMARY KEY("id_cliente","mes","puesto"),
	CONSTRAINT "rankings_cerrados_alumno" UNIQUE("id_cliente","mes","id_usuario")
);
--> statement-breakpoint
CREATE TABLE "libros_reclamaciones" (
	"id_cliente" integer NOT NULL,
	"anio" integer NOT NULL,
	"ultimo" integer NOT NULL,
	CONSTRAINT "libros_reclamaciones_id_cliente_anio_pk" PRIMARY KEY("id_cliente","anio")
);
--> statement-breakpoint
CREATE TABLE "reclamos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reclamos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"anio" integer NOT NULL,
	"numero" integer NOT NULL,
	"envio" uuid NOT NULL,
	"clave" uuid NOT NULL,
	"proveedor" jsonb NOT NULL,
	"tipo" text NOT NULL,
	"nombres" text NOT NULL,
	"apellidos" text NOT NULL,
	"tipo_documento" text NOT NULL,
	"numero_documento" text NOT NULL,
	"domicilio" text NOT NULL,
	"telefono" text DEFAULT '' NOT NULL,
	"correo" text NOT NULL,
	"apoderado" text,
	"bien" text NOT NULL,
	"bien_descripcion" text NOT NULL,
	"monto_centimos" integer,
	"detalle" text NOT NULL,
	"pedido" text NOT NULL,
	"canal_respuesta" text NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"vence" date NOT NULL,
	"respuesta" text,
	"respondido_en" timestamp with time zone,
	"respondido_por" integer,
	CONSTRAINT "reclamos_envio_unique" UNIQUE("envio"),
	CONSTRAINT "reclamos_clave_unique" UNIQUE("clave"),
	CONSTRAINT "reclamos_numero" UNIQUE("id_cliente","anio","numero"),
	CONSTRAINT "reclamos_tipo" CHECK ("reclamos"."tipo" IN ('reclamo', 'queja')),
	CONSTRAINT "reclamos_bien" CHECK ("reclamos"."bien" IN ('producto', 'servicio')),
	CONSTRAINT "reclamos_documento" CHECK ("reclamos"."tipo_documento" IN ('DNI', 'CE', 'Pasaporte', 'RUC')),
	CONSTRAINT "reclamos_canal" CHECK ("reclamos"."canal_respuesta" IN ('correo', 'domicilio')),
	CONSTRAINT "reclamos_monto" CHECK ("reclamos"."monto_centimos" IS NULL OR "reclamos"."monto_centimos" >= 0),
	CONSTRAINT "reclamos_numero_positivo" CHECK ("reclamos"."numero" >= 1),
	CONSTRAINT "reclamos_respuesta" CHECK (("reclamos"."respuesta" IS NULL) = ("reclamos"."respondido_en" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "paginas" (
	"id_cliente" integer NOT NULL,
	"clave" text NOT NULL,
	"titulo" text NOT NULL,
	"markdown" text NOT NULL,
	"actualizado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paginas_id_cliente_clave_pk" PRIMARY KEY("id_cliente","clave"),
	CONSTRAINT "paginas_clave" CHECK ("paginas"."clave" IN ('terminos', 'privacidad', 'preguntas-frecuentes', 'reembolsos'))
);
--> statement-breakpoint
CREATE TABLE "referidos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referidos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"codigo" text NOT NULL,
	"id_usuario" integer NOT NULL,
	"numero" smallint NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referidos_codigo_unique" UNIQUE("codigo"),
	CONSTRAINT "referidos_dos_por_usuario" UNIQUE("id_usuario","numero"),
	CONSTRAINT "referidos_numero" CHECK ("referidos"."numero" IN (1, 2)),
	CONSTRAINT "referidos_codigo" CHECK ("referidos"."codigo" ~ '^REF(0|[1-9][0-9]{0,4})$')
);
--> statement-breakpoint
ALTER TABLE "usuarios" ADD COLUMN "ranking_iniciales" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "portada" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "promociones_reales" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clientes" ADD COLUMN "descuento_referido" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "promocion_centimos" integer;--> statement-breakpoint
ALTER TABLE "cursos" ADD COLUMN "promocion_hasta" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ordenes" ADD COLUMN "id_referido" integer;--> statement-breakpoint
ALTER TABLE "premios" ADD CONSTRAINT "premios_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos" ADD CONSTRAINT "puntos_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos" ADD CONSTRAINT "puntos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos_mes" ADD CONSTRAINT "puntos_mes_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos_mes" ADD CONSTRAINT "puntos_mes_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rankings_cerrados" ADD CONSTRAINT "rankings_cerrados_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rankings_cerrados" ADD CONSTRAINT "rankings_cerrados_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "libros_reclamaciones" ADD CONSTRAINT "libros_reclamaciones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reclamos" ADD CONSTRAINT "reclamos_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reclamos" ADD CONSTRAINT "reclamos_respondido_por_usuarios_id_fk" FOREIGN KEY ("respondido_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paginas" ADD CONSTRAINT "paginas_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referidos" ADD CONSTRAINT "referidos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "puntos_de_usuario" ON "puntos" USING btree ("id_usuario","mes","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "puntos_mes_ranking" ON "puntos_mes" USING btree ("id_cliente","mes","puntos" DESC NULLS LAST,"alcanzado_en","id_usuario");--> statement-breakpoint
CREATE INDEX "reclamos_por_responder" ON "reclamos" USING btree ("id_cliente","vence") WHERE "reclamos"."respondido_en" IS NULL;--> statement-breakpoint
CREATE INDEX "reclamos_recientes" ON "reclamos" USING btree ("id_cliente","id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_id_referido_referidos_id_fk" FOREIGN KEY ("id_referido") REFERENCES "public"."referidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ordenes_de_referido" ON "ordenes" USING btree ("id_referido") WHERE "ordenes"."id_referido" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "clientes" ADD CONSTRAINT "clientes_descuento" CHECK ("clientes"."descuento_referido" BETWEEN 0 AND 90);--> statement-breakpoint
ALTER TABLE "cursos" ADD CONSTRAINT "cursos_promocion" CHECK (("cursos"."promocion_centimos" IS NULL) = ("cursos"."promocion_hasta" IS NULL) AND ("cursos"."promocion_centimos" IS NULL OR ("cursos"."promocion_centimos" >= 0 AND "cursos"."promocion_centimos" < "cursos"."costo_centimos")));