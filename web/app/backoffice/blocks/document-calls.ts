import type { AnyDocument, DocumentView, Preview, Publication } from '@campus/contract/documents/documents'
import type { CheckedVideos } from '@campus/contract/documents/warnings'
import type { TriedAnswer } from '@campus/contract/exams'
import { client } from '../../lib/client'
import { ApiError, failureText, isOffline } from '../../lib/errors'
import { answerOf } from './answer-of'
import type { SaveResult } from './document-store'
import { staleCopy } from './stale'

/** A draft that goes into a publication or a preview. */
export type DraftReference = { objeto: string; version: number }

const pathOf = (objeto: string) => ({ params: { path: { objeto } } })

export const readDocument = (objeto: string): Promise<DocumentView> =>
  answerOf(client.GET('/api/gestion/documentos/{objeto}', pathOf(objeto)))

/** Answers that the same text would meet again. */
const REFUSALS: Record<number, string> = {
  403: 'Ya no tienes permiso para editar esto.',
  404: 'Esto ya no existe, o ya no puedes editarlo.',
  413: 'Pesa demasiado: puede llegar hasta 1 MB. Quita algo o divídelo.',
  422: 'Hay algo que no se puede guardar así.',
}

const PREFIX = 'documento.'

function refusalOf(error: unknown): Extract<SaveResult<never>, { kind: 'refused' }> | null {
  const text = error instanceof ApiError ? REFUSALS[error.status] : undefined
  if (!text) return null
  const errors = Object.entries((error as ApiError).errors).flatMap(([path, [texto]]) =>
    path.startsWith(PREFIX) && texto !== undefined ? [{ ruta: path.slice(PREFIX.length), texto }] : [],
  )
  return { kind: 'refused', text, errors }
}

export async function sendDocument<D extends AnyDocument>(
  objeto: string,
  documento: D,
  version: number,
  reemplaza?: number,
): Promise<SaveResult<D>> {
  try {
    const body = { documento, version, ...(reemplaza !== undefined && { reemplaza }) }
    const { data } = await client.PUT('/api/gestion/documentos/{objeto}', { ...pathOf(objeto), body })
    if (!data) return { kind: 'offline' }
    return { kind: 'saved', version: data.data.version }
  } catch (error) {
    const current = staleCopy<D>(error)
    if (current) return { kind: 'stale', current }
    if (isOffline(error)) return { kind: 'offline' }
    return refusalOf(error) ?? { kind: 'failed', text: failureText(error) }
  }
}

/** What its author gives up at a clash goes to the versions; resolves to why it could not. */
export async function setAside(objeto: string, documento: AnyDocument): Promise<string | null> {
  try {
    await client.POST('/api/gestion/documentos/{objeto}/versiones', { ...pathOf(objeto), body: { documento } })
    return null
  } catch (error) {
    return failureText(error)
  }
}

export async function discardDraft(objeto: string, version: number): Promise<void> {
  await client.DELETE('/api/gestion/documentos/{objeto}', { ...pathOf(objeto), body: { version } })
}

/** What publishing would do; nothing is stored. Errors come in its documents. */
export const rehearse = (documentos: DraftReference[]): Promise<Publication> =>
  answerOf(
    client.POST('/api/gestion/publicar', {
      params: { query: { ensayo: '1' } },
      body: { documentos, acepta_avisos: true },
    }),
  )

export const publish = (documentos: DraftReference[], nota: string): Promise<Publication> =>
  answerOf(
    client.POST('/api/gestion/publicar', { body: { documentos, acepta_avisos: true, nota: nota.trim() || null } }),
  )

/** Which videos of a course their hosts do not show. */
export const checkVideos = (course: number): Promise<CheckedVideos> =>
  answerOf(client.GET('/api/gestion/cursos/{id}/videos', { params: { path: { id: String(course) } } }))

/** Answers that try a prompt topic or an exam. */
export type Tried = { respuestas?: Record<string, string>; entrega?: TriedAnswer[] }

/** What a student would read once these drafts were published, and what answers would come to. */
export const preview = (documentos: DraftReference[], pantalla: string, tried: Tried = {}): Promise<Preview> =>
  answerOf(client.POST('/api/gestion/vista-previa', { body: { documentos, pantalla, ...tried } }))
