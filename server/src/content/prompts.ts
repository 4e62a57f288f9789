import { join } from 'node:path'
import { z } from 'zod'
import { variablesOf } from '../features/prompts/template.ts'
import { addTopics } from '../features/prompts/topic.document.ts'
import type { FileText } from '../kit/documents/content-import.ts'
import type { Db } from '../platform/db/database.ts'
import { line, prose } from './fields.ts'
import type { Folder } from './folder.ts'
import type { Checked, Reader } from './reader.ts'

const question = z.strictObject({
  variable: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'lleva minúsculas, números y guiones bajos'),
  texto: line(300),
  opciones: z.array(line(120)).min(2).max(12).optional(),
})

const topic = z.strictObject({
  nombre: line(120),
  descripcion: prose(400),
  preguntas: z.array(question).min(1).max(20),
  plantillas: z
    .array(z.strictObject({ titulo: line(120), contenido: prose(8000) }))
    .min(1)
    .max(3, 'son como mucho tres'),
})

/** prompts.yaml */
const PromptsFile = z.strictObject({ temas: z.array(topic).max(50) })

export type BrandPrompts = { slug: string; temas: Topic[] }

type Topic = z.output<typeof topic>

/** Variables without a question, with the index of their template. */
const unasked = ({ preguntas, plantillas }: Topic) =>
  plantillas.flatMap(({ contenido }, place) =>
    variablesOf(contenido)
      .filter((name) => preguntas.every(({ variable }) => variable !== name))
      .map((name) => ({ name, place })),
  )

function checkTopics({ value, wrong }: Checked<z.output<typeof PromptsFile>>): void {
  for (const [at, tema] of value.temas.entries()) {
    for (const [n, { opciones = [] }] of tema.preguntas.entries()) {
      if (new Set(opciones).size < opciones.length)
        wrong(['temas', at, 'preguntas', n, 'opciones'], 'dos opciones se leen igual')
    }
    const variables = new Set(tema.preguntas.map(({ variable }) => variable))
    if (variables.size < tema.preguntas.length) wrong(['temas', at, 'preguntas'], 'una variable está repetida')
    for (const { name, place } of unasked(tema))
      wrong(['temas', at, 'plantillas', place, 'contenido'], `ninguna pregunta tiene la variable «${name}»`)
  }
}

/** The file is optional. */
export function readPrompts(slugs: string[], folder: Folder, reader: Reader): BrandPrompts[] {
  return slugs.flatMap((slug) => {
    const name = join(slug, 'prompts.yaml')
    const file = folder.has(name) ? reader.yaml(name, PromptsFile) : null
    if (!file) return []
    checkTopics(file)
    return [{ slug, temas: file.value.temas }]
  })
}

/** Rows for new topics, and their documents. */
export async function topicTexts(tx: Db, brand: number, temas: Topic[]): Promise<FileText[]> {
  const ids = await addTopics(
    tx,
    brand,
    temas.map(({ nombre }) => nombre),
  )
  return temas.map(({ preguntas, ...rest }, at) => {
    const asked = preguntas.map(({ opciones, ...question }) => ({ ...question, opciones: opciones ?? null }))
    return { objeto: `tema:${ids[at]}`, documento: { ...rest, visible: true, preguntas: asked } }
  })
}
