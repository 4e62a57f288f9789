import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { MAX_PROMPT_ANSWER, PROMPT_LONG_TEXT, PROMPT_OPEN_TEXT } from './rules.ts'

/** A topic of the prompt generator, as the list shows it (storefront.md section 3). */
export const PromptTopic = z.object({ id: Id, nombre: z.string(), descripcion: z.string() })
export type PromptTopic = z.infer<typeof PromptTopic>

/** A question; its answer goes where the templates name `variable`. */
export const PromptQuestion = z.object({
  id: Id,
  texto: z.string(),
  tipo: z.enum(['abierta', 'opcion']),
  variable: z.string(),
  opciones: z.array(z.object({ id: Id, texto: z.string() })),
})
export type PromptQuestion = z.infer<typeof PromptQuestion>

/** A topic with what it asks. */
export const PromptTopicDetail = PromptTopic.extend({ preguntas: z.array(PromptQuestion) })
export type PromptTopicDetail = z.infer<typeof PromptTopicDetail>

/** Answers by variable; a choice is answered with its text. Each is checked by the server under its variable. */
export const GenerateBody = z.object({
  respuestas: z.record(
    z.string().max(40),
    z.string({ error: PROMPT_OPEN_TEXT }).max(MAX_PROMPT_ANSWER, PROMPT_LONG_TEXT),
  ),
})

/** One generated prompt. */
export const GeneratedPrompt = z.object({ titulo: z.string(), contenido_generado: z.string() })
export type GeneratedPrompt = z.infer<typeof GeneratedPrompt>

/** What was generated once: the topic, the answers and the prompts as they were. */
export const PromptHistory = z.object({
  id: Id,
  id_tema: Id,
  tema: z.string(),
  respuestas: z.record(z.string(), z.string()),
  resultados: z.array(GeneratedPrompt),
  creado_en: Instant,
})
export type PromptHistory = z.infer<typeof PromptHistory>
