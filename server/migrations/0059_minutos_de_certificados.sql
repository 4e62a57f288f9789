ALTER TABLE "certificados" ADD COLUMN "minutos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "certificados" ADD COLUMN "contenidos" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "certificados" ADD CONSTRAINT "certificados_minutos" CHECK ("certificados"."minutos" >= 0);--> statement-breakpoint
-- Certificates issued before print what their course has today, as they did, and keep it from now on.
WITH lines AS (
  SELECT m.id_curso, m.id AS id_modulo, l.titulo, NULL::int AS lecciones, l.duracion AS minutos, l.orden, l.id
    FROM modulos m JOIN lecciones l ON l.id_modulo = m.id AND l.activo
  UNION ALL
  SELECT m.id_curso, NULL, m.nombre, count(l.id)::int, coalesce(sum(l.duracion), 0)::int, m.orden, m.id
    FROM modulos m LEFT JOIN lecciones l ON l.id_modulo = m.id AND l.activo WHERE m.activo GROUP BY m.id),
contents AS (
  SELECT id_curso, id_modulo, sum(minutos)::int AS minutos,
    jsonb_agg(jsonb_build_object('titulo', titulo, 'lecciones', lecciones, 'minutos', minutos) ORDER BY orden, id) AS contenidos
    FROM lines GROUP BY 1, 2)
UPDATE certificados c SET minutos = t.minutos, contenidos = t.contenidos FROM contents t
  WHERE t.id_curso = c.id_curso AND t.id_modulo IS NOT DISTINCT FROM c.id_modulo;
