-- Written by hand: what columns and indexes call.
-- Trusted since PostgreSQL 13: the owner of the database may create it, also where it is managed.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- One form of each apostrophe, quotation mark and hyphen. The same as `plainSigns` of the contract.
CREATE FUNCTION signos(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN texto ~ '[`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\uff07\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\uff02\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u207b\u2212\ufe58\ufe63\uff0d]' THEN translate(texto,
      U&'`\00b4\02b9\02bb\02bc\02bd\02c8\02ca\02cb\2018\2019\201a\201b\2032\2035\2039\203a\ff07\00ab\00bb\201c\201d\201e\201f\2033\2036\ff02\2010\2011\2012\2013\2014\2015\2043\207b\2212\fe58\fe63\ff0d',
      '''''''''''''''''''''''''''''''''''''"""""""""------------')
    ELSE texto END;--> statement-breakpoint
-- For comparing words: without case and without accents, also those that are letters of their own, Cyrillic and Vietnamese too,
-- and with one form of each sign. Without normalize(), which needs quadratic time on a run of accents; the long list is for the
-- few texts that have a letter of it, because translate() compares every letter with each of its list.
CREATE FUNCTION sin_acentos(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN texto ~ '[åÅýÝÿ\u0100-\u024f\u0400-\u04ff\u1e00-\u1eff]' THEN translate(regexp_replace(lower(signos(texto)), '[\u0300-\u036f]', '', 'g'),
      'àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳйѐёѓїќѝўѷӂӑӓӗӛӝӟӣӥӧӫӭӯӱӳӵӹḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕẖẗẘẙẛạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹǣǽǯǿ',
      'aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooyиеегікиуѵжааеәжзииоөэууучыabbbcdddddeeeeefghhhhhiikkkllllmmmnnnnoooopprrrrsssssttttuuuuuvvwwwwwxxyzzzhtwyſaaaaaaaaaaaaeeeeeeeeiioooooooooooouuuuuuuyyyyææʒø')
    ELSE translate(regexp_replace(lower(signos(texto)), '[\u0300-\u036f]', '', 'g'), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc') END;--> statement-breakpoint
-- For sorting by name in every database alike, under COLLATE "C": Ñ is a letter of its own after N. Not a collation of ICU, whose
-- order changes with its version under the indexes, and which not every PostgreSQL has.
CREATE FUNCTION alfabetico(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN sin_acentos(regexp_replace(texto, '[ñÑ]|[nN]\u0303', 'n~', 'g'));--> statement-breakpoint
-- What singular and plural have in common. The same as `rootOf` of the contract; rtrim removes every e and s at the end.
CREATE FUNCTION raiz(palabra text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(left(palabra, 3) || rtrim(substr(palabra, 4), 'es'), 'z$', 'c');--> statement-breakpoint
-- Words as they are written, without those that the Spanish dictionary leaves out.
CREATE TEXT SEARCH DICTIONARY palabras (TEMPLATE = pg_catalog.simple, STOPWORDS = spanish);--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION palabras (COPY = pg_catalog.simple);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION palabras ALTER MAPPING REPLACE simple WITH palabras;--> statement-breakpoint
-- The stems and roots of a text. Punctuation is removed because PostgreSQL's parser needs quadratic time on texts such as
-- a_a_a or <!--<!--; OFFSET keeps the planner from writing that part out twice.
CREATE FUNCTION palabras(texto text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT to_tsvector('spanish', t) || array_to_tsvector(ARRAY(SELECT raiz(w) FROM unnest(tsvector_to_array(to_tsvector('palabras', t))) w))
    FROM (SELECT regexp_replace(sin_acentos(texto), '[!-/:-@[-`{-~]', ' ', 'g') AS t OFFSET 0) plano);--> statement-breakpoint
-- The text of our cleaned HTML in one line, as `plainText` of the contract reads it: words beside a tag that ends a line do not join.
CREATE FUNCTION texto_plano(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html,
        '<(?:br|hr|img|/(?:p|div|li|h[1-6]|blockquote|pre|tr|td|th|ul|ol|table|section|figure))\y[^>]*>', ' ', 'gi'), '<[^>]*>', '', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&nbsp;', ' '), '&amp;', '&'), '\s+', ' ', 'g'));--> statement-breakpoint
-- The names of the uploaded pictures that a text shows; all sizes of a picture share one.
CREATE FUNCTION imagenes_en(texto text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT DISTINCT m[1] FROM regexp_matches(texto, '/api/storage/imagenes/([0-9a-f]{64})-', 'g') m);--> statement-breakpoint
-- Generated from the tables.
CREATE SEQUENCE "public"."version_documento" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "accesos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accesos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hash" "bytea" NOT NULL,
	"id_usuario" bigint NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"usado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"expira_en" timestamp with time zone NOT NULL,
	"id_cliente_activo" bigint,
	"agente" text DEFAULT '' NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	CONSTRAINT "accesos_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "consentimientos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consentimientos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_usuario" bigint NOT NULL,
	"tipo" text NOT NULL,
	"version" text NOT NULL,
	"texto" text NOT NULL,
	"aceptado" boolean NOT NULL,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restablecimientos" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"id_usuario" bigint NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"expira_en" timestamp with time zone NOT NULL,
	"usado_en" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "roles_personal" (
	"id_usuario" bigint NOT NULL,
	"rol" text NOT NULL,
	"dado_por" bigint,
	"dado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "roles_personal_id_usuario_rol_pk" PRIMARY KEY("id_usuario","rol"),
	CONSTRAINT "roles_personal_rol" CHECK ("roles_personal"."rol" IN ('plataforma', 'marca', 'docente', 'soporte', 'caja'))
);
--> statement-breakpoint
CREATE TABLE "suscripciones_calendario" (
	"id_usuario" bigint PRIMARY KEY NOT NULL,
	"secreto" text NOT NULL,
	CONSTRAINT "suscripciones_calendario_secreto_unique" UNIQUE("secreto")
);
--> statement-breakpoint
CREATE TABLE "usuarios" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "usuarios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"tipo_cliente" text DEFAULT 'Alumno' NOT NULL,
	"nombres" text NOT NULL,
	"apellidos" text NOT NULL,
	"falta_nombre" boolean DEFAULT false NOT NULL,
	"correo" text NOT NULL,
	"correo_verificado_en" timestamp with time zone,
	"password_hash" text NOT NULL,
	"tipo_documento" text DEFAULT 'DNI' NOT NULL,
	"numero_documento" text,
	"codigo_alumno" text,
	"telefono" text,
	"direccion" text,
	"ciudad" text,
	"pais" text DEFAULT 'PE' NOT NULL,
	"profesion" text,
	"profesion_visible" boolean DEFAULT true NOT NULL,
	"fecha_nacimiento" date,
	"foto_perfil" text,
	"biography" text,
	"ranking_iniciales" boolean DEFAULT false NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"busqueda" text GENERATED ALWAYS AS (sin_acentos("usuarios"."nombres" || ' ' || "usuarios"."apellidos" || ' ' || "usuarios"."correo")) STORED,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usuarios_rol" CHECK ("usuarios"."tipo_cliente" IN ('Alumno', 'Docente', 'Administrador', 'Personal')),
	CONSTRAINT "usuarios_estado" CHECK ("usuarios"."estado" IN (0, 1)),
	CONSTRAINT "usuarios_dni" CHECK ("usuarios"."tipo_documento" <> 'DNI' OR "usuarios"."numero_documento" ~ '^[0-9]{8}$'),
	CONSTRAINT "usuarios_pais" CHECK ("usuarios"."pais" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "verificaciones_correo" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"id_usuario" bigint NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"expira_en" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "premios" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "premios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"imagen" text,
	"premio" text NOT NULL,
	"puesto" integer NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "premios_puesto" CHECK ("premios"."puesto" >= 1),
	CONSTRAINT "premios_estado" CHECK ("premios"."estado" IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "puntos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "puntos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"id_usuario" bigint NOT NULL,
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
	"id_cliente" bigint NOT NULL,
	"mes" date NOT NULL,
	"id_usuario" bigint NOT NULL,
	"puntos" integer NOT NULL,
	"alcanzado_en" timestamp with time zone NOT NULL,
	CONSTRAINT "puntos_mes_id_usuario_mes_pk" PRIMARY KEY("id_usuario","mes")
);
--> statement-breakpoint
CREATE TABLE "puntos_retirados" (
	"id_usuario" bigint NOT NULL,
	"motivo" text NOT NULL,
	"clave" text NOT NULL,
	"mes" date NOT NULL,
	CONSTRAINT "puntos_retirados_id_usuario_motivo_clave_pk" PRIMARY KEY("id_usuario","motivo","clave")
);
--> statement-breakpoint
CREATE TABLE "rankings_cerrados" (
	"id_cliente" bigint NOT NULL,
	"mes" date NOT NULL,
	"puesto" integer NOT NULL,
	"id_usuario" bigint,
	"nombre" text NOT NULL,
	"apellido" text NOT NULL,
	"pais" text NOT NULL,
	"puntos" integer NOT NULL,
	CONSTRAINT "rankings_cerrados_id_cliente_mes_puesto_pk" PRIMARY KEY("id_cliente","mes","puesto"),
	CONSTRAINT "rankings_cerrados_alumno" UNIQUE("id_cliente","mes","id_usuario")
);
--> statement-breakpoint
CREATE TABLE "botones" (
	"id_cliente" bigint PRIMARY KEY NOT NULL,
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
	"id" bigint PRIMARY KEY NOT NULL,
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
	"portada" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"oferta" text DEFAULT 'ninguna' NOT NULL,
	"oferta_elegida" boolean DEFAULT false NOT NULL,
	"firma_nombre" text,
	"firma_cargo" text,
	"firma_imagen" text,
	"texto_certificado" text DEFAULT '' NOT NULL,
	"descuento_referido" integer DEFAULT 0 NOT NULL,
	"devolucion_dias" integer DEFAULT 7 NOT NULL,
	"devolucion_avance" integer DEFAULT 20 NOT NULL,
	"examenes_desde" integer DEFAULT 0 NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "clientes_slug_unique" UNIQUE("slug"),
	CONSTRAINT "clientes_colores" CHECK ("clientes"."color_primario" ~ '^#[0-9A-Fa-f]{6}$' AND "clientes"."color_acento" ~ '^#[0-9A-Fa-f]{6}$'),
	CONSTRAINT "clientes_oferta" CHECK ("clientes"."oferta" IN ('especificacion', 'real', 'ninguna')),
	CONSTRAINT "clientes_firma" CHECK (num_nulls("clientes"."firma_nombre", "clientes"."firma_cargo") IN (0, 2)),
	CONSTRAINT "clientes_texto_certificado" CHECK (char_length("clientes"."texto_certificado") <= 160),
	CONSTRAINT "clientes_estado" CHECK ("clientes"."estado" IN (0, 1)),
	CONSTRAINT "clientes_devolucion" CHECK ("clientes"."devolucion_dias" BETWEEN 0 AND 365 AND "clientes"."devolucion_avance" BETWEEN 1 AND 100),
	CONSTRAINT "clientes_examenes" CHECK ("clientes"."examenes_desde" BETWEEN 0 AND 100),
	CONSTRAINT "clientes_descuento" CHECK ("clientes"."descuento_referido" BETWEEN 0 AND 90)
);
--> statement-breakpoint
CREATE TABLE "archivos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "archivos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_leccion" bigint NOT NULL,
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
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categorias_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"nombre" text NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"envio" uuid,
	CONSTRAINT "categorias_envio" UNIQUE("envio"),
	CONSTRAINT "categorias_nombre" UNIQUE("id_cliente","nombre"),
	CONSTRAINT "categorias_estado" CHECK ("categorias"."estado" IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "curso_docentes" (
	"id_curso" bigint NOT NULL,
	"id_usuario" bigint NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "curso_docentes_id_curso_id_usuario_pk" PRIMARY KEY("id_curso","id_usuario")
);
--> statement-breakpoint
CREATE TABLE "cursos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cursos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"id_categoria" bigint NOT NULL,
	"clave" text NOT NULL,
	"nombre" text NOT NULL,
	"descripcion" text DEFAULT '' NOT NULL,
	"aprenderas" text[] DEFAULT '{}' NOT NULL,
	"nivel" text NOT NULL,
	"costo_centimos" integer NOT NULL,
	"promocion_centimos" integer,
	"promocion_hasta" timestamp with time zone,
	"horas" numeric(9,2) NOT NULL,
	"fecha_inicio" date,
	"imagen" text,
	"imagen_alt" text DEFAULT '' NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	"nuevo" boolean DEFAULT false NOT NULL,
	"archivado_en" timestamp with time zone,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"actualizado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"renombrado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"busqueda" text GENERATED ALWAYS AS (sin_acentos("cursos"."nombre" || ' ' || regexp_replace(left("cursos"."descripcion", 2000), '<[^>]*>', ' ', 'g'))) STORED,
	CONSTRAINT "cursos_clave" UNIQUE("id_cliente","clave"),
	CONSTRAINT "cursos_nivel" CHECK ("cursos"."nivel" IN ('Básico', 'Intermedio', 'Avanzado')),
	CONSTRAINT "cursos_costo" CHECK ("cursos"."costo_centimos" >= 0),
	CONSTRAINT "cursos_promocion" CHECK (("cursos"."promocion_centimos" IS NULL) = ("cursos"."promocion_hasta" IS NULL) AND ("cursos"."promocion_centimos" IS NULL OR ("cursos"."promocion_centimos" >= 0 AND "cursos"."promocion_centimos" < "cursos"."costo_centimos"))),
	CONSTRAINT "cursos_horas" CHECK ("cursos"."horas" > 0),
	CONSTRAINT "cursos_estado" CHECK ("cursos"."estado" IN (0, 1)),
	CONSTRAINT "cursos_archivo" CHECK ("cursos"."archivado_en" IS NULL OR "cursos"."estado" = 0)
);
--> statement-breakpoint
CREATE TABLE "lecciones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lecciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_modulo" bigint NOT NULL,
	"clave" text NOT NULL,
	"titulo" text NOT NULL,
	"contenido" text DEFAULT '' NOT NULL,
	"duracion" integer DEFAULT 0 NOT NULL,
	"gratis" boolean DEFAULT false NOT NULL,
	"orden" integer NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	"texto" text GENERATED ALWAYS AS (texto_plano("lecciones"."contenido")) STORED,
	"espera" boolean DEFAULT false NOT NULL,
	"nuevo" boolean DEFAULT false NOT NULL,
	"busqueda" "tsvector" GENERATED ALWAYS AS (palabras(regexp_replace("lecciones"."contenido", '<[^>]*>', ' ', 'g'))) STORED,
	CONSTRAINT "lecciones_clave" UNIQUE("id_modulo","clave"),
	CONSTRAINT "lecciones_espera" CHECK (NOT ("lecciones"."activo" AND "lecciones"."espera"))
);
--> statement-breakpoint
CREATE TABLE "materiales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "materiales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_leccion" bigint NOT NULL,
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
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "modulos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_curso" bigint NOT NULL,
	"clave" text NOT NULL,
	"nombre" text NOT NULL,
	"horas" numeric(9,2) DEFAULT 0 NOT NULL,
	"orden" integer NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	"espera" boolean DEFAULT false NOT NULL,
	CONSTRAINT "modulos_clave" UNIQUE("id_curso","clave"),
	CONSTRAINT "modulos_espera" CHECK (NOT ("modulos"."activo" AND "modulos"."espera"))
);
--> statement-breakpoint
CREATE TABLE "sesiones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sesiones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_leccion" bigint NOT NULL,
	"nombre" text NOT NULL,
	"inicio" timestamp with time zone NOT NULL,
	"duracion" integer DEFAULT 60 NOT NULL,
	"enlace" text NOT NULL,
	"orden" integer NOT NULL,
	"cancelada_en" timestamp with time zone,
	"retirada_en" timestamp with time zone,
	"secuencia" integer DEFAULT 0 NOT NULL,
	"cambiada_en" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"envio" uuid,
	CONSTRAINT "sesiones_envio" UNIQUE("envio","inicio"),
	CONSTRAINT "sesiones_orden" UNIQUE("id_leccion","orden"),
	CONSTRAINT "sesiones_enlace" CHECK ("sesiones"."enlace" ~ '^https://')
);
--> statement-breakpoint
CREATE TABLE "certificados" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificados_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_usuario" bigint NOT NULL,
	"id_curso" bigint NOT NULL,
	"id_modulo" bigint,
	"codigo_certificado" text NOT NULL,
	"alumno" text NOT NULL,
	"curso" text NOT NULL,
	"modulo" text,
	"nota" numeric(9,2) NOT NULL,
	"horas" numeric(9,2) NOT NULL,
	"minutos" integer DEFAULT 0 NOT NULL,
	"contenidos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fecha_emision" timestamp with time zone DEFAULT now() NOT NULL,
	"fecha_inicio" date NOT NULL,
	"fecha_fin" date NOT NULL,
	"estado" text DEFAULT 'vigente' NOT NULL,
	"fecha_revocacion" timestamp with time zone,
	"motivo_revocacion" text,
	"causa_revocacion" text,
	CONSTRAINT "certificados_codigo_certificado_unique" UNIQUE("codigo_certificado"),
	CONSTRAINT "certificados_codigo" CHECK ("certificados"."codigo_certificado" ~ '^CERT-[A-Z]{9}$'),
	CONSTRAINT "certificados_nota" CHECK ("certificados"."nota" >= 0 AND "certificados"."nota" <= 100),
	CONSTRAINT "certificados_minutos" CHECK ("certificados"."minutos" >= 0),
	CONSTRAINT "certificados_estado" CHECK ("certificados"."estado" IN ('vigente', 'revocado')),
	CONSTRAINT "certificados_revocacion" CHECK (num_nonnulls("certificados"."fecha_revocacion", "certificados"."motivo_revocacion", "certificados"."causa_revocacion") = CASE "certificados"."estado" WHEN 'revocado' THEN 3 ELSE 0 END),
	CONSTRAINT "certificados_causa" CHECK ("certificados"."causa_revocacion" IN ('academia', 'devolucion')),
	CONSTRAINT "certificados_fechas" CHECK ("certificados"."fecha_fin" >= "certificados"."fecha_inicio")
);
--> statement-breakpoint
CREATE TABLE "comentario_likes" (
	"id_comentario" bigint NOT NULL,
	"id_usuario" bigint NOT NULL,
	CONSTRAINT "comentario_likes_id_comentario_id_usuario_pk" PRIMARY KEY("id_comentario","id_usuario")
);
--> statement-breakpoint
CREATE TABLE "comentarios" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comentarios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"comentario" text NOT NULL,
	"id_usuario" bigint NOT NULL,
	"id_leccion" bigint NOT NULL,
	"parent_id" bigint,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"editado_en" timestamp with time zone,
	"sin_responder" boolean DEFAULT false NOT NULL,
	"eliminado_en" timestamp with time zone,
	"eliminado_por" bigint,
	"envio" uuid,
	CONSTRAINT "comentarios_likes" CHECK ("comentarios"."likes" >= 0),
	CONSTRAINT "comentarios_espera" CHECK (NOT "comentarios"."sin_responder" OR "comentarios"."parent_id" IS NULL),
	CONSTRAINT "comentarios_texto" CHECK (length("comentarios"."comentario") BETWEEN 1 AND 5000)
);
--> statement-breakpoint
CREATE TABLE "libros_reclamaciones" (
	"id_cliente" bigint NOT NULL,
	"anio" integer NOT NULL,
	"ultimo" integer NOT NULL,
	CONSTRAINT "libros_reclamaciones_id_cliente_anio_pk" PRIMARY KEY("id_cliente","anio")
);
--> statement-breakpoint
CREATE TABLE "reclamos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reclamos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
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
	"copia" boolean DEFAULT true NOT NULL,
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
	"respondido_por" bigint,
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
CREATE TABLE "detalle_evaluacion" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "detalle_evaluacion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_evaluacion" bigint NOT NULL,
	"id_alumno" bigint NOT NULL,
	"fecha_evaluacion" timestamp with time zone DEFAULT now() NOT NULL,
	"intentos" integer DEFAULT 0 NOT NULL,
	"intentos_extra" integer DEFAULT 0 NOT NULL,
	"minutos_extra" integer DEFAULT 0 NOT NULL,
	"cierre_extra" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"secuencia" integer DEFAULT 0 NOT NULL,
	"cambiada_en" timestamp with time zone,
	CONSTRAINT "detalle_unico" UNIQUE("id_evaluacion","id_alumno"),
	CONSTRAINT "detalle_intentos" CHECK ("detalle_evaluacion"."intentos" >= 0 AND "detalle_evaluacion"."intentos_extra" >= 0 AND "detalle_evaluacion"."minutos_extra" >= 0),
	CONSTRAINT "detalle_extras" CHECK ("detalle_evaluacion"."intentos_extra" <= 100 AND "detalle_evaluacion"."minutos_extra" <= 600)
);
--> statement-breakpoint
CREATE TABLE "encuestas_respondidas" (
	"id_evaluacion" bigint NOT NULL,
	"id_alumno" bigint NOT NULL,
	CONSTRAINT "encuestas_respondidas_id_evaluacion_id_alumno_pk" PRIMARY KEY("id_evaluacion","id_alumno")
);
--> statement-breakpoint
CREATE TABLE "evaluaciones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evaluaciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_curso" bigint NOT NULL,
	"id_modulo" bigint,
	"clave" text NOT NULL,
	"nombre" text NOT NULL,
	"instrucciones" text DEFAULT '' NOT NULL,
	"modelo" integer DEFAULT 1 NOT NULL,
	"intentos" integer DEFAULT 1 NOT NULL,
	"duracion" integer,
	"fecha_apertura" timestamp with time zone,
	"fecha_cierre" timestamp with time zone,
	"estado" integer DEFAULT 1 NOT NULL,
	"nuevo" boolean DEFAULT false NOT NULL,
	"secuencia" integer DEFAULT 0 NOT NULL,
	"cambiada_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evaluaciones_intentos" CHECK ("evaluaciones"."intentos" >= 1),
	CONSTRAINT "evaluaciones_duracion" CHECK (coalesce("evaluaciones"."duracion" BETWEEN 1 AND 600, "evaluaciones"."modelo" <> 1)),
	CONSTRAINT "evaluaciones_ventana" CHECK ("evaluaciones"."fecha_cierre" > "evaluaciones"."fecha_apertura"),
	CONSTRAINT "evaluaciones_estado" CHECK ("evaluaciones"."estado" IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "intentos_evaluacion" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "intentos_evaluacion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_detalle" bigint NOT NULL,
	"id_evaluacion" bigint,
	"numero" integer NOT NULL,
	"estado" text DEFAULT 'abierto' NOT NULL,
	"inicio" timestamp with time zone DEFAULT now() NOT NULL,
	"limite" timestamp with time zone,
	"segundos_devueltos" integer DEFAULT 0 NOT NULL,
	"enviado_en" timestamp with time zone,
	"cerrado_por_tiempo" boolean DEFAULT false NOT NULL,
	"preguntas" jsonb NOT NULL,
	"nota" numeric(9,2),
	"nota_maxima" numeric(9,2) NOT NULL,
	"aprobado" boolean,
	"novedad_certificado" text,
	CONSTRAINT "intentos_numero" UNIQUE("id_detalle","numero"),
	CONSTRAINT "intentos_devueltos" CHECK ("intentos_evaluacion"."segundos_devueltos" >= 0),
	CONSTRAINT "intentos_estado" CHECK ("intentos_evaluacion"."estado" IN ('abierto', 'pendiente', 'calificado')),
	CONSTRAINT "intentos_enviado" CHECK (("intentos_evaluacion"."estado" = 'abierto') = ("intentos_evaluacion"."enviado_en" IS NULL)),
	CONSTRAINT "intentos_calificado" CHECK (("intentos_evaluacion"."estado" = 'calificado') = ("intentos_evaluacion"."nota" IS NOT NULL AND "intentos_evaluacion"."aprobado" IS NOT NULL)),
	CONSTRAINT "intentos_novedad" CHECK ("intentos_evaluacion"."novedad_certificado" IN ('generado', 'actualizado', 'sin_cambio')),
	CONSTRAINT "intentos_nota" CHECK ("intentos_evaluacion"."nota" IS NULL OR ("intentos_evaluacion"."nota" >= 0 AND "intentos_evaluacion"."nota" <= "intentos_evaluacion"."nota_maxima"))
);
--> statement-breakpoint
CREATE TABLE "opciones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "opciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_pregunta" bigint NOT NULL,
	"opcion" text NOT NULL,
	"condicion" boolean DEFAULT false NOT NULL,
	"orden" integer NOT NULL,
	CONSTRAINT "opciones_orden" UNIQUE("id_pregunta","orden")
);
--> statement-breakpoint
CREATE TABLE "preguntas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "preguntas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_evaluacion" bigint NOT NULL,
	"pregunta" text NOT NULL,
	"tipo_pregunta" integer NOT NULL,
	"valor" numeric(9,2) DEFAULT 0 NOT NULL,
	"imagen" text,
	"imagen_alt" text,
	"criterio" text,
	"respuestas" jsonb,
	"explicacion" text,
	"id_leccion" bigint,
	"segundo" integer,
	"orden" integer NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	CONSTRAINT "preguntas_tipo" CHECK ("preguntas"."tipo_pregunta" BETWEEN 1 AND 6),
	CONSTRAINT "preguntas_respuestas" CHECK (coalesce(jsonb_typeof("preguntas"."respuestas") = 'object', false) = ("preguntas"."tipo_pregunta" IN (4, 5, 6))),
	CONSTRAINT "preguntas_imagen" CHECK ("preguntas"."imagen" IS NULL OR "preguntas"."imagen_alt" IS NOT NULL),
	CONSTRAINT "preguntas_valor" CHECK ("preguntas"."valor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "respuestas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "respuestas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_intento" bigint NOT NULL,
	"id_pregunta" bigint NOT NULL,
	"id_opcion" bigint,
	"respuesta" text,
	"seleccion" bigint[],
	"parejas" jsonb,
	"secuencia" bigint DEFAULT 0 NOT NULL,
	"guardado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"puntos" numeric(9,2),
	"comentario" text,
	"calificado_por" bigint,
	"calificado_en" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "respuestas_unica" UNIQUE("id_intento","id_pregunta")
);
--> statement-breakpoint
CREATE TABLE "respuestas_encuesta" (
	"id" uuid PRIMARY KEY NOT NULL,
	"id_evaluacion" bigint NOT NULL,
	"tanda" uuid NOT NULL,
	"id_pregunta" bigint NOT NULL,
	"id_opcion" bigint,
	"respuesta" text
);
--> statement-breakpoint
CREATE TABLE "respuestas_retenidas" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"id_evaluacion" bigint NOT NULL,
	"respuestas" jsonb NOT NULL,
	"mezclada" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "latido" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"ultimo" timestamp with time zone NOT NULL,
	CONSTRAINT "latido_unico" CHECK ("latido"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "foros" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "foros_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"id_usuario" bigint NOT NULL,
	"tipo_foro" text NOT NULL,
	"id_curso" bigint,
	"id_modulo" bigint,
	"titulo" text NOT NULL,
	"descripcion" text DEFAULT '' NOT NULL,
	"contenido" text NOT NULL,
	"texto" text NOT NULL,
	"busqueda" "tsvector" GENERATED ALWAYS AS (palabras("foros"."titulo" || ' ' || "foros"."descripcion" || ' ' || "foros"."texto")) STORED,
	"pinned" boolean DEFAULT false NOT NULL,
	"vistas" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"sin_responder" boolean DEFAULT false NOT NULL,
	"total_posts" integer DEFAULT 0 NOT NULL,
	"total_raices" integer DEFAULT 0 NOT NULL,
	"id_solucion" bigint,
	"solucion_de_personal" boolean DEFAULT false NOT NULL,
	"fecha_creacion" timestamp with time zone DEFAULT now() NOT NULL,
	"editado_en" timestamp with time zone,
	"ultima_actividad" timestamp with time zone DEFAULT now() NOT NULL,
	"eliminado_en" timestamp with time zone,
	"eliminado_por" bigint,
	"envio" uuid,
	CONSTRAINT "foros_titulo" CHECK (length("foros"."titulo") BETWEEN 1 AND 255),
	CONSTRAINT "foros_descripcion" CHECK (length("foros"."descripcion") <= 500),
	CONSTRAINT "foros_lugar" CHECK (CASE "foros"."tipo_foro" WHEN 'general' THEN "foros"."id_curso" IS NULL AND "foros"."id_modulo" IS NULL
        WHEN 'curso' THEN "foros"."id_curso" IS NOT NULL AND "foros"."id_modulo" IS NULL
        WHEN 'modulo' THEN "foros"."id_curso" IS NOT NULL AND "foros"."id_modulo" IS NOT NULL ELSE false END),
	CONSTRAINT "foros_cuentas" CHECK ("foros"."total_posts" >= 0 AND "foros"."total_raices" >= 0 AND "foros"."vistas" >= 0 AND "foros"."likes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "imagenes_foro" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imagenes_foro_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_usuario" bigint NOT NULL,
	"ruta" text NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"subida_en" timestamp with time zone DEFAULT now() NOT NULL,
	"revisar_en" timestamp with time zone DEFAULT now() + interval '48 hours' NOT NULL,
	CONSTRAINT "imagenes_foro_ruta_unique" UNIQUE("ruta"),
	CONSTRAINT "imagenes_bytes" CHECK ("imagenes_foro"."bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "lecturas_foro" (
	"id_usuario" bigint NOT NULL,
	"id_foro" bigint NOT NULL,
	"ultimo_post" bigint DEFAULT 0 NOT NULL,
	"visto_dia" date,
	"seguimiento" text,
	CONSTRAINT "lecturas_foro_id_usuario_id_foro_pk" PRIMARY KEY("id_usuario","id_foro"),
	CONSTRAINT "lecturas_seguimiento" CHECK ("lecturas_foro"."seguimiento" IN ('siguiendo', 'silenciado'))
);
--> statement-breakpoint
CREATE TABLE "likes_foro" (
	"id_foro" bigint NOT NULL,
	"id_usuario" bigint NOT NULL,
	CONSTRAINT "likes_foro_id_foro_id_usuario_pk" PRIMARY KEY("id_foro","id_usuario")
);
--> statement-breakpoint
CREATE TABLE "likes_post_foro" (
	"id_post" bigint NOT NULL,
	"id_usuario" bigint NOT NULL,
	CONSTRAINT "likes_post_foro_id_post_id_usuario_pk" PRIMARY KEY("id_post","id_usuario")
);
--> statement-breakpoint
CREATE TABLE "posts_foro" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posts_foro_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_foro" bigint NOT NULL,
	"parent_id" bigint,
	"raiz_id" bigint,
	"id_usuario" bigint NOT NULL,
	"contenido" text NOT NULL,
	"texto" text NOT NULL,
	"busqueda" "tsvector" GENERATED ALWAYS AS (palabras("posts_foro"."texto")) STORED,
	"likes" integer DEFAULT 0 NOT NULL,
	"respuestas" integer DEFAULT 0 NOT NULL,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"editado_en" timestamp with time zone,
	"eliminado_en" timestamp with time zone,
	"eliminado_por" bigint,
	"envio" uuid,
	CONSTRAINT "posts_arbol" CHECK (("posts_foro"."parent_id" IS NULL) = ("posts_foro"."raiz_id" IS NULL)),
	CONSTRAINT "posts_cuentas" CHECK ("posts_foro"."likes" >= 0 AND "posts_foro"."respuestas" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reportes_post" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reportes_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"id_post" bigint,
	"id_foro" bigint,
	"id_usuario" bigint NOT NULL,
	"motivo" text NOT NULL,
	"detalle" text DEFAULT '' NOT NULL,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"id_version" bigint,
	"decision" text,
	"razon" text,
	"decidido_por" bigint,
	"decidido_en" timestamp with time zone,
	CONSTRAINT "reportes_uno" UNIQUE("id_post","id_usuario"),
	CONSTRAINT "reportes_uno_de_foro" UNIQUE("id_foro","id_usuario"),
	CONSTRAINT "reportes_de_uno" CHECK (num_nonnulls("reportes_post"."id_post", "reportes_post"."id_foro") = 1),
	CONSTRAINT "reportes_decision" CHECK ("reportes_post"."decision" IN ('aceptado', 'rechazado')),
	CONSTRAINT "reportes_decidido" CHECK (("reportes_post"."decision" IS NULL) = ("reportes_post"."decidido_en" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "textos_sin_enviar" (
	"id_usuario" bigint NOT NULL,
	"clave" text NOT NULL,
	"contenido" text NOT NULL,
	"actualizado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "textos_sin_enviar_id_usuario_clave_pk" PRIMARY KEY("id_usuario","clave")
);
--> statement-breakpoint
CREATE TABLE "versiones_post" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "versiones_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_post" bigint,
	"id_foro" bigint,
	"titulo" text,
	"contenido" text NOT NULL,
	"editado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "versiones_de_uno" CHECK (num_nonnulls("versiones_post"."id_post", "versiones_post"."id_foro") = 1)
);
--> statement-breakpoint
CREATE TABLE "asistencias" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "asistencias_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"usuario_id" bigint NOT NULL,
	"leccion_id" bigint NOT NULL,
	"asistio" boolean DEFAULT true NOT NULL,
	"fecha_asistencia" timestamp with time zone DEFAULT now() NOT NULL,
	"fecha_cierre" timestamp with time zone,
	CONSTRAINT "asistencias_unica" UNIQUE("usuario_id","leccion_id"),
	CONSTRAINT "asistencias_cierre" CHECK ("asistencias"."fecha_cierre" IS NULL OR "asistencias"."fecha_cierre" >= "asistencias"."fecha_asistencia")
);
--> statement-breakpoint
CREATE TABLE "matriculas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "matriculas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_usuario" bigint NOT NULL,
	"id_curso" bigint NOT NULL,
	"fecha_matricula" timestamp with time zone DEFAULT now() NOT NULL,
	"fecha_vencimiento" date,
	"estado" text DEFAULT 'activa' NOT NULL,
	"secuencia" integer DEFAULT 0 NOT NULL,
	"cambiada_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "matriculas_unica" UNIQUE("id_usuario","id_curso"),
	CONSTRAINT "matriculas_estado" CHECK ("matriculas"."estado" IN ('activa', 'suspendida'))
);
--> statement-breakpoint
CREATE TABLE "metas_estudio" (
	"id_usuario" bigint PRIMARY KEY NOT NULL,
	"activo" boolean DEFAULT true NOT NULL,
	"meta" smallint DEFAULT 3 NOT NULL,
	CONSTRAINT "metas_estudio_dias" CHECK ("metas_estudio"."meta" BETWEEN 1 AND 7)
);
--> statement-breakpoint
CREATE TABLE "progreso_lecciones" (
	"id_usuario" bigint NOT NULL,
	"id_leccion" bigint NOT NULL,
	"segundo" integer DEFAULT 0 NOT NULL,
	"completada_en" timestamp with time zone,
	"visto_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "progreso_lecciones_id_usuario_id_leccion_pk" PRIMARY KEY("id_usuario","id_leccion"),
	CONSTRAINT "progreso_segundo" CHECK ("progreso_lecciones"."segundo" >= 0)
);
--> statement-breakpoint
CREATE TABLE "notificaciones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notificaciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_usuario" bigint NOT NULL,
	"tipo" text NOT NULL,
	"mensaje" text NOT NULL,
	"ruta" text,
	"clave" text NOT NULL,
	"evento" text,
	"fecha_envio" timestamp with time zone DEFAULT now() NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	"en_campus" boolean DEFAULT true NOT NULL,
	"correo" text DEFAULT 'no' NOT NULL,
	"intentos" integer DEFAULT 0 NOT NULL,
	"rechazos" integer DEFAULT 0 NOT NULL,
	"proximo_intento" timestamp with time zone DEFAULT now() NOT NULL,
	"grupo" text,
	"abierta" boolean DEFAULT false NOT NULL,
	"cuenta" integer DEFAULT 1 NOT NULL,
	"autores" bigint[] DEFAULT '{}' NOT NULL,
	"asunto" text,
	"id_post" bigint,
	"id_comentario" bigint,
	CONSTRAINT "notificaciones_correo" CHECK ("notificaciones"."correo" IN ('no', 'pendiente', 'enviado', 'fallido')),
	CONSTRAINT "notificaciones_tipo" CHECK ("notificaciones"."tipo" IN ('Cumpleaños', 'Certificación', 'Bienvenida', 'Otro')),
	CONSTRAINT "notificaciones_estado" CHECK ("notificaciones"."estado" IN (0, 1)),
	CONSTRAINT "notificaciones_cuenta" CHECK ("notificaciones"."cuenta" >= 1),
	CONSTRAINT "notificaciones_abierta" CHECK (NOT "notificaciones"."abierta" OR ("notificaciones"."estado" = 1 AND "notificaciones"."grupo" IS NOT NULL)),
	CONSTRAINT "notificaciones_ruta" CHECK ("notificaciones"."ruta" IS NULL OR "notificaciones"."ruta" ~ '^/[a-z]')
);
--> statement-breakpoint
CREATE TABLE "notificaciones_contadas" (
	"id_usuario" bigint NOT NULL,
	"clave" text NOT NULL,
	CONSTRAINT "notificaciones_contadas_id_usuario_clave_pk" PRIMARY KEY("id_usuario","clave")
);
--> statement-breakpoint
CREATE TABLE "preferencias_notificacion" (
	"id_usuario" bigint NOT NULL,
	"evento" text NOT NULL,
	"campus" boolean NOT NULL,
	"correo" boolean NOT NULL,
	CONSTRAINT "preferencias_notificacion_id_usuario_evento_pk" PRIMARY KEY("id_usuario","evento")
);
--> statement-breakpoint
CREATE TABLE "eventos_pago" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "eventos_pago_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pasarela" text NOT NULL,
	"clave" text NOT NULL,
	"id_pago" text NOT NULL,
	"cuerpo" jsonb NOT NULL,
	"recibido_en" timestamp with time zone DEFAULT now() NOT NULL,
	"procesado_en" timestamp with time zone,
	CONSTRAINT "eventos_una_vez" UNIQUE("pasarela","clave")
);
--> statement-breakpoint
CREATE TABLE "orden_avisos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orden_avisos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_orden" bigint NOT NULL,
	"tipo" text NOT NULL,
	"clave" text NOT NULL,
	"monto_centimos" integer NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orden_avisos_una_vez" UNIQUE("id_orden","clave")
);
--> statement-breakpoint
CREATE TABLE "orden_devoluciones" (
	"id_orden" bigint NOT NULL,
	"id_curso" bigint NOT NULL,
	"id_cliente" bigint NOT NULL,
	"monto_centimos" integer NOT NULL,
	"motivo" text,
	"pedida_en" timestamp with time zone DEFAULT now() NOT NULL,
	"resuelta_en" timestamp with time zone,
	"resultado" text,
	"respuesta" text,
	"id_personal" bigint,
	CONSTRAINT "orden_devoluciones_id_orden_id_curso_pk" PRIMARY KEY("id_orden","id_curso"),
	CONSTRAINT "devoluciones_monto" CHECK ("orden_devoluciones"."monto_centimos" > 0),
	CONSTRAINT "devoluciones_motivo" CHECK (char_length("orden_devoluciones"."motivo") BETWEEN 1 AND 500),
	CONSTRAINT "devoluciones_resuelta" CHECK (("orden_devoluciones"."resuelta_en" IS NULL) = ("orden_devoluciones"."resultado" IS NULL)),
	CONSTRAINT "devoluciones_resultado" CHECK (CASE "orden_devoluciones"."resultado" WHEN 'negada' THEN "orden_devoluciones"."id_personal" IS NOT NULL AND char_length("orden_devoluciones"."respuesta") BETWEEN 3 AND 500
        WHEN 'devuelta' THEN "orden_devoluciones"."respuesta" IS NULL ELSE num_nonnulls("orden_devoluciones"."resultado", "orden_devoluciones"."respuesta", "orden_devoluciones"."id_personal") = 0 END IS TRUE)
);
--> statement-breakpoint
CREATE TABLE "orden_lineas" (
	"id_orden" bigint NOT NULL,
	"id_curso" bigint NOT NULL,
	"nombre" text NOT NULL,
	"imagen" text,
	"precio_centimos" integer NOT NULL,
	CONSTRAINT "orden_lineas_id_orden_id_curso_pk" PRIMARY KEY("id_orden","id_curso"),
	CONSTRAINT "lineas_precio" CHECK ("orden_lineas"."precio_centimos" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ordenes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ordenes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"numero" uuid NOT NULL,
	"id_cliente" bigint NOT NULL,
	"id_usuario" bigint NOT NULL,
	"estado" text DEFAULT 'pendiente' NOT NULL,
	"huella" text NOT NULL,
	"subtotal_centimos" integer NOT NULL,
	"descuento_centimos" integer DEFAULT 0 NOT NULL,
	"total_centimos" integer NOT NULL,
	"moneda" text DEFAULT 'PEN' NOT NULL,
	"id_referido" bigint,
	"pasarela" text NOT NULL,
	"id_preferencia" text,
	"init_point" text,
	"creada_en" timestamp with time zone DEFAULT now() NOT NULL,
	"revisada_en" timestamp with time zone,
	"preguntada_en" timestamp with time zone,
	"pagada_en" timestamp with time zone,
	"saldo_devuelto" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ordenes_numero_unique" UNIQUE("numero"),
	CONSTRAINT "ordenes_suma" CHECK ("ordenes"."total_centimos" = "ordenes"."subtotal_centimos" - "ordenes"."descuento_centimos" AND "ordenes"."descuento_centimos" >= 0 AND "ordenes"."total_centimos" >= 0),
	CONSTRAINT "ordenes_pagada" CHECK (("ordenes"."estado" IN ('pagada', 'reembolsada', 'contracargo')) <= ("ordenes"."pagada_en" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "pagos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pagos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pasarela" text NOT NULL,
	"id_pago" text NOT NULL,
	"id_orden" bigint NOT NULL,
	"estado" text NOT NULL,
	"detalle" text,
	"monto_centimos" integer NOT NULL,
	"devuelto_centimos" integer DEFAULT 0 NOT NULL,
	"moneda" text NOT NULL,
	"medio" text,
	"real" boolean NOT NULL,
	"actualizado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pagos_uno" UNIQUE("pasarela","id_pago"),
	CONSTRAINT "pagos_devuelto" CHECK ("pagos"."devuelto_centimos" BETWEEN 0 AND greatest("pagos"."monto_centimos", 0))
);
--> statement-breakpoint
CREATE TABLE "pagos_de_prueba" (
	"id" text PRIMARY KEY NOT NULL,
	"referencia" text NOT NULL,
	"estado" text NOT NULL,
	"detalle" text,
	"monto_centimos" integer NOT NULL,
	"devuelto_centimos" integer DEFAULT 0 NOT NULL,
	"creado_en" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paginas" (
	"id_cliente" bigint NOT NULL,
	"clave" text NOT NULL,
	"titulo" text NOT NULL,
	"markdown" text NOT NULL,
	"actualizado_en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paginas_id_cliente_clave_pk" PRIMARY KEY("id_cliente","clave"),
	CONSTRAINT "paginas_clave" CHECK ("paginas"."clave" IN ('terminos', 'privacidad', 'preguntas-frecuentes', 'reembolsos'))
);
--> statement-breakpoint
CREATE TABLE "opciones_prompt" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "opciones_prompt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_pregunta" bigint NOT NULL,
	"texto" text NOT NULL,
	"orden" integer NOT NULL,
	CONSTRAINT "opciones_prompt_orden" UNIQUE("id_pregunta","orden")
);
--> statement-breakpoint
CREATE TABLE "plantillas_prompt" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plantillas_prompt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_tema" bigint NOT NULL,
	"orden" integer NOT NULL,
	"titulo" text NOT NULL,
	"contenido" text NOT NULL,
	CONSTRAINT "plantillas_orden" UNIQUE("id_tema","orden"),
	CONSTRAINT "plantillas_tres" CHECK ("plantillas_prompt"."orden" BETWEEN 1 AND 3)
);
--> statement-breakpoint
CREATE TABLE "preguntas_prompt" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "preguntas_prompt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_tema" bigint NOT NULL,
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
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prompts_generados_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_usuario" bigint NOT NULL,
	"id_tema" bigint NOT NULL,
	"respuestas" jsonb NOT NULL,
	"resultados" jsonb NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "temas_prompt" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "temas_prompt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"nombre" text NOT NULL,
	"descripcion" text DEFAULT '' NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	"estado" integer DEFAULT 1 NOT NULL,
	"envio" uuid,
	CONSTRAINT "temas_envio" UNIQUE("id_cliente","envio"),
	CONSTRAINT "temas_estado" CHECK ("temas_prompt"."estado" IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "referidos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referidos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"codigo" text NOT NULL,
	"id_usuario" bigint NOT NULL,
	"numero" smallint NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"envio" uuid,
	CONSTRAINT "referidos_codigo_unique" UNIQUE("codigo"),
	CONSTRAINT "referidos_dos_por_usuario" UNIQUE("id_usuario","numero"),
	CONSTRAINT "referidos_numero" CHECK ("referidos"."numero" IN (1, 2)),
	CONSTRAINT "referidos_codigo" CHECK ("referidos"."codigo" ~ '^REF(0|[1-9][0-9]{0,4})$')
);
--> statement-breakpoint
CREATE TABLE "tickets_soporte" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_soporte_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"numero" integer NOT NULL,
	"id_usuario" bigint NOT NULL,
	"mensaje" text NOT NULL,
	"estado" text DEFAULT 'abierto' NOT NULL,
	"respuesta" text,
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"fecha_respuesta" timestamp with time zone,
	"envio" uuid,
	CONSTRAINT "tickets_numero" UNIQUE("id_cliente","numero"),
	CONSTRAINT "tickets_estado" CHECK ("tickets_soporte"."estado" IN ('abierto', 'respondido', 'cerrado')),
	CONSTRAINT "tickets_mensaje" CHECK (length("tickets_soporte"."mensaje") >= 10)
);
--> statement-breakpoint
CREATE TABLE "auditoria" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "auditoria_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"fecha" timestamp with time zone DEFAULT now() NOT NULL,
	"id_cliente" bigint,
	"id_usuario" bigint,
	"accion" text NOT NULL,
	"sobre" bigint,
	"objeto" text,
	"detalle" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"direccion" text,
	"solicitud" text
);
--> statement-breakpoint
CREATE TABLE "trabajo_filas" (
	"id_trabajo" bigint NOT NULL,
	"fila" integer NOT NULL,
	"datos" jsonb NOT NULL,
	"estado" text DEFAULT 'pendiente' NOT NULL,
	"mensaje" text,
	"resultado" jsonb,
	CONSTRAINT "trabajo_filas_id_trabajo_fila_pk" PRIMARY KEY("id_trabajo","fila"),
	CONSTRAINT "trabajo_filas_estado" CHECK ("trabajo_filas"."estado" IN ('pendiente', 'hecha', 'error')),
	CONSTRAINT "trabajo_filas_mensaje" CHECK (("trabajo_filas"."estado" = 'error') = ("trabajo_filas"."mensaje" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "trabajos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trabajos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id_cliente" bigint NOT NULL,
	"tipo" text NOT NULL,
	"titulo" text NOT NULL,
	"parametros" jsonb NOT NULL,
	"estado" text DEFAULT 'en_cola' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"hechas" integer DEFAULT 0 NOT NULL,
	"errores" integer DEFAULT 0 NOT NULL,
	"resultado" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pedido_por" bigint NOT NULL,
	"envio" uuid NOT NULL,
	"creado_en" timestamp with time zone DEFAULT now() NOT NULL,
	"terminado_en" timestamp with time zone,
	CONSTRAINT "trabajos_envio" UNIQUE("envio"),
	CONSTRAINT "trabajos_estado" CHECK ("trabajos"."estado" IN ('en_cola', 'en_curso', 'terminado', 'con_errores', 'cancelado', 'fallido')),
	CONSTRAINT "trabajos_terminado" CHECK (("trabajos"."estado" IN ('en_cola', 'en_curso')) = ("trabajos"."terminado_en" IS NULL)),
	CONSTRAINT "trabajos_hechas" CHECK ("trabajos"."hechas" BETWEEN 0 AND "trabajos"."total" AND "trabajos"."errores" BETWEEN 0 AND "trabajos"."hechas")
);
--> statement-breakpoint
CREATE TABLE "borradores" (
	"id_cliente" bigint NOT NULL,
	"objeto" text NOT NULL,
	"documento" jsonb NOT NULL,
	"version" bigint NOT NULL,
	"por" bigint NOT NULL,
	"en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "borradores_id_cliente_objeto_pk" PRIMARY KEY("id_cliente","objeto")
);
--> statement-breakpoint
CREATE TABLE "versiones" (
	"version" bigint PRIMARY KEY NOT NULL,
	"id_cliente" bigint NOT NULL,
	"objeto" text NOT NULL,
	"motivo" text NOT NULL,
	"documento" jsonb NOT NULL,
	"nota" text,
	"por" bigint,
	"en" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "versiones_motivo" CHECK ("versiones"."motivo" IN ('publicada', 'descartada', 'reemplazada'))
);
--> statement-breakpoint
CREATE TABLE "cambios" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cambios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cosa" text NOT NULL,
	"cuenta" bigint DEFAULT 1 NOT NULL
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
ALTER TABLE "accesos" ADD CONSTRAINT "accesos_id_cliente_activo_clientes_id_fk" FOREIGN KEY ("id_cliente_activo") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consentimientos" ADD CONSTRAINT "consentimientos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restablecimientos" ADD CONSTRAINT "restablecimientos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles_personal" ADD CONSTRAINT "roles_personal_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles_personal" ADD CONSTRAINT "roles_personal_dado_por_usuarios_id_fk" FOREIGN KEY ("dado_por") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suscripciones_calendario" ADD CONSTRAINT "suscripciones_calendario_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usuarios" ADD CONSTRAINT "usuarios_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verificaciones_correo" ADD CONSTRAINT "verificaciones_correo_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premios" ADD CONSTRAINT "premios_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos" ADD CONSTRAINT "puntos_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos" ADD CONSTRAINT "puntos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos_mes" ADD CONSTRAINT "puntos_mes_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos_mes" ADD CONSTRAINT "puntos_mes_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos_retirados" ADD CONSTRAINT "puntos_retirados_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rankings_cerrados" ADD CONSTRAINT "rankings_cerrados_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rankings_cerrados" ADD CONSTRAINT "rankings_cerrados_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "botones" ADD CONSTRAINT "botones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "comentarios" ADD CONSTRAINT "comentarios_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comentarios" ADD CONSTRAINT "comentarios_eliminado_por_usuarios_id_fk" FOREIGN KEY ("eliminado_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comentarios" ADD CONSTRAINT "comentarios_parent_id_comentarios_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comentarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "libros_reclamaciones" ADD CONSTRAINT "libros_reclamaciones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reclamos" ADD CONSTRAINT "reclamos_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reclamos" ADD CONSTRAINT "reclamos_respondido_por_usuarios_id_fk" FOREIGN KEY ("respondido_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detalle_evaluacion" ADD CONSTRAINT "detalle_evaluacion_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detalle_evaluacion" ADD CONSTRAINT "detalle_evaluacion_id_alumno_usuarios_id_fk" FOREIGN KEY ("id_alumno") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "encuestas_respondidas" ADD CONSTRAINT "encuestas_respondidas_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "encuestas_respondidas" ADD CONSTRAINT "encuestas_respondidas_id_alumno_usuarios_id_fk" FOREIGN KEY ("id_alumno") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluaciones" ADD CONSTRAINT "evaluaciones_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluaciones" ADD CONSTRAINT "evaluaciones_id_modulo_modulos_id_fk" FOREIGN KEY ("id_modulo") REFERENCES "public"."modulos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intentos_evaluacion" ADD CONSTRAINT "intentos_evaluacion_id_detalle_detalle_evaluacion_id_fk" FOREIGN KEY ("id_detalle") REFERENCES "public"."detalle_evaluacion"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opciones" ADD CONSTRAINT "opciones_id_pregunta_preguntas_id_fk" FOREIGN KEY ("id_pregunta") REFERENCES "public"."preguntas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preguntas" ADD CONSTRAINT "preguntas_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preguntas" ADD CONSTRAINT "preguntas_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas" ADD CONSTRAINT "respuestas_id_intento_intentos_evaluacion_id_fk" FOREIGN KEY ("id_intento") REFERENCES "public"."intentos_evaluacion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas" ADD CONSTRAINT "respuestas_calificado_por_usuarios_id_fk" FOREIGN KEY ("calificado_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD CONSTRAINT "respuestas_encuesta_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD CONSTRAINT "respuestas_encuesta_id_pregunta_preguntas_id_fk" FOREIGN KEY ("id_pregunta") REFERENCES "public"."preguntas"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas_encuesta" ADD CONSTRAINT "respuestas_encuesta_id_opcion_opciones_id_fk" FOREIGN KEY ("id_opcion") REFERENCES "public"."opciones"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respuestas_retenidas" ADD CONSTRAINT "respuestas_retenidas_id_evaluacion_evaluaciones_id_fk" FOREIGN KEY ("id_evaluacion") REFERENCES "public"."evaluaciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_id_modulo_modulos_id_fk" FOREIGN KEY ("id_modulo") REFERENCES "public"."modulos"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foros" ADD CONSTRAINT "foros_eliminado_por_usuarios_id_fk" FOREIGN KEY ("eliminado_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imagenes_foro" ADD CONSTRAINT "imagenes_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lecturas_foro" ADD CONSTRAINT "lecturas_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lecturas_foro" ADD CONSTRAINT "lecturas_foro_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes_foro" ADD CONSTRAINT "likes_foro_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes_foro" ADD CONSTRAINT "likes_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes_post_foro" ADD CONSTRAINT "likes_post_foro_id_post_posts_foro_id_fk" FOREIGN KEY ("id_post") REFERENCES "public"."posts_foro"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likes_post_foro" ADD CONSTRAINT "likes_post_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_eliminado_por_usuarios_id_fk" FOREIGN KEY ("eliminado_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_parent_id_posts_foro_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."posts_foro"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts_foro" ADD CONSTRAINT "posts_foro_raiz_id_posts_foro_id_fk" FOREIGN KEY ("raiz_id") REFERENCES "public"."posts_foro"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_post_posts_foro_id_fk" FOREIGN KEY ("id_post") REFERENCES "public"."posts_foro"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_id_version_versiones_post_id_fk" FOREIGN KEY ("id_version") REFERENCES "public"."versiones_post"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reportes_post" ADD CONSTRAINT "reportes_post_decidido_por_usuarios_id_fk" FOREIGN KEY ("decidido_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "textos_sin_enviar" ADD CONSTRAINT "textos_sin_enviar_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versiones_post" ADD CONSTRAINT "versiones_post_id_post_posts_foro_id_fk" FOREIGN KEY ("id_post") REFERENCES "public"."posts_foro"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versiones_post" ADD CONSTRAINT "versiones_post_id_foro_foros_id_fk" FOREIGN KEY ("id_foro") REFERENCES "public"."foros"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asistencias" ADD CONSTRAINT "asistencias_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asistencias" ADD CONSTRAINT "asistencias_leccion_id_lecciones_id_fk" FOREIGN KEY ("leccion_id") REFERENCES "public"."lecciones"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matriculas" ADD CONSTRAINT "matriculas_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matriculas" ADD CONSTRAINT "matriculas_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metas_estudio" ADD CONSTRAINT "metas_estudio_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progreso_lecciones" ADD CONSTRAINT "progreso_lecciones_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progreso_lecciones" ADD CONSTRAINT "progreso_lecciones_id_leccion_lecciones_id_fk" FOREIGN KEY ("id_leccion") REFERENCES "public"."lecciones"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notificaciones" ADD CONSTRAINT "notificaciones_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notificaciones_contadas" ADD CONSTRAINT "notificaciones_contadas_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferencias_notificacion" ADD CONSTRAINT "preferencias_notificacion_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_avisos" ADD CONSTRAINT "orden_avisos_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_devoluciones" ADD CONSTRAINT "orden_devoluciones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_devoluciones" ADD CONSTRAINT "orden_devoluciones_id_personal_usuarios_id_fk" FOREIGN KEY ("id_personal") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_devoluciones" ADD CONSTRAINT "devoluciones_de_linea" FOREIGN KEY ("id_orden","id_curso") REFERENCES "public"."orden_lineas"("id_orden","id_curso") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "orden_lineas_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orden_lineas" ADD CONSTRAINT "orden_lineas_id_curso_cursos_id_fk" FOREIGN KEY ("id_curso") REFERENCES "public"."cursos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ordenes" ADD CONSTRAINT "ordenes_id_referido_referidos_id_fk" FOREIGN KEY ("id_referido") REFERENCES "public"."referidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagos" ADD CONSTRAINT "pagos_id_orden_ordenes_id_fk" FOREIGN KEY ("id_orden") REFERENCES "public"."ordenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paginas" ADD CONSTRAINT "paginas_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opciones_prompt" ADD CONSTRAINT "opciones_prompt_id_pregunta_preguntas_prompt_id_fk" FOREIGN KEY ("id_pregunta") REFERENCES "public"."preguntas_prompt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plantillas_prompt" ADD CONSTRAINT "plantillas_prompt_id_tema_temas_prompt_id_fk" FOREIGN KEY ("id_tema") REFERENCES "public"."temas_prompt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preguntas_prompt" ADD CONSTRAINT "preguntas_prompt_id_tema_temas_prompt_id_fk" FOREIGN KEY ("id_tema") REFERENCES "public"."temas_prompt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts_generados" ADD CONSTRAINT "prompts_generados_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prompts_generados" ADD CONSTRAINT "prompts_generados_id_tema_temas_prompt_id_fk" FOREIGN KEY ("id_tema") REFERENCES "public"."temas_prompt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temas_prompt" ADD CONSTRAINT "temas_prompt_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referidos" ADD CONSTRAINT "referidos_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets_soporte" ADD CONSTRAINT "tickets_soporte_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets_soporte" ADD CONSTRAINT "tickets_soporte_id_usuario_usuarios_id_fk" FOREIGN KEY ("id_usuario") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trabajo_filas" ADD CONSTRAINT "trabajo_filas_id_trabajo_trabajos_id_fk" FOREIGN KEY ("id_trabajo") REFERENCES "public"."trabajos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trabajos" ADD CONSTRAINT "trabajos_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trabajos" ADD CONSTRAINT "trabajos_pedido_por_usuarios_id_fk" FOREIGN KEY ("pedido_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "borradores" ADD CONSTRAINT "borradores_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "borradores" ADD CONSTRAINT "borradores_por_usuarios_id_fk" FOREIGN KEY ("por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versiones" ADD CONSTRAINT "versiones_id_cliente_clientes_id_fk" FOREIGN KEY ("id_cliente") REFERENCES "public"."clientes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versiones" ADD CONSTRAINT "versiones_por_usuarios_id_fk" FOREIGN KEY ("por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accesos_por_usuario" ON "accesos" USING btree ("id_usuario");--> statement-breakpoint
CREATE INDEX "accesos_por_expirar" ON "accesos" USING btree ("expira_en");--> statement-breakpoint
CREATE INDEX "consentimientos_de_usuario" ON "consentimientos" USING btree ("id_usuario","fecha");--> statement-breakpoint
CREATE INDEX "restablecimientos_por_usuario" ON "restablecimientos" USING btree ("id_usuario","creado_en");--> statement-breakpoint
CREATE INDEX "roles_personal_por_rol" ON "roles_personal" USING btree ("rol","id_usuario");--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_correo" ON "usuarios" USING btree (lower("correo"));--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_documento" ON "usuarios" USING btree ("id_cliente","tipo_documento","numero_documento");--> statement-breakpoint
CREATE INDEX "usuarios_busqueda" ON "usuarios" USING gin ("busqueda" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "usuarios_por_apellido" ON "usuarios" USING btree ("id_cliente",alfabetico("apellidos" || ' ' || "nombres") COLLATE "C","id");--> statement-breakpoint
CREATE INDEX "usuarios_por_rol" ON "usuarios" USING btree ("id_cliente","tipo_cliente");--> statement-breakpoint
CREATE INDEX "alumnos_por_alta" ON "usuarios" USING btree ("id_cliente","creado_en","id") WHERE "usuarios"."tipo_cliente" = 'Alumno';--> statement-breakpoint
CREATE INDEX "alumnos_por_nombre" ON "usuarios" USING btree ("id_cliente",alfabetico("nombres" || ' ' || "apellidos") COLLATE "C","id") WHERE "usuarios"."tipo_cliente" = 'Alumno';--> statement-breakpoint
CREATE INDEX "usuarios_sin_nombre" ON "usuarios" USING btree ("id_cliente","id") WHERE "usuarios"."falta_nombre";--> statement-breakpoint
CREATE INDEX "verificaciones_correo_por_usuario" ON "verificaciones_correo" USING btree ("id_usuario");--> statement-breakpoint
CREATE INDEX "puntos_de_usuario" ON "puntos" USING btree ("id_usuario","mes","id");--> statement-breakpoint
CREATE INDEX "puntos_mes_ranking" ON "puntos_mes" USING btree ("id_cliente","mes","puntos" DESC NULLS LAST,"alcanzado_en","id_usuario");--> statement-breakpoint
CREATE INDEX "cursos_de_docente" ON "curso_docentes" USING btree ("id_usuario");--> statement-breakpoint
CREATE INDEX "cursos_activos" ON "cursos" USING btree ("id_cliente","estado","id");--> statement-breakpoint
CREATE INDEX "cursos_por_categoria" ON "cursos" USING btree ("id_categoria");--> statement-breakpoint
CREATE INDEX "cursos_por_nombre" ON "cursos" USING btree ("id_cliente","nombre","id");--> statement-breakpoint
CREATE INDEX "cursos_por_cambio" ON "cursos" USING btree ("id_cliente","actualizado_en","id");--> statement-breakpoint
CREATE INDEX "cursos_promocion_hasta" ON "cursos" USING btree ("promocion_hasta");--> statement-breakpoint
CREATE INDEX "cursos_busqueda" ON "cursos" USING gin ("busqueda" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "lecciones_en_orden" ON "lecciones" USING btree ("id_modulo","orden","id");--> statement-breakpoint
CREATE INDEX "lecciones_por_palabras" ON "lecciones" USING gin ("busqueda");--> statement-breakpoint
CREATE INDEX "modulos_en_orden" ON "modulos" USING btree ("id_curso","orden","id");--> statement-breakpoint
CREATE INDEX "sesiones_por_fecha" ON "sesiones" USING btree ("inicio");--> statement-breakpoint
CREATE UNIQUE INDEX "certificados_modulo" ON "certificados" USING btree ("id_usuario","id_modulo") WHERE "certificados"."id_modulo" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "certificados_curso" ON "certificados" USING btree ("id_usuario","id_curso") WHERE "certificados"."id_modulo" IS NULL;--> statement-breakpoint
CREATE INDEX "certificados_por_usuario" ON "certificados" USING btree ("id_usuario","fecha_emision");--> statement-breakpoint
CREATE UNIQUE INDEX "comentarios_envio" ON "comentarios" USING btree ("id_usuario","envio") WHERE "comentarios"."envio" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "comentarios_de_leccion" ON "comentarios" USING btree ("id_leccion","fecha","id") WHERE "comentarios"."parent_id" IS NULL;--> statement-breakpoint
CREATE INDEX "comentarios_en_pie" ON "comentarios" USING btree ("id_leccion") WHERE "comentarios"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "comentarios_respuestas" ON "comentarios" USING btree ("parent_id","fecha");--> statement-breakpoint
CREATE INDEX "comentarios_sin_responder" ON "comentarios" USING btree ("fecha","id") WHERE "comentarios"."sin_responder" AND "comentarios"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "comentarios_de_usuario" ON "comentarios" USING btree ("id_usuario","fecha");--> statement-breakpoint
CREATE INDEX "comentarios_imagenes" ON "comentarios" USING gin (imagenes_en("comentario")) WHERE "comentarios"."comentario" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "reclamos_por_responder" ON "reclamos" USING btree ("id_cliente","vence") WHERE "reclamos"."respondido_en" IS NULL;--> statement-breakpoint
CREATE INDEX "reclamos_recientes" ON "reclamos" USING btree ("id_cliente","id");--> statement-breakpoint
CREATE INDEX "detalle_por_alumno" ON "detalle_evaluacion" USING btree ("id_alumno");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluaciones_clave" ON "evaluaciones" USING btree ("id_curso",coalesce("id_modulo", 0),"clave");--> statement-breakpoint
CREATE INDEX "evaluaciones_por_modulo" ON "evaluaciones" USING btree ("id_modulo");--> statement-breakpoint
CREATE UNIQUE INDEX "intentos_uno_abierto" ON "intentos_evaluacion" USING btree ("id_detalle") WHERE "intentos_evaluacion"."estado" = 'abierto';--> statement-breakpoint
CREATE INDEX "intentos_por_vencer" ON "intentos_evaluacion" USING btree ("limite") WHERE "intentos_evaluacion"."estado" = 'abierto';--> statement-breakpoint
CREATE INDEX "intentos_con_devolucion" ON "intentos_evaluacion" USING btree ("id_detalle") WHERE "intentos_evaluacion"."estado" = 'abierto' AND "intentos_evaluacion"."segundos_devueltos" > 0;--> statement-breakpoint
CREATE INDEX "intentos_que_esperan" ON "intentos_evaluacion" USING btree ("id_evaluacion","enviado_en","id") WHERE "intentos_evaluacion"."estado" = 'pendiente';--> statement-breakpoint
CREATE INDEX "preguntas_en_orden" ON "preguntas" USING btree ("id_evaluacion","orden");--> statement-breakpoint
CREATE INDEX "respuestas_de_encuesta" ON "respuestas_encuesta" USING btree ("id_evaluacion","id_pregunta","id");--> statement-breakpoint
CREATE INDEX "retenidas_de_encuesta" ON "respuestas_retenidas" USING btree ("id_evaluacion");--> statement-breakpoint
CREATE UNIQUE INDEX "foros_envio" ON "foros" USING btree ("id_usuario","envio") WHERE "foros"."envio" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "foros_de_curso" ON "foros" USING btree ("id_curso","pinned","ultima_actividad","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_de_modulo" ON "foros" USING btree ("id_modulo","pinned","ultima_actividad","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_generales" ON "foros" USING btree ("id_cliente","pinned","ultima_actividad","id") WHERE "foros"."eliminado_en" IS NULL AND "foros"."tipo_foro" = 'general';--> statement-breakpoint
CREATE INDEX "foros_de_marca" ON "foros" USING btree ("id_cliente","pinned","ultima_actividad","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_de_curso_votados" ON "foros" USING btree ("id_curso","likes","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_votados" ON "foros" USING btree ("id_cliente","likes","id") WHERE "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_de_curso_sin_respuesta" ON "foros" USING btree ("id_curso","fecha_creacion","id") WHERE "foros"."eliminado_en" IS NULL AND "foros"."total_posts" = 0;--> statement-breakpoint
CREATE INDEX "foros_sin_respuesta" ON "foros" USING btree ("id_cliente","fecha_creacion","id") WHERE "foros"."eliminado_en" IS NULL AND "foros"."total_posts" = 0;--> statement-breakpoint
CREATE INDEX "foros_por_responder" ON "foros" USING btree ("fecha_creacion","id") WHERE "foros"."sin_responder" AND "foros"."eliminado_en" IS NULL;--> statement-breakpoint
CREATE INDEX "foros_busqueda" ON "foros" USING gin ("busqueda");--> statement-breakpoint
CREATE INDEX "foros_imagenes" ON "foros" USING gin (imagenes_en("contenido")) WHERE "foros"."contenido" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "imagenes_de_usuario" ON "imagenes_foro" USING btree ("id_usuario");--> statement-breakpoint
CREATE INDEX "imagenes_por_revisar" ON "imagenes_foro" USING btree ("revisar_en","id");--> statement-breakpoint
CREATE INDEX "lecturas_que_siguen" ON "lecturas_foro" USING btree ("id_foro") WHERE "lecturas_foro"."seguimiento" = 'siguiendo';--> statement-breakpoint
CREATE UNIQUE INDEX "posts_envio" ON "posts_foro" USING btree ("id_usuario","envio") WHERE "posts_foro"."envio" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_raices" ON "posts_foro" USING btree ("id_foro","id") WHERE "posts_foro"."parent_id" IS NULL;--> statement-breakpoint
CREATE INDEX "posts_de_raiz" ON "posts_foro" USING btree ("raiz_id","id") WHERE "posts_foro"."raiz_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_de_padre" ON "posts_foro" USING btree ("parent_id") WHERE "posts_foro"."parent_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_de_foro" ON "posts_foro" USING btree ("id_foro","id","id_usuario","eliminado_en");--> statement-breakpoint
CREATE INDEX "posts_de_usuario" ON "posts_foro" USING btree ("id_usuario","id");--> statement-breakpoint
CREATE INDEX "posts_busqueda" ON "posts_foro" USING gin ("busqueda");--> statement-breakpoint
CREATE INDEX "posts_imagenes" ON "posts_foro" USING gin (imagenes_en("contenido")) WHERE "posts_foro"."contenido" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "reportes_que_esperan" ON "reportes_post" USING btree ("id_cliente","id","id_post") WHERE "reportes_post"."decision" IS NULL;--> statement-breakpoint
CREATE INDEX "reportes_de_version" ON "reportes_post" USING btree ("id_version") WHERE "reportes_post"."id_version" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "textos_viejos" ON "textos_sin_enviar" USING btree ("actualizado_en");--> statement-breakpoint
CREATE INDEX "textos_imagenes" ON "textos_sin_enviar" USING gin (imagenes_en("contenido")) WHERE "textos_sin_enviar"."contenido" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "versiones_de_post" ON "versiones_post" USING btree ("id_post","id");--> statement-breakpoint
CREATE INDEX "versiones_de_foro" ON "versiones_post" USING btree ("id_foro","id") WHERE "versiones_post"."id_foro" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "versiones_imagenes" ON "versiones_post" USING gin (imagenes_en("contenido")) WHERE "versiones_post"."contenido" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "asistencias_por_leccion" ON "asistencias" USING btree ("leccion_id");--> statement-breakpoint
CREATE INDEX "matriculas_por_curso" ON "matriculas" USING btree ("id_curso","fecha_matricula","id","id_usuario");--> statement-breakpoint
CREATE INDEX "matriculas_vigentes" ON "matriculas" USING btree ("id_curso","fecha_vencimiento","id_usuario") WHERE "matriculas"."estado" = 'activa';--> statement-breakpoint
CREATE INDEX "matriculas_por_fecha" ON "matriculas" USING btree ("fecha_matricula","id","id_curso","id_usuario","estado","fecha_vencimiento");--> statement-breakpoint
CREATE INDEX "matriculas_por_vencer" ON "matriculas" USING btree ("fecha_vencimiento","id_usuario") WHERE "matriculas"."estado" = 'activa';--> statement-breakpoint
CREATE INDEX "matriculas_suspendidas" ON "matriculas" USING btree ("id_usuario","id_curso") WHERE "matriculas"."estado" = 'suspendida';--> statement-breakpoint
CREATE INDEX "progreso_reciente" ON "progreso_lecciones" USING btree ("id_usuario","visto_en");--> statement-breakpoint
CREATE UNIQUE INDEX "notificaciones_una_vez" ON "notificaciones" USING btree ("id_usuario","clave");--> statement-breakpoint
CREATE UNIQUE INDEX "notificaciones_grupo" ON "notificaciones" USING btree ("id_usuario","evento","grupo") WHERE "notificaciones"."abierta";--> statement-breakpoint
CREATE INDEX "notificaciones_de_grupo" ON "notificaciones" USING btree ("grupo") WHERE "notificaciones"."abierta";--> statement-breakpoint
CREATE INDEX "notificaciones_de_usuario" ON "notificaciones" USING btree ("id_usuario","fecha_envio","id");--> statement-breakpoint
CREATE INDEX "notificaciones_sin_leer" ON "notificaciones" USING btree ("id_usuario","fecha_envio","id") WHERE "notificaciones"."estado" = 1 AND "notificaciones"."en_campus";--> statement-breakpoint
CREATE INDEX "notificaciones_por_enviar" ON "notificaciones" USING btree ("intentos","proximo_intento","id") WHERE "notificaciones"."correo" = 'pendiente';--> statement-breakpoint
CREATE INDEX "notificaciones_fallidas" ON "notificaciones" USING btree ("id") WHERE "notificaciones"."correo" = 'fallido';--> statement-breakpoint
CREATE INDEX "eventos_de_pago" ON "eventos_pago" USING btree ("id_pago");--> statement-breakpoint
CREATE INDEX "eventos_por_fecha" ON "eventos_pago" USING btree ("recibido_en");--> statement-breakpoint
CREATE INDEX "devoluciones_por_atender" ON "orden_devoluciones" USING btree ("id_cliente","pedida_en","id_orden") WHERE "orden_devoluciones"."resuelta_en" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "ordenes_una_por_cobrar" ON "ordenes" USING btree ("id_usuario","huella") WHERE "ordenes"."estado" IN ('pendiente', 'en_espera', 'rechazada');--> statement-breakpoint
CREATE INDEX "ordenes_de_referido" ON "ordenes" USING btree ("id_referido") WHERE "ordenes"."id_referido" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "ordenes_de_usuario" ON "ordenes" USING btree ("id_usuario","creada_en");--> statement-breakpoint
CREATE INDEX "ordenes_en_revision" ON "ordenes" USING btree ("id_cliente","creada_en") WHERE "ordenes"."estado" = 'en_revision';--> statement-breakpoint
CREATE INDEX "ordenes_pagadas" ON "ordenes" USING btree ("id_cliente","pagada_en") WHERE "ordenes"."pagada_en" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "ordenes_por_conciliar" ON "ordenes" USING btree ("creada_en") WHERE "ordenes"."estado" IN ('pendiente', 'en_espera', 'rechazada');--> statement-breakpoint
CREATE INDEX "pagos_de_orden" ON "pagos" USING btree ("id_orden");--> statement-breakpoint
CREATE INDEX "pagos_de_prueba_por_referencia" ON "pagos_de_prueba" USING btree ("referencia");--> statement-breakpoint
CREATE INDEX "prompts_de_usuario" ON "prompts_generados" USING btree ("id_usuario","id");--> statement-breakpoint
CREATE UNIQUE INDEX "referidos_envio" ON "referidos" USING btree ("id_usuario","envio") WHERE "referidos"."envio" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_envio" ON "tickets_soporte" USING btree ("id_usuario","envio") WHERE "tickets_soporte"."envio" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "tickets_de_usuario" ON "tickets_soporte" USING btree ("id_usuario","fecha");--> statement-breakpoint
CREATE INDEX "tickets_de_marca" ON "tickets_soporte" USING btree ("id_cliente","estado","numero");--> statement-breakpoint
CREATE INDEX "auditoria_de_marca" ON "auditoria" USING btree ("id_cliente","id");--> statement-breakpoint
CREATE INDEX "auditoria_por_accion" ON "auditoria" USING btree ("id_cliente","accion","id");--> statement-breakpoint
CREATE INDEX "auditoria_de_usuario" ON "auditoria" USING btree ("id_usuario","id");--> statement-breakpoint
CREATE INDEX "auditoria_sobre" ON "auditoria" USING btree ("sobre","id");--> statement-breakpoint
CREATE INDEX "auditoria_de_objeto" ON "auditoria" USING btree ("objeto","id");--> statement-breakpoint
CREATE INDEX "auditoria_por_fecha" ON "auditoria" USING btree ("fecha");--> statement-breakpoint
CREATE INDEX "filas_por_hacer" ON "trabajo_filas" USING btree ("id_trabajo","fila") WHERE "trabajo_filas"."estado" = 'pendiente';--> statement-breakpoint
CREATE INDEX "filas_con_error" ON "trabajo_filas" USING btree ("id_trabajo","fila") WHERE "trabajo_filas"."estado" = 'error';--> statement-breakpoint
CREATE INDEX "trabajos_recientes" ON "trabajos" USING btree ("id_cliente","creado_en","id");--> statement-breakpoint
CREATE INDEX "trabajos_de_persona" ON "trabajos" USING btree ("pedido_por","creado_en");--> statement-breakpoint
CREATE INDEX "versiones_de_documento" ON "versiones" USING btree ("id_cliente","objeto","version" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "cambios_por_cosa" ON "cambios" USING btree ("cosa");--> statement-breakpoint
-- Written by hand: triggers.
-- The sum of a student's month follows its ledger.
CREATE FUNCTION sumar_puntos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO puntos_mes AS m (id_cliente, mes, id_usuario, puntos, alcanzado_en)
  SELECT id_cliente, mes, id_usuario, sum(puntos), max(creado_en) FROM nuevos
  GROUP BY id_cliente, mes, id_usuario ORDER BY id_usuario, mes
  ON CONFLICT (id_usuario, mes) DO UPDATE SET
    puntos = m.puntos + excluded.puntos, alcanzado_en = greatest(m.alcanzado_en, excluded.alcanzado_en);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sumar AFTER INSERT ON puntos REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION sumar_puntos();--> statement-breakpoint
-- It also follows entries that leave the ledger. The row is locked before it is summed up, so that an entry added at the same
-- time is counted exactly once.
CREATE FUNCTION restar_puntos() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM puntos_mes m
  WHERE EXISTS (SELECT 1 FROM quitados q WHERE q.id_usuario = m.id_usuario AND q.mes = m.mes)
  ORDER BY m.id_usuario, m.mes FOR UPDATE;
  UPDATE puntos_mes m SET puntos = s.puntos, alcanzado_en = s.alcanzado_en
  FROM (SELECT p.id_usuario, p.mes, sum(p.puntos)::int AS puntos, max(p.creado_en) AS alcanzado_en
    FROM (SELECT DISTINCT id_usuario, mes FROM quitados) q JOIN puntos p USING (id_usuario, mes)
    GROUP BY p.id_usuario, p.mes) s
  WHERE s.id_usuario = m.id_usuario AND s.mes = m.mes;
  DELETE FROM puntos_mes m
  WHERE EXISTS (SELECT 1 FROM quitados q WHERE q.id_usuario = m.id_usuario AND q.mes = m.mes)
    AND NOT EXISTS (SELECT 1 FROM puntos p WHERE p.id_usuario = m.id_usuario AND p.mes = m.mes);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER restar AFTER DELETE ON puntos REFERENCING OLD TABLE AS quitados FOR EACH STATEMENT EXECUTE FUNCTION restar_puntos();--> statement-breakpoint
-- A sheet of the complaints book cannot be deleted, and of it only the answer can be written, once.
CREATE FUNCTION proteger_reclamo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a complaint cannot be deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.respondido_en IS NOT NULL
    OR (to_jsonb(NEW) - ARRAY['respuesta', 'respondido_en', 'respondido_por'])
      IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['respuesta', 'respondido_en', 'respondido_por']) THEN
    RAISE EXCEPTION 'of a complaint only the answer can be written, once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER proteger BEFORE UPDATE OR DELETE ON reclamos FOR EACH ROW EXECUTE FUNCTION proteger_reclamo();--> statement-breakpoint
CREATE FUNCTION proteger_libro() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the complaints book cannot be emptied' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER proteger_todo BEFORE TRUNCATE ON reclamos FOR EACH STATEMENT EXECUTE FUNCTION proteger_libro();--> statement-breakpoint
-- The trail is only added to; what is two years old may go.
CREATE FUNCTION proteger_auditoria() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.fecha < now() - interval '2 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit trail is only added to' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER proteger BEFORE UPDATE OR DELETE ON auditoria FOR EACH ROW EXECUTE FUNCTION proteger_auditoria();--> statement-breakpoint
CREATE TRIGGER proteger_todo BEFORE TRUNCATE ON auditoria FOR EACH STATEMENT EXECUTE FUNCTION proteger_auditoria();--> statement-breakpoint
-- What waits for a teacher is found by its evaluation, in one index.
CREATE FUNCTION anotar_evaluacion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.id_evaluacion := (SELECT d.id_evaluacion FROM detalle_evaluacion d WHERE d.id = NEW.id_detalle);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER anotar_evaluacion BEFORE INSERT OR UPDATE OF estado ON intentos_evaluacion FOR EACH ROW WHEN (NEW.estado = 'pendiente') EXECUTE FUNCTION anotar_evaluacion();--> statement-breakpoint
-- What calendars show of a row has changed: those that have it already see by these that theirs is older.
CREATE FUNCTION anotar_cambio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.secuencia := OLD.secuencia + 1;
  NEW.cambiada_en := now();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON sesiones FOR EACH ROW
  WHEN ((OLD.nombre, OLD.inicio, OLD.duracion, OLD.enlace, OLD.id_leccion, OLD.cancelada_en IS NULL, OLD.retirada_en)
    IS DISTINCT FROM (NEW.nombre, NEW.inicio, NEW.duracion, NEW.enlace, NEW.id_leccion, NEW.cancelada_en IS NULL, NEW.retirada_en))
  EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON evaluaciones FOR EACH ROW
  WHEN ((OLD.nombre, OLD.fecha_apertura, OLD.fecha_cierre, OLD.modelo, OLD.estado)
    IS DISTINCT FROM (NEW.nombre, NEW.fecha_apertura, NEW.fecha_cierre, NEW.modelo, NEW.estado))
  EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON matriculas FOR EACH ROW
  WHEN ((OLD.fecha_vencimiento, OLD.estado) IS DISTINCT FROM (NEW.fecha_vencimiento, NEW.estado))
  EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint
-- Calendars show a closing date given to one student: those that have the exam's see by these that theirs is older.
CREATE TRIGGER anotar_cambio BEFORE UPDATE ON detalle_evaluacion FOR EACH ROW
  WHEN (OLD.cierre_extra IS DISTINCT FROM NEW.cierre_extra) EXECUTE FUNCTION anotar_cambio();--> statement-breakpoint
CREATE FUNCTION anotar_nombre() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.renombrado_en := now();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER anotar_nombre BEFORE UPDATE ON cursos FOR EACH ROW WHEN (OLD.nombre IS DISTINCT FROM NEW.nombre) EXECUTE FUNCTION anotar_nombre();--> statement-breakpoint
-- Hidden classes are told to calendars as cancelled for a time.
CREATE FUNCTION retirar_de_leccion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sesiones SET retirada_en = CASE WHEN NOT NEW.activo THEN now() END WHERE id_leccion = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER retirar AFTER UPDATE ON lecciones FOR EACH ROW WHEN (OLD.activo IS DISTINCT FROM NEW.activo) EXECUTE FUNCTION retirar_de_leccion();--> statement-breakpoint
CREATE FUNCTION retirar_de_modulo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sesiones s SET retirada_en = CASE WHEN NOT NEW.activo THEN now() END
    FROM lecciones l WHERE l.id_modulo = NEW.id AND l.activo AND s.id_leccion = l.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER retirar AFTER UPDATE ON modulos FOR EACH ROW WHEN (OLD.activo IS DISTINCT FROM NEW.activo) EXECUTE FUNCTION retirar_de_modulo();--> statement-breakpoint
-- What a public page shows changed: counted in the same transaction, so that whoever reads the count after the commit knows of it.
CREATE FUNCTION avisar_contenido() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  que text := coalesce(TG_ARGV[0], TG_TABLE_NAME);
BEGIN
  UPDATE cambios SET cuenta = cuenta + 1
    WHERE id = (SELECT c.id FROM cambios c WHERE c.cosa = que LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN INSERT INTO cambios (cosa) VALUES (que); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON clientes FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON botones FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON paginas FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON categorias FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON cursos FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON curso_docentes FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON modulos FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON lecciones FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON archivos FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON sesiones FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON evaluaciones FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON preguntas FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON premios FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON puntos_mes FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON rankings_cerrados FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido AFTER INSERT OR UPDATE OR DELETE ON roles_personal FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
-- Courses show whoever teaches them, the landing page counts the students, and the ranking shows their names.
CREATE TRIGGER contenido AFTER INSERT OR UPDATE ON usuarios FOR EACH ROW WHEN (NEW.tipo_cliente <> 'Alumno') EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido_antes AFTER UPDATE OR DELETE ON usuarios FOR EACH ROW WHEN (OLD.tipo_cliente <> 'Alumno') EXECUTE FUNCTION avisar_contenido();--> statement-breakpoint
CREATE TRIGGER contenido_alumnos AFTER INSERT OR DELETE OR UPDATE OF id_cliente, tipo_cliente, estado, nombres, apellidos, pais, ranking_iniciales
  ON usuarios FOR EACH STATEMENT EXECUTE FUNCTION avisar_contenido('alumnos');
