import { Button, Group, Stack, Text } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { failureText } from '../../lib/errors'
import { ProgressBar } from '../../ui/progress'
import type { Watch } from './upload'

type Upload = { id: number; file: File; part: number; failure: string | null }

/** Files that are sent one after another; one that failed stays until it is sent again or given up. */
export function useUploads<T>(send: (file: File, watch: Watch) => Promise<T>, onDone: (done: T, file: File) => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const controllers = useRef(new Map<number, AbortController>())
  const last = useRef<Promise<void>>(Promise.resolve())
  const nextId = useRef(0)
  // Of the last render: while a file is sent, the document goes on.
  const latest = useRef({ send, onDone })
  useLayoutEffect(() => {
    latest.current = { send, onDone }
  })
  const change = (id: number, values: Partial<Upload>) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)))
  const remove = (id: number) => setUploads((before) => before.filter((upload) => upload.id !== id))
  const run = async ({ id, file }: Upload, signal: AbortSignal) => {
    if (signal.aborted) return
    try {
      const done = await latest.current.send(file, { signal, onProgress: (part) => change(id, { part }) })
      remove(id)
      latest.current.onDone(done, file)
    } catch (error) {
      if (!signal.aborted) change(id, { failure: failureText(error) })
    }
  }
  const start = (files: readonly File[]) => {
    const made = files.map((file) => ({ id: nextId.current++, file, part: 0, failure: null }))
    setUploads((before) => [...before, ...made])
    for (const upload of made) {
      const controller = new AbortController()
      controllers.current.set(upload.id, controller)
      last.current = last.current.then(() => run(upload, controller.signal))
    }
  }
  const cancel = (id: number) => {
    controllers.current.get(id)?.abort()
    remove(id)
  }
  return {
    uploads,
    busy: uploads.some(({ failure }) => failure === null),
    start,
    cancel,
    retry: ({ id, file }: Upload) => {
      remove(id)
      start([file])
    },
  }
}

type UploadsProps = Pick<ReturnType<typeof useUploads>, 'uploads' | 'cancel' | 'retry'>

/** How far each file is; *Cancelar*, and *Reintentar* after a failure. */
export function Uploads({ uploads, cancel, retry }: UploadsProps) {
  if (uploads.length === 0) return null
  return (
    <Stack component="ul" gap={8} mt={8} aria-label="Archivos que se suben">
      {uploads.map((upload) => {
        const { id, file, part, failure } = upload
        const percent = Math.round(part * 100)
        return (
          <Group component="li" key={id} gap="sm">
            <Stack gap={4} flex="1 1 160px" miw={0}>
              <Text size="sm" truncate>
                {file.name}
              </Text>
              {failure === null ? (
                <ProgressBar value={percent} label={`Subiendo ${file.name}`} />
              ) : (
                <Text size="sm" c="red" role="alert">
                  {failure}
                </Text>
              )}
            </Stack>
            {failure === null ? (
              <Text size="sm" c="dimmed" miw={44} ta="end">
                {part < 1 ? `${percent} %` : 'Procesando…'}
              </Text>
            ) : (
              <Button variant="default" onClick={() => retry(upload)} aria-label={`Reintentar ${file.name}`}>
                Reintentar
              </Button>
            )}
            <Button variant="subtle" color="gray" onClick={() => cancel(id)} aria-label={`Cancelar ${file.name}`}>
              Cancelar
            </Button>
          </Group>
        )
      })}
    </Stack>
  )
}
