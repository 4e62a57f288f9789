import { client, send } from '../../lib/client'
import { answerOf } from './answer-of'

/** As a material carries it; of a picture `ruta` is its address. */
type UploadedFile = { ruta: string; nombre: string; formato: string; tamano: number }

/** What it is for: a course's picture is cut to 16:9. */
export type Use = 'curso' | 'imagen' | 'material'

/** `onProgress` gets the part that was sent, 0 to 1. */
export type Watch = { signal: AbortSignal; onProgress: (part: number) => void }

const UNWATCHED: Watch = { signal: new AbortController().signal, onProgress: () => undefined }

/** `fetch` tells nothing of what was sent, XMLHttpRequest does. */
const sendForm =
  (form: FormData, { signal, onProgress }: Watch) =>
  (request: Request): Promise<Response> =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest()
      call.open(request.method, request.url)
      // The browser names the form's boundary itself.
      for (const [name, value] of request.headers) if (name !== 'content-type') call.setRequestHeader(name, value)
      call.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total)
      call.onload = () =>
        resolve(
          new Response(call.responseText, { status: call.status, headers: { 'content-type': 'application/json' } }),
        )
      call.onerror = () => reject(new TypeError('The upload did not arrive.'))
      call.onabort = () => reject(signal.reason)
      signal.addEventListener('abort', () => call.abort(), { once: true })
      call.send(form)
    })

/** What an upload's call is given besides its parameters; the typed body knows no files, so the serializer adds it. */
export function formCall(field: string, file: File, watch: Watch, fields: Record<string, string> = {}) {
  const form = new FormData()
  // Before the file, which a server may read as it comes.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(field, file)
  return {
    body: {},
    bodySerializer: () => form,
    signal: watch.signal,
    fetch: (request: Request) => send(request, sendForm(form, watch)),
  }
}

/** Stores a picture or a material. `ruta` goes into the document. @throws ApiError, OfflineError */
export function uploadFile(file: File, uso: Use, watch = UNWATCHED): Promise<UploadedFile> {
  const params = { query: { uso } }
  return answerOf(client.POST('/api/gestion/archivos', { params, ...formCall('archivo', file, watch) }))
}
