import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { z } from 'zod'
import {
  opciones_prompt,
  plantillas_prompt,
  preguntas_prompt,
  temas_prompt,
} from '../features/prompts/prompts.tables.ts'
import { variablesOf } from '../features/prompts/template.ts'
import type { Db } from '../platform/db/database.ts'
import type { Checked, Reader } from './reader.ts'
import { idOf, overwrite } from './rows.ts'

const line = (most: number) => z.string().trim().min(1).max(most)

const question = z.strictObject({
  variable: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'lleva minúsculas, números y guiones bajos'),
  texto: line(300),
  opciones: z.array(line(120)).min(2).max(12).optional(),
})

const topic = z.strictObject({
  clave: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lleva minúsculas, números y guiones'),
  nombre: line(120),
  descripcion: line(400),
  preguntas: z.array(question).min(1).max(20),
  plantillas: z
    .array(z.strictObject({ titulo: line(120), contenido: line(8000) }))
    .min(1)
    .max(3, 'son como mucho tres'),
})

/** prompts.yaml */
const PromptsFile = z.strictObject({ temas: z.array(topic).max(50) })

/** A brand's topics of the prompt generator. */
export type BrandPrompts = { slug: string; temas: Topic[] }

type Topic = z.output<typeof topic>

/** Variables that the templates name and no question asks for, with the template's place. */
const unasked = ({ preguntas, plantillas }: Topic) =>
  plantillas.flatMap(({ contenido }, place) =>
    variablesOf(contenido)
      .filter((name) => preguntas.every(({ variable }) => variable !== name))
      .map((name) => ({ name, place })),
  )

function checkTopics({ value, wrong }: Checked<z.output<typeof PromptsFile>>): void {
  const seen = new Set<string>()
  for (const [at, tema] of value.temas.entries()) {
    if (seen.has(tema.clave)) wrong(['temas', at, 'clave'], `la clave «${tema.clave}» está repetida`)
    seen.add(tema.clave)
    const variables = new Set(tema.preguntas.map(({ variable }) => variable))
    if (variables.size < tema.preguntas.length) wrong(['temas', at, 'preguntas'], 'una variable está repetida')
    for (const { name, place } of unasked(tema))
      wrong(['temas', at, 'plantillas', place, 'contenido'], `ninguna pregunta tiene la variable «${name}»`)
  }
}

/** Reads each brand's prompts.yaml, which need not be there, and notes its mistakes. */
export function readPrompts(slugs: string[], folder: string, reader: Reader): BrandPrompts[] {
  return slugs.flatMap((slug) => {
    const name = join(slug, 'prompts.yaml')
    const file = existsSync(join(folder, name)) ? reader.yaml(name, PromptsFile) : null
    if (!file) return []
    checkTopics(file)
    return [{ slug, temas: file.value.temas }]
  })
}

async function writeParts(tx: Db, temas: BrandPrompts['temas'], ids: Map<string, number>): Promise<void> {
  const topicIds = [...ids.values()]
  // Questions and templates are wholly the files': nobody's work hangs from them.
  await tx.delete(preguntas_prompt).where(inArray(preguntas_prompt.id_tema, topicIds))
  await tx.delete(plantillas_prompt).where(inArray(plantillas_prompt.id_tema, topicIds))
  const questions = temas.flatMap(({ clave, preguntas }) =>
    preguntas.map(({ opciones, ...rest }, at) => ({
      ...rest,
      id_tema: idOf(ids, clave),
      tipo: opciones ? ('opcion' as const) : ('abierta' as const),
      orden: at + 1,
    })),
  )
  const written = await tx
    .insert(preguntas_prompt)
    .values(questions)
    .returning({ id: preguntas_prompt.id, id_tema: preguntas_prompt.id_tema, variable: preguntas_prompt.variable })
  const places = new Map(written.map(({ id, id_tema, variable }) => [`${id_tema} ${variable}`, id]))
  const options = temas.flatMap(({ clave, preguntas }) =>
    preguntas.flatMap(({ variable, opciones = [] }) =>
      opciones.map((texto, at) => ({
        id_pregunta: idOf(places, `${idOf(ids, clave)} ${variable}`),
        texto,
        orden: at + 1,
      })),
    ),
  )
  if (options.length > 0) await tx.insert(opciones_prompt).values(options)
  await tx
    .insert(plantillas_prompt)
    .values(
      temas.flatMap(({ clave, plantillas }) =>
        plantillas.map((one, at) => ({ ...one, id_tema: idOf(ids, clave), orden: at + 1 })),
      ),
    )
}

/** Topics are what the file says; those that it no longer names are withdrawn, and what students generated stays. */
async function writeTopics(tx: Db, id_cliente: number, temas: BrandPrompts['temas']): Promise<void> {
  const claves = temas.map(({ clave }) => clave)
  await tx
    .update(temas_prompt)
    .set({ estado: 0 })
    .where(and(eq(temas_prompt.id_cliente, id_cliente), notInArray(temas_prompt.clave, claves)))
  if (temas.length === 0) return
  const rows = temas.map(({ clave, nombre, descripcion }, at) => ({
    id_cliente,
    clave,
    nombre,
    descripcion,
    orden: at + 1,
    estado: 1,
  }))
  const written = await tx
    .insert(temas_prompt)
    .values(rows)
    .onConflictDoUpdate({ target: [temas_prompt.id_cliente, temas_prompt.clave], set: overwrite(rows) })
    .returning({ id: temas_prompt.id, clave: temas_prompt.clave })
  await writeParts(tx, temas, new Map(written.map(({ id, clave }) => [clave, id])))
}

/** Writes the brands' topics. */
export async function writePrompts(
  tx: Db,
  academy: { brands: { id: number; slug: string }[]; prompts: BrandPrompts[] },
): Promise<void> {
  for (const brand of academy.brands)
    await writeTopics(tx, brand.id, academy.prompts.find(({ slug }) => slug === brand.slug)?.temas ?? [])
}
