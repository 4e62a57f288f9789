-- The text of our cleaned HTML in one line, as `plainText` of the contract reads it: words beside a tag that ends a line do not join.
CREATE FUNCTION texto_plano(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN btrim(regexp_replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html,
        '<(?:br|hr|img|/(?:p|div|li|h[1-6]|blockquote|pre|tr|td|th|ul|ol|table|section|figure))\y[^>]*>', ' ', 'gi'), '<[^>]*>', '', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&nbsp;', ' '), '&amp;', '&'), '\s+', ' ', 'g'));--> statement-breakpoint
ALTER TABLE "lecciones" ADD COLUMN "texto" text GENERATED ALWAYS AS (texto_plano("lecciones"."contenido")) STORED;
