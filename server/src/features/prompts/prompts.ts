import type {
  GeneratedPrompt,
  PromptHistory,
  PromptQuestion,
  PromptTopic,
  PromptTopicDetail,
} from '@campus/contract/prompts'
import { PROMPT_CHOICE_TEXT, PROMPT_OPEN_TEXT } from '@campus/contract/rules'
import { eq, sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { prompts_generados } from './prompts.tables.ts'
import { fillIn } from './template.ts'

const BRAND = sql`${sql.placeholder('marca')}::int`

const topics = hotRows<PromptTopic>(
  'temas_prompt',
  sql`SELECT t.id, t.nombre, t.descripcion FROM temas_prompt t WHERE t.id_cliente = ${BRAND} AND t.estado = 1
    ORDER BY t.orden, t.id`,
)

/** The topics of the asker's brand, in order. */
export const listTopics = (db: Db, identity: Identity): Promise<PromptTopic[]> =>
  topics(db, { marca: identity.id_cliente })

type Whole = PromptTopicDetail & { plantillas: { titulo: string; contenido: string }[] }

const topic = hotRows<Whole>(
  'tema_prompt',
  sql`SELECT t.id, t.nombre, t.descripcion,
      (SELECT coalesce(json_agg(json_build_object('titulo', x.titulo, 'contenido', x.contenido) ORDER BY x.orden), '[]')
        FROM plantillas_prompt x WHERE x.id_tema = t.id) AS plantillas,
      (SELECT coalesce(json_agg(p ORDER BY p.orden), '[]') FROM (SELECT q.id, q.texto, q.tipo, q.variable, q.orden,
        (SELECT coalesce(json_agg(json_build_object('id', o.id, 'texto', o.texto) ORDER BY o.orden), '[]')
          FROM opciones_prompt o WHERE o.id_pregunta = q.id) AS opciones
        FROM preguntas_prompt q WHERE q.id_tema = t.id) p) AS preguntas
    FROM temas_prompt t WHERE t.id = ${sql.placeholder('tema')}::int AND t.id_cliente = ${BRAND} AND t.estado = 1`,
)

async function requireTopic(db: Db, identity: Identity, id: number): Promise<Whole> {
  const [found] = await topic(db, { marca: identity.id_cliente, tema: id })
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}

/** A topic with its questions. @throws NO_ENCONTRADO for an unknown, withdrawn or another brand's */
export async function findTopic(db: Db, identity: Identity, id: number): Promise<PromptTopicDetail> {
  const { plantillas: _, ...found } = await requireTopic(db, identity, id)
  return found
}

/** Why an answer is refused, or null. */
function refusalOf({ tipo, opciones }: PromptQuestion, answer: string): string | null {
  if (tipo === 'abierta') return answer === '' ? PROMPT_OPEN_TEXT : null
  return opciones.some(({ texto }) => texto === answer) ? null : PROMPT_CHOICE_TEXT
}

/** The answers that the topic asks for, and nothing else. @throws DATOS_INVALIDOS under each variable */
function checkAnswers({ preguntas }: Whole, given: Record<string, string>): Record<string, string> {
  const sent = new Map(Object.entries(given))
  const answers = preguntas.map((question) => {
    const answer = sent.get(question.variable)?.trim() ?? ''
    return { variable: question.variable, answer, refusal: refusalOf(question, answer) }
  })
  const errors = Object.fromEntries(
    answers.flatMap(({ variable, refusal }) => (refusal ? [[variable, [refusal]]] : [])),
  )
  if (Object.keys(errors).length > 0) throw fail('DATOS_INVALIDOS', { errors })
  return Object.fromEntries(answers.map(({ variable, answer }) => [variable, answer]))
}

/**
 * Generates a topic's prompts, up to three, and keeps them in the student's history (contract section 4 "Prompts").
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS under each variable, DEMASIADOS_INTENTOS
 */
export async function generate(
  db: Db,
  identity: Identity,
  id: number,
  given: Record<string, string>,
): Promise<GeneratedPrompt[]> {
  const found = await requireTopic(db, identity, id)
  const respuestas = checkAnswers(found, given)
  await throttle(db, 'prompt_usuario', String(identity.id))
  const resultados = found.plantillas.map(({ titulo, contenido }) => ({
    titulo,
    contenido_generado: fillIn(contenido, respuestas),
  }))
  await db.insert(prompts_generados).values({ id_usuario: identity.id, id_tema: id, respuestas, resultados })
  return resultados
}

const history = hotRows<{ total: number; data: PromptHistory[] }>(
  'prompts_de_usuario',
  sql`SELECT (SELECT count(*) FROM prompts_generados g WHERE g.id_usuario = ${sql.placeholder('usuario')}::int) AS total,
    (SELECT coalesce(json_agg(h), '[]') FROM (SELECT g.id, g.id_tema, t.nombre AS tema, g.respuestas, g.resultados, g.creado_en
      FROM prompts_generados g JOIN temas_prompt t ON t.id = g.id_tema WHERE g.id_usuario = ${sql.placeholder('usuario')}::int
      ORDER BY g.id DESC LIMIT ${sql.placeholder('cantidad')}::int OFFSET ${sql.placeholder('desde')}::int) h) AS data`,
)

/** A page of what a student generated, newest first. */
export async function listHistory(db: Db, identity: Identity, page: number, perPage: number) {
  const [found] = await history(db, { usuario: identity.id, cantidad: perPage, desde: (page - 1) * perPage })
  return pageOfRows(found?.data ?? [], found?.total ?? 0, page, perPage)
}

/** Deletes what a person generated, with their account. */
export async function forgetPrompts(tx: Db, usuario: number): Promise<void> {
  await tx.delete(prompts_generados).where(eq(prompts_generados.id_usuario, usuario))
}
