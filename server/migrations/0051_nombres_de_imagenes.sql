-- The names of the uploaded pictures that a text shows; all sizes of a picture share one.
CREATE FUNCTION imagenes_en(texto text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT DISTINCT m[1] FROM regexp_matches(texto, '/api/storage/imagenes/([0-9a-f]{64})-', 'g') m);--> statement-breakpoint
DROP INDEX "foros_con_imagen";--> statement-breakpoint
DROP INDEX "posts_con_imagen";--> statement-breakpoint
DROP INDEX "versiones_con_imagen";--> statement-breakpoint
CREATE INDEX "comentarios_imagenes" ON "comentarios" USING gin (imagenes_en("comentario")) WHERE "comentarios"."comentario" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "foros_imagenes" ON "foros" USING gin (imagenes_en("contenido")) WHERE "foros"."contenido" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "posts_imagenes" ON "posts_foro" USING gin (imagenes_en("contenido")) WHERE "posts_foro"."contenido" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "textos_imagenes" ON "textos_sin_enviar" USING gin (imagenes_en("contenido")) WHERE "textos_sin_enviar"."contenido" LIKE '%/api/storage/imagenes/%';--> statement-breakpoint
CREATE INDEX "versiones_imagenes" ON "versiones_post" USING gin (imagenes_en("contenido")) WHERE "versiones_post"."contenido" LIKE '%/api/storage/imagenes/%';