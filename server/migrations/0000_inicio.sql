CREATE TABLE "accesos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accesos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hash" "bytea" NOT NULL,
	"id_usuario" integer NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"usado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"expira_en" timestamp with time zone NOT NULL,
	"agente" text DEFAULT '' NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	CONSTRAINT "accesos_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "consentimientos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consentimientos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_usuario" integer NOT NULL,
	"tipo" text NOT NULL,
	"version" text NOT NULL,
	"texto" text NOT NULL,
	"aceptado" boolean NOT NULL,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restablecimientos" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"id_usuario" integer NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"expira_en" timestamp with time zone NOT NULL,
	"usado_en" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "usuarios" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "usuarios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"tipo_cliente" text DEFAULT 'Alumno' NOT NULL,
	"nombres" text NOT NULL,
	"apellidos" text NOT NULL,
	"correo" text NOT NULL,
	"password_hash" text NOT NULL,
	"tipo_documento" text DEFAULT 'DNI' NOT NULL,
	"numero_documento" text,
	"codigo_alumno" text,
	"telefono" text,
	"direccion" text,
	"ciudad" text,
	"pais" text DEFAULT 'PE' NOT NULL,
	"profesion" text,
	"fecha_nacimiento" date,
	"foto_perfil" text,
	"biography" text,
	"estado" integer DEFAULT 1 NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usuarios_rol" CHECK ("usuarios"."tipo_cliente" IN ('Alumno', 'Docente', 'Administrador')),
	CONSTRAINT "usuarios_estado" CHECK ("usuarios"."estado" IN (0, 1)),
	CONSTRAINT "usuarios_dni" CHECK ("usuarios"."tipo_documento" <> 'DNI' OR "usuarios"."numero_documento" ~ '^[0-9]{8}$'),
	CONSTRAINT "usuarios_pais" CHECK ("usuarios"."pais" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "asistencias" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "asistencias_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"usuario_id" integer NOT NULL,
	"leccion_id" integer NOT NULL,
	"asistio" boolean DEFAULT true NOT NULL,
	"fecha_asistencia" timestamp with time zone DEFAULT now() NOT NULL,
	"fecha_cierre" timestamp with time zone,
	CONSTRAINT "asistencias_unica" UNIQUE("usuario_id","leccion_id"),
	CONSTRAINT "asistencias_cierre" CHECK ("asistencias"."fecha_cierre" IS NULL OR "asistencias"."fecha_cierre" >= "asistencias"."fecha_asistencia")
);
--> statement-breakpoint
CREATE TABLE "botones" (
	"id_cliente" integer PRIMARY KEY NOT NULL,
	"banner_uno" text,
	"link_banner_uno" text,
	"banner_dos" text,
	"link_banner_dos" text,
	"boton_1" text,
	"link_boton_1" text,
	"boton_2" text,
	"link_boton_2" text,
	"boton_3" text,
	"link_boton_3" text
);
--> statement-breakpoint
CREATE TABLE "clientes" (
	"id" integer PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"nombre" text NOT NULL,
	"lema" text DEFAULT '' NOT NULL,
	"logo" text,
	"isotipo" text,
	"color_primario" text NOT NULL,
	"color_acento" text NOT NULL,
	"dominios" text[] DEFAULT '{}' NOT NULL,
	"razon_social" text DEFAULT '' NOT NULL,
	"ruc" text DEFAULT '' NOT NULL,
	"direccion" text DEFAULT '' NOT NULL,
	"telefono" text DEFAULT '' NOT NULL,
	"correo" text DEFAULT '' NOT NULL,
	"redes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "clientes_slug_unique" UNIQUE("slug"),
	CONSTRAINT "clientes_colores" CHECK ("clientes"."color_primario" ~ '^#[0-9A-Fa-f]{6}$' AND "clientes"."color_acento" ~ '^#[0-9A-Fa-f]{6}$'),
	CONSTRAINT "clientes_estado" CHECK ("clientes"."estado" IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "suscripciones_calendario" (
	"id_usuario" integer PRIMARY KEY NOT NULL,
	"secreto" text NOT NULL,
	CONSTRAINT "suscripciones_calendario_secreto_unique" UNIQUE("secreto")
);
--> statement-breakpoint
CREATE TABLE "archivos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "archivos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_leccion" integer NOT NULL,
	"titulo" text DEFAULT '' NOT NULL,
	"enlace" text NOT NULL,
	"tipo_video" text NOT NULL,
	"video" text NOT NULL,
	"video_hash" text,
	"orden" integer NOT NULL,
	CONSTRAINT "archivos_orden" UNIQUE("id_leccion","orden"),
	CONSTRAINT "archivos_tipo" CHECK ("archivos"."tipo_video" IN ('youtube', 'vimeo')),
	CONSTRAINT "archivos_video" CHECK ("archivos"."video" ~ '^[A-Za-z0-9_-]{5,20}$')
);
--> statement-breakpoint
CREATE TABLE "categorias" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categorias_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"nombre" text NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "categorias_nombre" UNIQUE("id_cliente","nombre"),
	CONSTRAINT "categorias_estado" CHECK ("categorias"."estado" IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "curso_docentes" (
	"id_curso" integer NOT NULL,
	"id_usuario" integer NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "curso_docentes_id_curso_id_usuario_pk" PRIMARY KEY("id_curso","id_usuario")
);
--> statement-breakpoint
CREATE TABLE "cursos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cursos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"id_categoria" integer NOT NULL,
	"clave" text NOT NULL,
	"nombre" text NOT NULL,
	"descripcion" text DEFAULT '' NOT NULL,
	"aprenderas" text[] DEFAULT '{}' NOT NULL,
	"nivel" text NOT NULL,
	"costo_centimos" integer NOT NULL,
	"horas" numeric(9,2) NOT NULL,
	"fecha_inicio" date,
	"imagen" text,
	"estado" integer DEFAULT 1 NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cursos_clave" UNIQUE("id_cliente","clave"),
	CONSTRAINT "cursos_nivel" CHECK ("cursos"."nivel" IN ('Básico', 'Intermedio', 'Avanzado')),
	CONSTRAINT "cursos_costo" CHECK ("cursos"."costo_centimos" >= 0),
	CONSTRAINT "cursos_horas" CHECK ("cursos"."horas" > 0),
	CONSTRAINT "cursos_estado" CHECK ("cursos"."estado" IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "lecciones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lecciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_modulo" integer NOT NULL,
	"clave" text NOT NULL,
	"titulo" text NOT NULL,
	"contenido" text DEFAULT '' NOT NULL,
	"duracion" integer DEFAULT 0 NOT NULL,
	"orden" integer NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	CONSTRAINT "lecciones_clave" UNIQUE("id_modulo","clave")
);
--> statement-breakpoint
CREATE TABLE "materiales" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "materiales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_leccion" integer NOT NULL,
	"tipo" text NOT NULL,
	"nombre" text NOT NULL,
	"texto" text,
	"ruta" text,
	"formato" text,
	"tamano" integer,
	"orden" integer NOT NULL,
	CONSTRAINT "materiales_orden" UNIQUE("id_leccion","orden"),
	CONSTRAINT "materiales_tipo" CHECK ("materiales"."tipo" IN ('Enlace', 'Archivo', 'Texto', 'Otro')),
	CONSTRAINT "materiales_contenido" CHECK (CASE WHEN "materiales"."tipo" = 'Texto' THEN "materiales"."texto" IS NOT NULL ELSE "materiales"."ruta" IS NOT NULL END)
);
--> statement-breakpoint
CREATE TABLE "modulos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "modulos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_curso" integer NOT NULL,
	"clave" text NOT NULL,
	"nombre" text NOT NULL,
	"horas" numeric(9,2) DEFAULT 0 NOT NULL,
	"orden" integer NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	CONSTRAINT "modulos_clave" UNIQUE("id_curso","clave")
);
--> statement-breakpoint
CREATE TABLE "sesiones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sesiones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_leccion" integer NOT NULL,
	"nombre" text NOT NULL,
	"inicio" timestamp with time zone NOT NULL,
	"duracion" integer DEFAULT 60 NOT NULL,
	"enlace" text NOT NULL,
	"orden" integer NOT NULL,
	CONSTRAINT "sesiones_orden" UNIQUE("id_leccion","orden"),
	CONSTRAINT "sesiones_enlace" CHECK ("sesiones"."enlace" ~ '^https://')
);
--> statement-breakpoint
CREATE TABLE "certificados" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificados_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_usuario" integer NOT NULL,
	"id_curso" integer NOT NULL,
	"id_modulo" integer,
	"codigo_certificado" text NOT NULL,
	"alumno" text NOT NULL,
	"curso" text NOT NULL,
	"modulo" text,
	"nota" numeric(9,2) NOT NULL,
	"horas" numeric(9,2) NOT NULL,
	"fecha_emision" timestamp with time zone DEFAULT now() NOT NULL,
	"fecha_inicio" date NOT NULL,
	"fecha_fin" date NOT NULL,
	"estado" text DEFAULT 'vigente' NOT NULL,
	CONSTRAINT "certificados_codigo_certificado_unique" UNIQUE("codigo_certificado"),
	CONSTRAINT "certificados_codigo" CHECK ("certificados"."codigo_certificado" ~ '^CERT-[A-Z]{9}$'),
	CONSTRAINT "certificados_nota" CHECK ("certificados"."nota" >= 0 AND "certificados"."nota" <= 100),
	CONSTRAINT "certificados_estado" CHECK ("certificados"."estado" IN ('vigente', 'revocado')),
	CONSTRAINT "certificados_fechas" CHECK ("certificados"."fecha_fin" >= "certificados"."fecha_inicio")
);
--> statement-breakpoint
CREATE TABLE "comentario_likes" (
	"id_comentario" integer NOT NULL,
	"id_usuario" integer NOT NULL,
	CONSTRAINT "comentario_likes_id_comentario_id_usuario_pk" PRIMARY KEY("id_comentario","id_usuario")
);
--> statement-breakpoint
CREATE TABLE "comentarios" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comentarios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"comentario" text NOT NULL,
	"id_usuario" integer NOT NULL,
	"id_leccion" integer NOT NULL,
	"parent_id" integer,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "comentarios_likes" CHECK ("comentarios"."likes" >= 0),
	CONSTRAINT "comentarios_texto" CHECK (length("comentarios"."comentario") BETWEEN 1 AND 5000)
);
--> statement-breakpoint
CREATE TABLE "detalle_evaluacion" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "detalle_evaluacion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_evaluacion" integer NOT NULL,
	"id_alumno" integer NOT NULL,
	"fecha_evaluacion" timestamp with time zone DEFAULT now() NOT NULL,
	"intentos" integer DEFAULT 0 NOT NULL,
	"intentos_extra" integer DEFAULT 0 NOT NULL,
	"minutos_extra" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "detalle_unico" UNIQUE("id_evaluacion","id_alumno"),
	CONSTRAINT "detalle_intentos" CHECK ("detalle_evaluacion"."intentos" >= 0 AND "detalle_evaluacion"."intentos_extra" >= 0 AND "detalle_evaluacion"."minutos_extra" >= 0)
);
--> statement-breakpoint
CREATE TABLE "encuestas_respondidas" (
	"id_evaluacion" integer NOT NULL,
	"id_alumno" integer NOT NULL,
	CONSTRAINT "encuestas_respondidas_id_evaluacion_id_alumno_pk" PRIMARY KEY("id_evaluacion","id_alumno")
);
--> statement-breakpoint
CREATE TABLE "evaluaciones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evaluaciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_curso" integer NOT NULL,
	"id_modulo" integer,
	"clave" text NOT NULL,
	"nombre" text NOT NULL,
	"instrucciones" text DEFAULT '' NOT NULL,
	"modelo" integer DEFAULT 1 NOT NULL,
	"intentos" integer DEFAULT 1 NOT NULL,
	"duracion" integer NOT NULL,
	"fecha_apertura" timestamp with time zone,
	"fecha_cierre" timestamp with time zone,
	"estado" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "evaluaciones_intentos" CHECK ("evaluaciones"."intentos" >= 1),
	CONSTRAINT "evaluaciones_duracion" CHECK ("evaluaciones"."duracion" BETWEEN 1 AND 600),
	CONSTRAINT "evaluaciones_ventana" CHECK ("evaluaciones"."fecha_cierre" > "evaluaciones"."fecha_apertura"),
	CONSTRAINT "evaluaciones_estado" CHECK ("evaluaciones"."estado" IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "intentos_evaluacion" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "intentos_evaluacion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_detalle" integer NOT NULL,
	"numero" integer NOT NULL,
	"estado" text DEFAULT 'abierto' NOT NULL,
	"inicio" timestamp with time zone DEFAULT now() NOT NULL,
	"limite" timestamp with time zone NOT NULL,
	"enviado_en" timestamp with time zone,
	"cerrado_por_tiempo" boolean DEFAULT false NOT NULL,
	"preguntas" jsonb NOT NULL,
	"nota" numeric(9,2),
	"nota_maxima" numeric(9,2) NOT NULL,
	"aprobado" boolean,
	"novedad_certificado" text,
	CONSTRAINT "intentos_numero" UNIQUE("id_detalle","numero"),
	CONSTRAINT "intentos_estado" CHECK ("intentos_evaluacion"."estado" IN ('abierto', 'pendiente', 'calificado')),
	CONSTRAINT "intentos_enviado" CHECK (("intentos_evaluacion"."estado" = 'abierto') = ("intentos_evaluacion"."enviado_en" IS NULL)),
	CONSTRAINT "intentos_calificado" CHECK (("intentos_evaluacion"."estado" = 'calificado') = ("intentos_evaluacion"."nota" IS NOT NULL AND "intentos_evaluacion"."aprobado" IS NOT NULL)),
	CONSTRAINT "intentos_novedad" CHECK ("intentos_evaluacion"."novedad_certificado" IN ('generado', 'actualizado', 'sin_cambio')),
	CONSTRAINT "intentos_nota" CHECK ("intentos_evaluacion"."nota" IS NULL OR ("intentos_evaluacion"."nota" >= 0 AND "intentos_evaluacion"."nota" <= "intentos_evaluacion"."nota_maxima"))
);
--> statement-breakpoint
CREATE TABLE "opciones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "opciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_pregunta" integer NOT NULL,
	"opcion" text NOT NULL,
	"condicion" boolean DEFAULT false NOT NULL,
	"orden" integer NOT NULL,
	CONSTRAINT "opciones_orden" UNIQUE("id_pregunta","orden")
);
--> statement-breakpoint
CREATE TABLE "preguntas" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "preguntas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_evaluacion" integer NOT NULL,
	"pregunta" text NOT NULL,
	"tipo_pregunta" integer NOT NULL,
	"valor" numeric(9,2) DEFAULT 0 NOT NULL,
	"explicacion" text,
	"id_leccion" integer,
	"segundo" integer,
	"orden" integer NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	CONSTRAINT "preguntas_tipo" CHECK ("preguntas"."tipo_pregunta" IN (1, 2)),
	CONSTRAINT "preguntas_valor" CHECK ("preguntas"."valor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "respuestas" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "respuestas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_intento" integer NOT NULL,
	"id_pregunta" integer NOT NULL,
	"id_opcion" integer,
	"respuesta" text,
	"secuencia" bigint DEFAULT 0 NOT NULL,
	"guardado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"puntos" numeric(9,2),
	"comentario" text,
	"calificado_por" integer,
	CONSTRAINT "respuestas_unica" UNIQUE("id_intento","id_pregunta")
);
--> statement-breakpoint
CREATE TABLE "respuestas_encuesta" (
	"id_evaluacion" integer NOT NULL,
	"envio" uuid NOT NULL,
	"id_pregunta" integer NOT NULL,
	"id_opcion" integer,
	"respuesta" text,
	CONSTRAINT "respuestas_encuesta_id_evaluacion_envio_id_pregunta_pk" PRIMARY KEY("id_evaluacion","envio","id_pregunta")
);
--> statement-breakpoint
CREATE TABLE "matriculas" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "matriculas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_usuario" integer NOT NULL,
	"id_curso" integer NOT NULL,
	"fecha_matricula" timestamp with time zone DEFAULT now() NOT NULL,
	"fecha_vencimiento" date,
	"estado" text DEFAULT 'activa' NOT NULL,
	CONSTRAINT "matriculas_unica" UNIQUE("id_usuario","id_curso"),
	CONSTRAINT "matriculas_estado" CHECK ("matriculas"."estado" IN ('activa', 'suspendida'))
);
--> statement-breakpoint
CREATE TABLE "progreso_lecciones" (
	"id_usuario" integer NOT NULL,
	"id_leccion" integer NOT NULL,
	"segundo" integer DEFAULT 0 NOT NULL,
	"completada_en" timestamp with time zone,
	"visto_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "progreso_lecciones_id_usuario_id_leccion_pk" PRIMARY KEY("id_usuario","id_leccion"),
	CONSTRAINT "progreso_segundo" CHECK ("progreso_lecciones"."segundo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "notificaciones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notificaciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_usuario" integer NOT NULL,
	"tipo" text NOT NULL,
	"mensaje" text NOT NULL,
	"ruta" text,
	"clave" text NOT NULL,
	"fecha_envio" timestamp with time zone DEFAULT now() NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	"en_campus" boolean DEFAULT true NOT NULL,
	"correo" text DEFAULT 'no' NOT NULL,
	CONSTRAINT "notificaciones_correo" CHECK ("notificaciones"."correo" IN ('no', 'pendiente', 'enviado')),
	CONSTRAINT "notificaciones_tipo" CHECK ("notificaciones"."tipo" IN ('Cumpleaños', 'Certificación', 'Bienvenida', 'Otro')),
	CONSTRAINT "notificaciones_estado" CHECK ("notificaciones"."estado" IN (0, 1)),
	CONSTRAINT "notificaciones_ruta" CHECK ("notificaciones"."ruta" IS NULL OR "notificaciones"."ruta" ~ '^/[a-z]')
);
--> statement-breakpoint
CREATE TABLE "preferencias_notificacion" (
	"id_usuario" integer NOT NULL,
	"evento" text NOT NULL,
	"campus" boolean NOT NULL,
	"correo" boolean NOT NULL,
	CONSTRAINT "preferencias_notificacion_id_usuario_evento_pk" PRIMARY KEY("id_usuario","evento")
);
--> statement-breakpoint
CREATE TABLE "tickets_soporte" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_soporte_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id_cliente" integer NOT NULL,
	"numero" integer NOT NULL,
	"id_usuario" integer NOT NULL,
	"mensaje" text NOT NULL,
	"estado" text DEFAULT 'abierto' NOT NULL,
	"respuesta" text,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"fecha_respuesta" timestamp with time zone,
	CONSTRAINT "tickets_numero" UNIQUE("id_cliente","numero"),
	CONSTRAINT "tickets_estado" CHECK ("tickets_soporte"."estado" IN ('abierto', 'respondido', 'cerrado')),
	CONSTRAINT "tickets_mensaje" CHECK (length("tickets_soporte"."mensaje") >= 10)
);
--> statement-breakpoint
CREATE TABLE "secretos" (
	"nombre" text PRIMARY KEY NOT NULL,
	"valor" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "limites" (
	"regla" text NOT NULL,
	"clave" text NOT NULL,
	"cuenta" integer DEFAULT 1 NOT NULL,
	"termina_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "limites_regla_clave_pk" PRIMARY KEY("regla","clave")
);
--> statement-breakpoint
ALTER TABLE "accesos" ADD CONSTRAINT "accesos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consentimientos" ADD CONSTRAINT "consentimientos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restablecimientos" ADD CONSTRAINT "restablecimientos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usuarios" ADD CONSTRAINT "usuarios_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asistencias" ADD CONSTRAINT "asistencias_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asistencias" ADD CONSTRAINT "asistencias_leccion_id_lecciones_id_fk" FOREIGN KEY ("leccion_id") REFERENCES "public"."lecciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "botones" ADD CONSTRAINT "botones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suscripciones_calendario" ADD CONSTRAINT "suscripciones_calendario_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archivos" ADD CONSTRAINT "archivos_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categorias" ADD CONSTRAINT "categorias_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "curso_docentes" ADD CONSTRAINT "curso_docentes_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "curso_docentes" ADD CONSTRAINT "curso_docentes_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cursos" ADD CONSTRAINT "cursos_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cursos" ADD CONSTRAINT "cursos_id_categoria_categorias_id_fk" FOREIGN KEY ("id_categoria") REFERENCES "public"."categorias"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lecciones" ADD CONSTRAINT "lecciones_id_modulo_modulos_id_fk" FOREIGN KEY ("id_modulo") REFERENCES "public"."modulos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "materiales" ADD CONSTRAINT "materiales_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "modulos" ADD CONSTRAINT "modulos_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sesiones" ADD CONSTRAINT "sesiones_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificados" ADD CONSTRAINT "certificados_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificados" ADD CONSTRAINT "certificados_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificados" ADD CONSTRAINT "certificados_id_modulo_modulos_id_fk" FOREIGN KEY ("id_modulo") REFERENCES "public"."modulos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comentario_likes" ADD CONSTRAINT "comentario_likes_id_comentario_comentarios_id_fk" FOREIGN KEY ("id_comentario") REFERENCES "public"."comentarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comentario_likes" ADD CONSTRAINT "comentario_likes_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comentarios" ADD CONSTRAINT "comentarios_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comentarios" ADD CONSTRAINT "comentarios_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comentarios" ADD CONSTRAINT "comentarios_parent_id_comentarios_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comentarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detalle_evaluacion" ADD CONSTRAINT "detalle_evaluacion_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detalle_evaluacion" ADD CONSTRAINT "detalle_evaluacion_id_alumno_usuarios_id_fk" FOREIGN KEY ("id_alumno") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "encuestas_respondidas" ADD CONSTRAINT "encuestas_respondidas_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "encuestas_respondidas" ADD CONSTRAINT "encuestas_respondidas_id_alumno_usuarios_id_fk" FOREIGN KEY ("id_alumno") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluaciones" ADD CONSTRAINT "evaluaciones_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluaciones" ADD CONSTRAINT "evaluaciones_id_modulo_modulos_id_fk" FOREIGN KEY ("id_modulo") REFERENCES "public"."modulos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intentos_evaluacion" ADD CONSTRAINT "intentos_evaluacion_id_detalle_detalle_evaluacion_id_fk" FOREIGN KEY ("id_detalle") REFERENCES "public"."detalle_evaluacion"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opciones" ADD CONSTRAINT "opciones_id_pregunta_preguntas_id_fk" FOREIGN KEY ("id_pregunta") REFERENCES "public"."preguntas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preguntas" ADD CONSTRAINT "preguntas_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preguntas" ADD CONSTRAINT "preguntas_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas" ADD CONSTRAINT "respuestas_id_intento_intentos_evaluacion_id_fk" FOREIGN KEY ("id_intento") REFERENCES "public"."intentos_evaluacion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas" ADD CONSTRAINT "respuestas_calificado_por_usuarios_id_fk" FOREIGN KEY ("calificado_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD CONSTRAINT "respuestas_encuesta_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD CONSTRAINT "respuestas_encuesta_id_pregunta_preguntas_id_fk" FOREIGN KEY ("id_pregunta") REFERENCES "public"."preguntas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD CONSTRAINT "respuestas_encuesta_id_opcion_opciones_id_fk" FOREIGN KEY ("id_opcion") REFERENCES "public"."opciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matriculas" ADD CONSTRAINT "matriculas_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matriculas" ADD CONSTRAINT "matriculas_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progreso_lecciones" ADD CONSTRAINT "progreso_lecciones_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progreso_lecciones" ADD CONSTRAINT "progreso_lecciones_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notificaciones" ADD CONSTRAINT "notificaciones_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferencias_notificacion" ADD CONSTRAINT "preferencias_notificacion_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets_soporte" ADD CONSTRAINT "tickets_soporte_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets_soporte" ADD CONSTRAINT "tickets_soporte_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accesos_por_usuario" ON "accesos" USING btree ("id_usuario");--> statement-breakpoint
CREATE INDEX "accesos_por_expirar" ON "accesos" USING btree ("expira_en");--> statement-breakpoint
CREATE INDEX "consentimientos_de_usuario" ON "consentimientos" USING btree ("id_usuario","fecha");--> statement-breakpoint
CREATE INDEX "restablecimientos_por_usuario" ON "restablecimientos" USING btree ("id_usuario","creado_en");--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_correo" ON "usuarios" USING btree (lower("correo"));--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_documento" ON "usuarios" USING btree ("id_cliente","tipo_documento","numero_documento");--> statement-breakpoint
CREATE INDEX "usuarios_por_rol" ON "usuarios" USING btree ("id_cliente","tipo_cliente");--> statement-breakpoint
CREATE INDEX "asistencias_por_leccion" ON "asistencias" USING btree ("leccion_id");--> statement-breakpoint
CREATE INDEX "cursos_de_docente" ON "curso_docentes" USING btree ("id_usuario");--> statement-breakpoint
CREATE INDEX "cursos_activos" ON "cursos" USING btree ("id_cliente","estado","id");--> statement-breakpoint
CREATE INDEX "cursos_por_categoria" ON "cursos" USING btree ("id_categoria");--> statement-breakpoint
CREATE INDEX "lecciones_en_orden" ON "lecciones" USING btree ("id_modulo","orden","id");--> statement-breakpoint
CREATE INDEX "modulos_en_orden" ON "modulos" USING btree ("id_curso","orden","id");--> statement-breakpoint
CREATE INDEX "sesiones_por_fecha" ON "sesiones" USING btree ("inicio");--> statement-breakpoint
CREATE UNIQUE INDEX "certificados_modulo" ON "certificados" USING btree ("id_usuario","id_modulo") WHERE "certificados"."id_modulo" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "certificados_curso" ON "certificados" USING btree ("id_usuario","id_curso") WHERE "certificados"."id_modulo" IS NULL;--> statement-breakpoint
CREATE INDEX "certificados_por_usuario" ON "certificados" USING btree ("id_usuario","fecha_emision" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "comentarios_de_leccion" ON "comentarios" USING btree ("id_leccion","fecha" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "comentarios"."parent_id" IS NULL;--> statement-breakpoint
CREATE INDEX "comentarios_respuestas" ON "comentarios" USING btree ("parent_id","fecha");--> statement-breakpoint
CREATE INDEX "comentarios_de_usuario" ON "comentarios" USING btree ("id_usuario","fecha" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "detalle_por_alumno" ON "detalle_evaluacion" USING btree ("id_alumno");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluaciones_clave" ON "evaluaciones" USING btree ("id_curso",coalesce("id_modulo", 0),"clave");--> statement-breakpoint
CREATE INDEX "evaluaciones_por_modulo" ON "evaluaciones" USING btree ("id_modulo");--> statement-breakpoint
CREATE UNIQUE INDEX "intentos_uno_abierto" ON "intentos_evaluacion" USING btree ("id_detalle") WHERE "intentos_evaluacion"."estado" = 'abierto';--> statement-breakpoint
CREATE INDEX "intentos_por_vencer" ON "intentos_evaluacion" USING btree ("limite") WHERE "intentos_evaluacion"."estado" = 'abierto';--> statement-breakpoint
CREATE INDEX "intentos_pendientes" ON "intentos_evaluacion" USING btree ("enviado_en") WHERE "intentos_evaluacion"."estado" = 'pendiente';--> statement-breakpoint
CREATE UNIQUE INDEX "opciones_una_correcta" ON "opciones" USING btree ("id_pregunta") WHERE "opciones"."condicion";--> statement-breakpoint
CREATE INDEX "preguntas_en_orden" ON "preguntas" USING btree ("id_evaluacion","orden");--> statement-breakpoint
CREATE INDEX "matriculas_por_curso" ON "matriculas" USING btree ("id_curso");--> statement-breakpoint
CREATE INDEX "progreso_reciente" ON "progreso_lecciones" USING btree ("id_usuario","visto_en" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "notificaciones_una_vez" ON "notificaciones" USING btree ("id_usuario","clave");--> statement-breakpoint
CREATE INDEX "notificaciones_de_usuario" ON "notificaciones" USING btree ("id_usuario","fecha_envio" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notificaciones_sin_leer" ON "notificaciones" USING btree ("id_usuario","fecha_envio" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "notificaciones"."estado" = 1 AND "notificaciones"."en_campus";--> statement-breakpoint
CREATE INDEX "notificaciones_por_enviar" ON "notificaciones" USING btree ("id") WHERE "notificaciones"."correo" = 'pendiente';--> statement-breakpoint
CREATE INDEX "tickets_de_usuario" ON "tickets_soporte" USING btree ("id_usuario","fecha" DESC NULLS LAST);