ALTER TABLE "ordenes" ADD COLUMN "saldo_devuelto" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What staff said that they gave back, and the gateway has not said yet.
UPDATE "ordenes" o SET "saldo_devuelto" = least(0, p.pasarela - d.personal)
FROM (SELECT id_orden, sum(monto_centimos)::int AS personal FROM "orden_devoluciones"
    WHERE resultado = 'devuelta' AND id_personal IS NOT NULL GROUP BY id_orden) d
  CROSS JOIN LATERAL (SELECT coalesce(sum(CASE estado WHEN 'refunded' THEN monto_centimos ELSE devuelto_centimos END), 0)::int AS pasarela
    FROM "pagos" WHERE id_orden = d.id_orden) p
WHERE o.id = d.id_orden;--> statement-breakpoint
-- Last days given by hand while the order was open: what was paid since has none.
UPDATE "matriculas" m SET "fecha_vencimiento" = NULL
WHERE m.fecha_vencimiento IS NOT NULL AND EXISTS (
  SELECT FROM "ordenes" o JOIN "orden_lineas" l ON l.id_orden = o.id AND l.id_curso = m.id_curso
  WHERE o.id_usuario = m.id_usuario AND o.estado = 'pagada' AND o.total_centimos > 0 AND l.precio_centimos > 0
    AND NOT EXISTS (SELECT FROM "orden_devoluciones" d WHERE d.id_orden = o.id AND d.id_curso = l.id_curso AND d.resultado = 'devuelta')
    AND NOT EXISTS (SELECT FROM "auditoria" x WHERE x.sobre = m.id_usuario AND x.accion = 'gestion'
      AND x.objeto = 'curso:' || m.id_curso AND x.fecha > o.pagada_en));
