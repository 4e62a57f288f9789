-- For comparing words: without case and without accents, also those that are letters of their own. Without normalize(), which
-- needs quadratic time on a run of accents; the long list is for the few texts that have a letter of it, because translate()
-- compares every letter with each of its list.
CREATE OR REPLACE FUNCTION sin_acentos(texto text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN texto ~ '[åÅýÝÿ\u0100-\u024f]' THEN translate(regexp_replace(lower(texto), '[\u0300-\u036f]', '', 'g'),
      'àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳ',
      'aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooy')
    ELSE translate(regexp_replace(lower(texto), '[\u0300-\u036f]', '', 'g'), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc') END;--> statement-breakpoint
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
ALTER TABLE "foros" DROP COLUMN "busqueda";--> statement-breakpoint
ALTER TABLE "foros" ADD COLUMN "busqueda" "tsvector" GENERATED ALWAYS AS (palabras("foros"."titulo" || ' ' || "foros"."descripcion" || ' ' || "foros"."texto")) STORED;--> statement-breakpoint
CREATE INDEX "foros_busqueda" ON "foros" USING gin ("busqueda");--> statement-breakpoint
ALTER TABLE "posts_foro" DROP COLUMN "busqueda";--> statement-breakpoint
ALTER TABLE "posts_foro" ADD COLUMN "busqueda" "tsvector" GENERATED ALWAYS AS (palabras("posts_foro"."texto")) STORED;--> statement-breakpoint
CREATE INDEX "posts_busqueda" ON "posts_foro" USING gin ("busqueda");--> statement-breakpoint
ALTER TABLE "lecciones" DROP COLUMN "busqueda";--> statement-breakpoint
ALTER TABLE "lecciones" ADD COLUMN "busqueda" "tsvector" GENERATED ALWAYS AS (palabras(regexp_replace("lecciones"."contenido", '<[^>]*>', ' ', 'g'))) STORED;--> statement-breakpoint
CREATE INDEX "lecciones_por_palabras" ON "lecciones" USING gin ("busqueda");--> statement-breakpoint
-- Their columns stay: only the rows that are folded otherwise now are computed again.
UPDATE "usuarios" SET "nombres" = "nombres" WHERE "busqueda" <> sin_acentos("nombres" || ' ' || "apellidos" || ' ' || "correo");--> statement-breakpoint
UPDATE "cursos" SET "nombre" = "nombre" WHERE "busqueda" <> sin_acentos("nombre" || ' ' || regexp_replace(left("descripcion", 2000), '<[^>]*>', ' ', 'g'));
