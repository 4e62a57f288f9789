import type {
  GeneratedPrompt,
  PromptHistory,
  PromptQuestion,
  PromptTopic,
  PromptTopicDetail,
} from '@campus/contract/prompts'
import { PROMPT_CHOICE_TEXT, PROMPT_OPEN_TEXT } from '@campus/contract/rules'
import { cleanText, isWritten } from '@campus/contract/texts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { prompts_generados, temas_prompt } from './prompts.tables.ts'
import { fillIn } from './template.ts'

const PROMPTS = limit('prompt_usuario', 60, 60 * 60)

export const listTopics = (db: Db, identity: Identity): Promise<PromptTopic[]> =>
  db
    .select({ id: temas_prompt.id, nombre: temas_prompt.nombre, descripcion: temas_prompt.descripcion })
    .from(temas_prompt)
    .where(and(eq(temas_prompt.id_cliente, identity.id_cliente), eq(temas_prompt.estado, 1)))
    .orderBy(temas_prompt.orden, temas_prompt.id)

type TopicWithTemplates = PromptTopicDetail & { plantillas: { titulo: string; contenido: string }[] }

async function requireTopic(db: Db, identity: Identity, id: number): Promise<TopicWithTemplates> {
  const [topic] = await query<TopicWithTemplates>(
    db,
    sql`SELECT t.id, t.nombre, t.descripcion,
        (SELECT coalesce(json_agg(json_build_object('titulo', x.titulo, 'contenido', x.contenido) ORDER BY x.orden), '[]')
          FROM plantillas_prompt x WHERE x.id_tema = t.id) AS plantillas,
        (SELECT coalesce(json_agg(p ORDER BY p.orden), '[]') FROM (SELECT q.id, q.texto, q.tipo, q.variable, q.orden,
          (SELECT coalesce(json_agg(json_build_object('id', o.id, 'texto', o.texto) ORDER BY o.orden), '[]')
            FROM opciones_prompt o WHERE o.id_pregunta = q.id) AS opciones
          FROM preguntas_prompt q WHERE q.id_tema = t.id) p) AS preguntas
      FROM temas_prompt t WHERE t.id = ${id} AND t.id_cliente = ${identity.id_cliente} AND t.estado = 1`,
  )
  if (!topic) throw fail('NO_ENCONTRADO')
  return topic
}

/** @throws NO_ENCONTRADO when unknown, inactive or of another brand */
export async function findTopic(db: Db, identity: Identity, id: number): Promise<PromptTopicDetail> {
  const { plantillas: _, ...topic } = await requireTopic(db, identity, id)
  return topic
}

function answerError({ tipo, opciones }: PromptQuestion, answer: string): string | null {
  if (tipo === 'abierta') return isWritten(answer) ? null : PROMPT_OPEN_TEXT
  return opciones.some(({ texto }) => cleanText(texto) === answer) ? null : PROMPT_CHOICE_TEXT
}

/** Only the answers to the topic's questions. @throws DATOS_INVALIDOS under each variable */
function checkAnswers({ preguntas }: TopicWithTemplates, respuestas: Record<string, string>): Record<string, string> {
  const sent = new Map(Object.entries(respuestas))
  const answers = preguntas.map((question) => {
    const answer = cleanText(sent.get(question.variable) ?? '')
    return { variable: question.variable, answer, error: answerError(question, answer) }
  })
  const errors = Object.fromEntries(answers.flatMap(({ variable, error }) => (error ? [[variable, [error]]] : [])))
  if (Object.keys(errors).length > 0) throw fail('DATOS_INVALIDOS', { errors })
  return Object.fromEntries(answers.map(({ variable, answer }) => [variable, answer]))
}

/**
 * Fills in the templates of a topic and stores the result in the history.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS under each variable, DEMASIADOS_INTENTOS
 */
export async function generate(
  db: Db,
  identity: Identity,
  id: number,
  answers: Record<string, string>,
): Promise<GeneratedPrompt[]> {
  const topic = await requireTopic(db, identity, id)
  const respuestas = checkAnswers(topic, answers)
  await throttle(db, PROMPTS, String(identity.id))
  const resultados = topic.plantillas.map(({ titulo, contenido }) => ({
    titulo,
    contenido_generado: fillIn(contenido, respuestas),
  }))
  await db.transaction(async (tx) => {
    await lock(tx, 'prompts', identity.id)
    const mine = and(eq(prompts_generados.id_usuario, identity.id), eq(prompts_generados.id_tema, id))
    const [newest] = await tx
      .select({ same: sql<boolean>`${prompts_generados.respuestas} = ${JSON.stringify(respuestas)}::jsonb` })
      .from(prompts_generados)
      .where(mine)
      .orderBy(desc(prompts_generados.id))
      .limit(1)
    if (!newest?.same)
      await tx.insert(prompts_generados).values({ id_usuario: identity.id, id_tema: id, respuestas, resultados })
  })
  return resultados
}

export async function listHistory(db: Db, identity: Identity, page: number, perPage: number) {
  const mine = eq(prompts_generados.id_usuario, identity.id)
  const total = await db.$count(prompts_generados, mine)
  const data: PromptHistory[] = await db
    .select({
      id: prompts_generados.id,
      id_tema: prompts_generados.id_tema,
      tema: temas_prompt.nombre,
      respuestas: prompts_generados.respuestas,
      resultados: prompts_generados.resultados,
      creado_en: prompts_generados.creado_en,
    })
    .from(prompts_generados)
    .innerJoin(temas_prompt, eq(temas_prompt.id, prompts_generados.id_tema))
    .where(mine)
    .orderBy(desc(prompts_generados.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  return pageOfRows(data, total, page, perPage)
}

/** Deletes the data of a closed account. */
export async function forgetPrompts(tx: Db, usuario: number): Promise<void> {
  await tx.delete(prompts_generados).where(eq(prompts_generados.id_usuario, usuario))
}
