-- For comparing words: without case and without accents. Immutable, so that indexes may be built on it.
CREATE FUNCTION sin_acentos(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(lower(texto), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc');--> statement-breakpoint
CREATE TABLE "borradores" (
	"id_usuario" integer NOT NULL,
	"clave" text NOT NULL,
	"contenido" text NOT NULL,
	"actualizado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "borradores_id_usuario_clave_pk" PRIMARY KEY("id_usuario","clave")
);
--> statement-breakpoint
CREATE TABLE "foros" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "foros_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"id_usuario" integer NOT NULL,
	"tipo_foro" text NOT NULL,
	"id_curso" integer,
	"id_modulo" integer,
	"titulo" text NOT NULL,
	"descripcion" text DEFAULT '' NOT NULL,
	"contenido" text NOT NULL,
	"texto" text NOT NULL,
	"busqueda" "tsvector" GENERATED ALWAYS AS (to_tsvector('spanish', sin_acentos("foros"."titulo" || ' ' || "foros"."descripcion" || ' ' || "foros"."texto"))) STORED,
	"pinned" boolean DEFAULT false NOT NULL,
	"vistas" integer DEFAULT 0 NOT NULL,
	"total_posts" integer DEFAULT 0 NOT NULL,
	"total_raices" integer DEFAULT 0 NOT NULL,
	"id_solucion" integer,
	"fecha_creacion" timestamp with time zone DEFAULT now() NOT NULL,
	"editado_en" timestamp with time zone,
	"ultima_actividad" timestamp with time zone DEFAULT now() NOT NULL,
	"eliminado_en" timestamp with time zone,
	"eliminado_por" integer,
	CONSTRAINT "foros_titulo" CHECK (length("foros"."titulo") BETWEEN 1 AND 255),
	CONSTRAINT "foros_descripcion" CHECK (length("foros"."descripcion") <= 500),
	CONSTRAINT "foros_lugar" CHECK (CASE "foros"."tipo_foro" WHEN 'general' THEN "foros"."id_curso" IS NULL AND "foros"."id_modulo" IS NULL
        WHEN 'curso' THEN "foros"."id_curso" IS NOT NULL AND "foros"."id_modulo" IS NULL
        WHEN 'modulo' THEN "foros"."id_curso" IS NOT NULL AND "foros"."id_modulo" IS NOT NULL ELSE false END),
	CONSTRAINT "foros_cuentas" CHECK ("foros"."total_posts" >= 0 AND "foros"."total_raices" >= 0 AND "foros"."vistas" >= 0)
);
--> statement-breakpoint
CREATE TABLE "lecturas_foro" (
	"id_usuario" integer NOT NULL,
	"id_foro" integer NOT NULL,
	"ultimo_post" integer DEFAULT 0 NOT NULL,
	"visto_dia" date,
	"seguimiento" text,
	CONSTRAINT "lecturas_foro_id_usuario_id_foro_pk" PRIMARY KEY("id_usuario","id_foro"),
	CONSTRAINT "lecturas_seguimiento" CHECK ("lecturas_foro"."seguimiento" IN ('siguiendo', 'silenciado'))
);
--> statement-breakpoint
CREATE TABLE "likes_post_foro" (
	"id_post" integer NOT NULL,
	"id_usuario" integer NOT NULL,
	CONSTRAINT "likes_post_foro_id_post_id_usuario_pk" PRIMARY KEY("id_post","id_usuario")
);
--> statement-breakpoint
CREATE TABLE "posts_foro" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posts_foro_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_foro" integer NOT NULL,
	"parent_id" integer,
	"raiz_id" integer,
	"id_usuario" integer NOT NULL,
	"contenido" text NOT NULL,
	"texto" text NOT NULL,
	"busqueda" "tsvector" GENERATED ALWAYS AS (to_tsvector('spanish', sin_acentos("posts_foro"."texto"))) STORED,
	"likes" integer DEFAULT 0 NOT NULL,
	"respuestas" integer DEFAULT 0 NOT NULL,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"editado_en" timestamp with time zone,
	"eliminado_en" timestamp with time zone,
	"eliminado_por" integer,
	CONSTRAINT "posts_arbol" CHECK (("posts_foro"."parent_id" IS NULL) = ("posts_foro"."raiz_id" IS NULL)),
	CONSTRAINT "posts_cuentas" CHECK ("posts_foro"."likes" >= 0 AND "posts_foro"."respuestas" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reportes_post" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reportes_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"id_post" integer NOT NULL,
	"id_usuario" integer NOT NULL,
	"motivo" text NOT NULL,
	"detalle" text DEFAULT '' NOT NULL,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"decision" text,
	"razon" text,
	"decidido_por" integer,
	"decidido_en" timestamp with time zone,
	CONSTRAINT "reportes_uno" UNIQUE("id_post","id_usuario"),
	CONSTRAINT "reportes_decision" CHECK ("reportes_post"."decision" IN ('aceptado', 'rechazado')),
	CONSTRAINT "reportes_decidido" CHECK (("reportes_post"."decision" IS NULL) = ("reportes_post"."decidido_en" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "versiones_post" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "versiones_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_post" integer NOT NULL,
	"contenido" text NOT NULL,
	"editado_en" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "opciones_prompt" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "opciones_prompt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_pregunta" integer NOT NULL,
	"texto" text NOT NULL,
	"orden" integer NOT NULL,
	CONSTRAINT "opciones_prompt_orden" UNIQUE("id_pregunta","orden")
);
--> statement-breakpoint
CREATE TABLE "plantillas_prompt" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plantillas_prompt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_tema" integer NOT NULL,
	"orden" integer NOT NULL,
	"titulo" text NOT NULL,
	"contenido" text NOT NULL,
	CONSTRAINT "plantillas_orden" UNIQUE("id_tema","orden"),
	CONSTRAINT "plantillas_tres" CHECK ("plantillas_prompt"."orden" BETWEEN 1 AND 3)
);
--> statement-breakpoint
CREATE TABLE "preguntas_prompt" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "preguntas_prompt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_tema" integer NOT NULL,
	"texto" text NOT NULL,
	"tipo" text NOT NULL,
	"variable" text NOT NULL,
	"orden" integer NOT NULL,
	CONSTRAINT "preguntas_variable" UNIQUE("id_tema","variable"),
	CONSTRAINT "preguntas_prompt_tipo" CHECK ("preguntas_prompt"."tipo" IN ('abierta', 'opcion')),
	CONSTRAINT "preguntas_prompt_variable" CHECK ("preguntas_prompt"."variable" ~ '^[a-z][a-z0-9_]{0,39}$')
);
--> statement-breakpoint
CREATE TABLE "prompts_generados" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prompts_generados_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_usuario" integer NOT NULL,
	"id_tema" integer NOT NULL,
	"respuestas" jsonb NOT NULL,
	"resultados" jsonb NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "temas_prompt" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "temas_prompt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"clave" text NOT NULL,
	"nombre" text NOT NULL,
	"descripcion" text DEFAULT '' NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "temas_clave" UNIQUE("id_cliente","clave"),
	CONSTRAINT "temas_estado" CHECK ("temas_prompt"."estado" IN (0, 1))
);
--> statement-breakpoint
ALTER TABLE "borradores" ADD CONSTRAINT "borradores_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_modulo_modulos_id_fk" FOREIGN KEY ("id_modulo") REFERENCES "public"."modulos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_eliminado_por_usuarios_id_fk" FOREIGN KEY ("eliminado_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lecturas_foro" ADD CONSTRAINT "lecturas_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lecturas_foro" ADD CONSTRAINT "lecturas_foro_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes_post_foro" ADD CONSTRAINT "likes_post_foro_id_post_posts_foro_id_fk" FOREIGN KEY ("id_post") REFERENCES "public"."posts_foro"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes_post_foro" ADD CONSTRAINT "likes_post_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_eliminado_por_usuarios_id_fk" FOREIGN KEY ("eliminado_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_parent_id_posts_foro_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."posts_foro"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_raiz_id_posts_foro_id_fk" FOREIGN KEY ("raiz_id") REFERENCES "public"."posts_foro"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_post_posts_foro_id_fk" FOREIGN KEY ("id_post") REFERENCES "public"."posts_foro"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_decidido_por_usuarios_id_fk" FOREIGN KEY ("decidido_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versiones_post" ADD CONSTRAINT "versiones_post_id_post_posts_foro_id_fk" FOREIGN KEY ("id_post") REFERENCES "public"."posts_foro"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opciones_prompt" ADD CONSTRAINT "opciones_prompt_id_pregunta_preguntas_prompt_id_fk" FOREIGN KEY ("id_pregunta") REFERENCES "public"."preguntas_prompt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plantillas_prompt" ADD CONSTRAINT "plantillas_prompt_id_tema_temas_prompt_id_fk" FOREIGN KEY ("id_tema") REFERENCES "public"."temas_prompt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preguntas_prompt" ADD CONSTRAINT "preguntas_prompt_id_tema_temas_prompt_id_fk" FOREIGN KEY ("id_tema") REFERENCES "public"."temas_prompt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts_generados" ADD CONSTRAINT "prompts_generados_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts_generados" ADD CONSTRAINT "prompts_generados_id_tema_temas_prompt_id_fk" FOREIGN KEY ("id_tema") REFERENCES "public"."temas_prompt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temas_prompt" ADD CONSTRAINT "temas_prompt_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "borradores_viejos" ON "borradores" USING btree ("actualizado_en");--> statement-breakpoint
CREATE INDEX "foros_de_curso" ON "foros" USING btree ("id_curso","pinned" DESC NULLS LAST,"ultima_actividad" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_de_modulo" ON "foros" USING btree ("id_modulo","pinned" DESC NULLS LAST,"ultima_actividad" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_generales" ON "foros" USING btree ("id_cliente","pinned" DESC NULLS LAST,"ultima_actividad" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "foros"."eliminado_en" IS NULL AND "foros"."tipo_foro" = 'general';--> statement-breakpoint
CREATE INDEX "foros_busqueda" ON "foros" USING gin ("busqueda");--> statement-breakpoint
CREATE INDEX "lecturas_que_siguen" ON "lecturas_foro" USING btree ("id_foro") WHERE "lecturas_foro"."seguimiento" = 'siguiendo';--> statement-breakpoint
CREATE INDEX "posts_raices" ON "posts_foro" USING btree ("id_foro","id") WHERE "posts_foro"."parent_id" IS NULL;--> statement-breakpoint
CREATE INDEX "posts_de_raiz" ON "posts_foro" USING btree ("raiz_id","id") WHERE "posts_foro"."raiz_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_de_padre" ON "posts_foro" USING btree ("parent_id") WHERE "posts_foro"."parent_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_de_foro" ON "posts_foro" USING btree ("id_foro","id");--> statement-breakpoint
CREATE INDEX "posts_de_usuario" ON "posts_foro" USING btree ("id_usuario","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_busqueda" ON "posts_foro" USING gin ("busqueda");--> statement-breakpoint
CREATE INDEX "reportes_por_decidir" ON "reportes_post" USING btree ("id_cliente","id") WHERE "reportes_post"."decision" IS NULL;--> statement-breakpoint
CREATE INDEX "versiones_de_post" ON "versiones_post" USING btree ("id_post","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "prompts_de_usuario" ON "prompts_generados" USING btree ("id_usuario","id" DESC NULLS LAST);