-- The sum of a student's month also follows entries that leave the ledger. The row is locked before it is summed up, so that
-- an entry added at the same time is counted exactly once.
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
CREATE TRIGGER restar AFTER DELETE ON puntos REFERENCING OLD TABLE AS quitados FOR EACH STATEMENT EXECUTE FUNCTION restar_puntos();
