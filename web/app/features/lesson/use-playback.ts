import type { LessonFile } from '@campus/contract/catalogue'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { client } from '../../platform/client'
import { patchLesson } from './lesson-cache'
import { greetings, PLAYER_ORIGIN, readSignal } from './player'
import { createRecorder } from './recorder'

/** A player that has not answered is greeted again after so many milliseconds: its script may still be loading. */
const GREET_MS = 500

type Playback = {
  frame: RefObject<HTMLIFrameElement | null>
  provider: LessonFile['tipo_video']
  lesson: number
  start: number
  /** Only the lesson's main video is remembered. */
  remembered: boolean
}

/** Greets the player until it answers and hands on what it tells; returns how to stop. */
function listen({ frame, provider }: Playback, hear: ReturnType<typeof createRecorder>['hear']): () => void {
  const origin = PLAYER_ORIGIN[provider]
  const greet = () => {
    for (const message of greetings(provider)) frame.current?.contentWindow?.postMessage(message, origin)
  }
  const timer = setInterval(greet, GREET_MS)
  const onMessage = (event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    const signal = readSignal(provider, event.data)
    if (!signal) return
    clearInterval(timer)
    if (signal.ready) greet()
    hear(signal)
  }
  window.addEventListener('message', onMessage)
  return () => {
    clearInterval(timer)
    window.removeEventListener('message', onMessage)
  }
}

/** Remembers the second of a playing video (contract section 4, "Progress"). */
export function usePlayback({ frame, provider, lesson, start, remembered }: Playback): void {
  const queryClient = useQueryClient()
  // The player is another window: it is heard by messages, and the page may be left at any moment.
  useEffect(() => {
    if (!remembered) return
    const recorder = createRecorder(start, (segundo) => {
      patchLesson(queryClient, lesson, (old) => ({ ...old, segundo }))
      queryClient.invalidateQueries({ queryKey: ['get', '/api/inicio'] })
      const body = { segundo }
      // `keepalive` lets it arrive although the page goes away. A lost one is mended by the next: nothing to say.
      client
        .PUT('/api/progreso/leccion/{id}', { params: { path: { id: String(lesson) } }, body, keepalive: true })
        .catch(() => undefined)
    })
    const stopListening = listen({ frame, provider, lesson, start, remembered }, recorder.hear)
    const onHidden = () => document.visibilityState === 'hidden' && recorder.flush()
    window.addEventListener('pagehide', recorder.flush)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      stopListening()
      window.removeEventListener('pagehide', recorder.flush)
      document.removeEventListener('visibilitychange', onHidden)
      recorder.flush()
    }
  }, [frame, provider, lesson, start, remembered, queryClient])
}
