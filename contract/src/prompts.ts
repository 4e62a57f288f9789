import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { MAX_PROMPT_ANSWER, PROMPT_LONG_TEXT } from './rules.ts'
import { unfinished } from './text-fields.ts'

export const PromptTopic = z.object({ id: Id, nombre: z.string(), descripcion: z.string() })
export type PromptTopic = z.infer<typeof PromptTopic>

/** The answer replaces `variable` in the templates. */
export const PromptQuestion = z.object({
  id: Id,
  texto: z.string(),
  tipo: z.enum(['abierta', 'opcion']),
  variable: z.string(),
  opciones: z.array(z.object({ id: Id, texto: z.string() })),
})
export type PromptQuestion = z.infer<typeof PromptQuestion>

export const PromptTopicDetail = PromptTopic.extend({ preguntas: z.array(PromptQuestion) })
export type PromptTopicDetail = z.infer<typeof PromptTopicDetail>

export const GenerateBody = z.object({
  respuestas: z.record(z.string().max(40), unfinished(MAX_PROMPT_ANSWER, PROMPT_LONG_TEXT)),
})

export const GeneratedPrompt = z.object({ titulo: z.string(), contenido_generado: z.string() })
export type GeneratedPrompt = z.infer<typeof GeneratedPrompt>

/** A snapshot: later changes of the topic do not alter it. */
export const PromptHistory = z.object({
  id: Id,
  id_tema: Id,
  tema: z.string(),
  respuestas: z.record(z.string(), z.string()),
  resultados: z.array(GeneratedPrompt),
  creado_en: Instant,
})
export type PromptHistory = z.infer<typeof PromptHistory>
