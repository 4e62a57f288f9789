import type { DocumentOf } from '@campus/contract/documents/documents'
import { cutText } from '@campus/contract/shorten'
import { client } from '../../lib/client'
import { envioFor, forgetEnvio } from '../../lib/envio'
import { ApiError } from '../../lib/errors'
import { readDocument, sendDocument } from '../blocks/document-calls'

type Created = { id: number; nombre: string }

/** Sends with a key; tried again with the same content it is the same request. */
async function once<T>(form: string, content: unknown, send: (envio: string) => Promise<T>): Promise<T> {
  const answer = await send(envioFor(form, JSON.stringify(content)))
  forgetEnvio(form)
  return answer
}

/** Hidden modules with ids; the outline then names them. */
export async function createModules(course: number, nombres: string[]): Promise<Created[]> {
  const params = { path: { id: String(course) } }
  const { data } = await once(`modulos-${course}`, nombres, (envio) =>
    client.POST('/api/gestion/cursos/{id}/modulos', { params, body: { nombres, envio } }),
  )
  return data?.data ?? []
}

export async function createLessons(module: number, nombres: string[]): Promise<Created[]> {
  const params = { path: { id: String(module) } }
  const { data } = await once(`lecciones-${module}`, nombres, (envio) =>
    client.POST('/api/gestion/modulos/{id}/lecciones', { params, body: { nombres, envio } }),
  )
  return data?.data ?? []
}

type NewExam = { nombres: string[]; modelo: 'examen' | 'encuesta'; id_modulo: number | null }

export function createExam(course: number, { nombres, modelo, id_modulo }: NewExam) {
  const params = { path: { id: String(course) } }
  const body = { nombres, modelo, id_modulo }
  return once(`evaluaciones-${course}`, body, (envio) =>
    client.POST('/api/gestion/cursos/{id}/evaluaciones', { params, body: { ...body, envio } }),
  )
}

async function changeLesson(
  id: number,
  change: (lesson: DocumentOf<'leccion'>) => DocumentOf<'leccion'>,
): Promise<void> {
  const objeto = `leccion:${id}`
  const { documento, version } = await readDocument(objeto)
  const result = await sendDocument(objeto, change(documento as DocumentOf<'leccion'>), version)
  if (result.kind !== 'saved') throw new ApiError(409, { message: 'No se pudo guardar. Vuelve a intentarlo.' })
}

export const renameLesson = (id: number, titulo: string): Promise<void> =>
  changeLesson(id, (lesson) => ({ ...lesson, titulo }))

/** Links of a lesson to itself lead to its copy. */
function withOwnLinks(html: string, id: number, copy: number): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const before = page.body.innerHTML
  for (const link of page.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (URL.parse(href, location.origin)?.host === location.host)
      link.setAttribute(
        'href',
        href.replace(/(?<=\/leccion\/)\d+/, (lesson) => String(Number(lesson) === id ? copy : lesson)),
      )
  }
  const after = page.body.innerHTML
  return after === before ? html : after
}

/** A new lesson with the content of another. */
export async function copyLesson(id: number, module: number): Promise<number | undefined> {
  const { documento } = await readDocument(`leccion:${id}`)
  const original = documento as DocumentOf<'leccion'>
  const titulo = `${cutText(original.titulo, 192)} (copia)`
  const [created] = await createLessons(module, [titulo])
  const links = (text: string) => withOwnLinks(text, id, created?.id ?? id)
  const materiales = original.materiales.map((one) => ({ ...one, texto: one.texto && links(one.texto) }))
  const copy = { ...original, titulo, contenido: links(original.contenido), materiales }
  if (created) await changeLesson(created.id, () => copy)
  return created?.id
}

type OutlineModule = DocumentOf<'curso'>['modulos'][number]

/** A new module with the lessons and exams of another, for the outline. */
export async function copyModule({ id, nombre, horas, lecciones }: OutlineModule) {
  const params = { path: { id: String(id) } }
  const name = `${cutText(nombre || 'Módulo', 192)} (copia)`
  const body = { nombre: name, lecciones }
  const { data } = await once(`copia-${id}`, body, (envio) =>
    client.POST('/api/gestion/modulos/{id}/duplicar', { params, body: { ...body, envio } }),
  )
  return data && { ...data.data, horas }
}
