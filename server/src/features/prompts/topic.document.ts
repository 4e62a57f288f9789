import { checkTopic, type TopicDocument } from '@campus/contract/documents/site'
import { cleanLine, cleanText } from '@campus/contract/texts'
import { eq, sql } from 'drizzle-orm'
import { type DocumentRules, idsOf, type Target } from '../../kit/documents/documents.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { temas_prompt } from './prompts.tables.ts'

async function read(tx: Db, targets: Target[]): Promise<Map<string, TopicDocument>> {
  const rows = await query<{ objeto: string; documento: TopicDocument }>(
    tx,
    sql`SELECT 'tema:' || t.id AS objeto, json_build_object('nombre', t.nombre, 'descripcion', t.descripcion,
        'visible', t.estado = 1,
        'preguntas', (SELECT coalesce(json_agg(json_build_object('variable', q.variable, 'texto', q.texto,
            'opciones', CASE WHEN q.tipo = 'opcion' THEN (SELECT coalesce(json_agg(o.texto ORDER BY o.orden), '[]')
              FROM opciones_prompt o WHERE o.id_pregunta = q.id) END) ORDER BY q.orden, q.id), '[]')
          FROM preguntas_prompt q WHERE q.id_tema = t.id),
        'plantillas', (SELECT coalesce(json_agg(json_build_object('titulo', p.titulo, 'contenido', p.contenido) ORDER BY p.orden), '[]')
          FROM plantillas_prompt p WHERE p.id_tema = t.id)) AS documento
      FROM temas_prompt t WHERE t.id = ANY(${idsOf(targets.map(({ objeto }) => objeto))})`,
  )
  const found = new Map(rows.map(({ objeto, documento }) => [objeto, documento]))
  // A new one is hidden until it is published, which shows it.
  for (const { objeto, propio, activo } of targets) {
    const documento = found.get(objeto)
    if (documento && propio && !activo && documento.preguntas.length === 0)
      found.set(objeto, { ...documento, visible: true })
  }
  return found
}

type TopicText = { id: number; documento: TopicDocument }

const VARIABLE = /^[a-z][a-z0-9_]{0,39}$/

/** A question without a variable of its own cannot be stored: previews leave it out. */
function questionsOf({ id, documento }: TopicText) {
  const names = documento.preguntas.map(({ variable }) => variable)
  return documento.preguntas
    .filter(({ variable }, at) => VARIABLE.test(variable) && names.indexOf(variable) === at)
    .map((question, at) => ({ ...question, id_tema: id, orden: at + 1 }))
}

/** Writes topics with their questions, matched by variable, and their templates, matched by place. */
async function writeTopics(tx: Db, all: TopicText[]): Promise<void> {
  const ids = sql`${sql.param(all.map(({ id }) => id))}::bigint[]`
  const heads = all.map(({ id, documento: { nombre, descripcion, visible } }) => ({ id, nombre, descripcion, visible }))
  await tx.execute(sql`UPDATE temas_prompt t SET nombre = coalesce(nullif(x.nombre, ''), t.nombre), descripcion = x.descripcion,
      estado = x.visible::int
    FROM ${recordset(heads, 'x(id bigint, nombre text, descripcion text, visible bool)')}
    WHERE t.id = x.id`)
  const rows = recordset(
    all.flatMap(questionsOf),
    'x(id_tema bigint, variable text, texto text, opciones text[], orden int)',
  )
  await tx.execute(sql`DELETE FROM preguntas_prompt q WHERE q.id_tema = ANY(${ids})
    AND NOT EXISTS (SELECT 1 FROM ${rows} WHERE x.id_tema = q.id_tema AND x.variable = q.variable)`)
  await tx.execute(sql`INSERT INTO preguntas_prompt (id_tema, variable, texto, tipo, orden)
    SELECT x.id_tema, x.variable, x.texto, CASE WHEN x.opciones IS NULL THEN 'abierta' ELSE 'opcion' END, x.orden FROM ${rows}
    ON CONFLICT (id_tema, variable) DO UPDATE SET texto = excluded.texto, tipo = excluded.tipo, orden = excluded.orden`)
  await tx.execute(sql`DELETE FROM opciones_prompt o USING preguntas_prompt q
    WHERE q.id = o.id_pregunta AND q.id_tema = ANY(${ids})`)
  await tx.execute(sql`INSERT INTO opciones_prompt (id_pregunta, texto, orden)
    SELECT q.id, o.texto, o.n FROM ${rows} JOIN preguntas_prompt q ON q.id_tema = x.id_tema AND q.variable = x.variable,
      unnest(x.opciones) WITH ORDINALITY AS o(texto, n)`)
  const templates = all.flatMap(({ id, documento }) =>
    documento.plantillas.map((template, at) => ({ ...template, id_tema: id, orden: at + 1 })),
  )
  await tx.execute(sql`DELETE FROM plantillas_prompt WHERE id_tema = ANY(${ids})`)
  await tx.execute(sql`INSERT INTO plantillas_prompt (id_tema, orden, titulo, contenido)
    SELECT * FROM ${recordset(templates, 'x(id_tema bigint, orden int, titulo text, contenido text)')}`)
}

const trimmed = (texts: string[]) => texts.map((text) => cleanLine(text))

/** `tema:7` */
export const topicDocuments: DocumentRules<TopicDocument> = {
  find: (tx, brand, names) =>
    query<Target>(
      tx,
      sql`SELECT 'tema:' || t.id AS objeto, t.id, NULL::bigint AS id_curso, t.nombre, t.estado = 1 AS activo,
          false AS archivado, t.envio IS NOT NULL AS propio
        FROM temas_prompt t WHERE t.id_cliente = ${brand} AND t.id = ANY(${idsOf(names)})`,
    ),
  read,
  clean: ({ nombre, descripcion, visible, preguntas, plantillas }) => ({
    nombre: cleanLine(nombre),
    descripcion: cleanText(descripcion),
    visible,
    preguntas: preguntas.map(({ variable, texto, opciones }) => ({
      variable: cleanLine(variable),
      texto: cleanLine(texto),
      opciones: opciones && trimmed(opciones),
    })),
    plantillas: plantillas.map(({ titulo, contenido }) => ({
      titulo: cleanLine(titulo),
      contenido: cleanText(contenido),
    })),
  }),
  check: async (_tx, all) =>
    new Map(
      all.map(({ target, documento }) => [target.objeto, { ...checkTopic(documento), efectos: [], recalificar: [] }]),
    ),
  write: (tx, all) =>
    writeTopics(
      tx,
      all.map(({ target, documento }) => ({ id: target.id, documento })),
    ),
}

/** Hidden rows for the topics of files; their ids in that order. */
export async function addTopics(tx: Db, brand: number, names: string[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`INSERT INTO temas_prompt (id_cliente, nombre, orden, estado)
      SELECT ${brand}::bigint, k, n, 0 FROM unnest(${sql.param(names)}::text[]) WITH ORDINALITY AS x(k, n) ORDER BY n RETURNING id`,
  )
  return rows.map(({ id }) => id)
}

/** Shows a topic for a preview, whose transaction is rolled back. */
export async function revealTopic(tx: Db, id: number): Promise<void> {
  await tx.update(temas_prompt).set({ estado: 1 }).where(eq(temas_prompt.id, id))
}
