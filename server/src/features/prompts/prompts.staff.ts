import {
  MAX_TOPICS,
  type NewTopic,
  type TopicRow,
  type TopicsOrder,
  type TopicsQuery,
} from '@campus/contract/site.staff'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { stateOf } from '../../kit/documents/documents.ts'
import { type List, listRows } from '../../kit/lists/lists.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { clientes } from '../brands/brands.tables.ts'

type Marks = { activo: boolean; propio: boolean; borrador: boolean; publicada: boolean }
type Row = Omit<TopicRow, 'estado'> & Marks

const TOPICS: List<Record<never, never>> = {
  from: sql.raw('temas_prompt t'),
  id: sql.raw('t.id'),
  columns: sql.raw(`t.id, t.nombre, t.estado = 1 AS activo, t.envio IS NOT NULL AS propio,
    (SELECT count(*) FROM preguntas_prompt q WHERE q.id_tema = t.id) AS preguntas,
    (SELECT count(*) FROM plantillas_prompt p WHERE p.id_tema = t.id) AS plantillas,
    EXISTS (SELECT 1 FROM borradores b WHERE b.id_cliente = t.id_cliente AND b.objeto = 'tema:' || t.id) AS borrador,
    EXISTS (SELECT 1 FROM versiones v WHERE v.id_cliente = t.id_cliente AND v.objeto = 'tema:' || t.id
      AND v.motivo = 'publicada') AS publicada`),
  sorts: { orden: { by: sql.raw('t.orden'), type: 'bigint' } },
  defaultSort: 'orden',
  filters: {},
}

export async function listStaffTopics(db: Db, { id_cliente }: Identity, asked: z.output<typeof TopicsQuery>) {
  const { data, ...page } = await listRows<Row, Record<never, never>>(
    db,
    TOPICS,
    asked,
    sql`t.id_cliente = ${id_cliente}`,
  )
  return {
    ...page,
    data: data.map(({ activo, propio, borrador, publicada, ...topic }) => ({
      ...topic,
      estado: stateOf({ activo, archivado: false, propio }, borrador, publicada),
    })),
  }
}

/** A hidden topic, after the others; a repeated request finds that of the first. @throws DATOS_INVALIDOS */
export async function createTopic(db: Db, { id_cliente }: Identity, { nombre, envio }: z.output<typeof NewTopic>) {
  return db.transaction(async (tx) => {
    // Counts one by one.
    await tx.select({ id: clientes.id }).from(clientes).where(eq(clientes.id, id_cliente)).for('update')
    const [made] = await query<{ id: number; nuevo: boolean; total: number }>(
      tx,
      sql`INSERT INTO temas_prompt (id_cliente, envio, nombre, orden, estado)
        SELECT ${id_cliente}::bigint, ${envio}::uuid, ${nombre}, coalesce(max(t.orden), 0) + 1, 0
        FROM temas_prompt t WHERE t.id_cliente = ${id_cliente}
        ON CONFLICT (id_cliente, envio) DO UPDATE SET envio = excluded.envio
        RETURNING id, xmax = 0 AS nuevo, (SELECT count(*) FROM temas_prompt t WHERE t.id_cliente = ${id_cliente}) AS total`,
    )
    if (!made) throw new Error('the topic was not inserted')
    if (made.nuevo && made.total >= MAX_TOPICS) throw invalid('nombre', `Puede haber hasta ${MAX_TOPICS} temas.`)
    if (made.nuevo) await audit(tx, 'gestion', { objeto: `tema:${made.id}`, detalle: { hecho: 'creado', nombre } })
    return { id: made.id }
  })
}

/** The order in which students see them; published at once. @throws DATOS_INVALIDOS */
export async function orderTopics(db: Db, { id_cliente }: Identity, { ids }: z.output<typeof TopicsOrder>) {
  await db.transaction(async (tx) => {
    await tx.select({ id: clientes.id }).from(clientes).where(eq(clientes.id, id_cliente)).for('update')
    const moved = await query<{ total: number }>(
      tx,
      sql`UPDATE temas_prompt t SET orden = x.n FROM unnest(${sql.param(ids)}::bigint[]) WITH ORDINALITY AS x(id, n)
        WHERE t.id = x.id AND t.id_cliente = ${id_cliente}
        RETURNING (SELECT count(*) FROM temas_prompt o WHERE o.id_cliente = ${id_cliente}) AS total`,
    )
    if (moved.length !== ids.length || moved[0]?.total !== ids.length)
      throw invalid('ids', 'La lista cambió. Vuelve a abrirla.')
    await audit(tx, 'gestion', { objeto: 'temas', detalle: { orden: ids.map(String) } })
  })
  return { ids }
}
