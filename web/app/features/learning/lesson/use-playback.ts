import type { LessonFile } from '@campus/contract/catalogue'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { handshakeMessages, PLAYER_ORIGIN, type PlayerEvent, rateMessage, readPlayerEvent } from './player'
import { createRecorder } from './recorder'
import { readRate, saveRate } from './settings'
import { createWatch } from './watched'

/** Retries until the player's script has loaded. */
const HANDSHAKE_MS = 500
/** A player that is silent this long is blocked or away. */
const SILENCE_MS = 6000

type Playback = {
  frame: RefObject<HTMLIFrameElement | null>
  provider: LessonFile['tipo_video']
  start: number
  /** Where it plays, now and then. */
  onSecond: (second: number) => void
  /** False once the player failed or stayed silent; a late answer makes it true again. */
  onWorking: (working: boolean) => void
  onWatched: () => void
  onEnded: () => void
}

type Connection = Pick<Playback, 'frame' | 'provider'>

/** Repeats the handshake until the player responds; returns the cleanup function. */
function listen({ frame, provider }: Connection, onEvent: (event: PlayerEvent) => void): () => void {
  const origin = PLAYER_ORIGIN[provider]
  const send = (message: string) => frame.current?.contentWindow?.postMessage(message, origin)
  const sendHandshake = () => handshakeMessages(provider).forEach(send)
  const timer = setInterval(sendHandshake, HANDSHAKE_MS)
  let answered = false
  const onMessage = (event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    const playerEvent = readPlayerEvent(provider, event.data)
    if (!playerEvent) return
    clearInterval(timer)
    if (playerEvent.ready) sendHandshake()
    const rate = readRate()
    if (rate && (!answered || playerEvent.ready)) send(rateMessage(provider, rate))
    answered = true
    onEvent(playerEvent)
  }
  window.addEventListener('message', onMessage)
  return () => {
    clearInterval(timer)
    window.removeEventListener('message', onMessage)
  }
}

/** Listens to the player, which is another window: stores its speed, reports its second and when it fails or ends. */
export function usePlayback(playback: Playback): void {
  const { frame, provider, start } = playback
  const tellSecond = useEffectEvent(playback.onSecond)
  const setWorking = useEffectEvent(playback.onWorking)
  const tellWatched = useEffectEvent(playback.onWatched)
  const tellEnded = useEffectEvent(playback.onEnded)
  useEffect(() => {
    const recorder = createRecorder(start, (second) => tellSecond(second))
    const watch = createWatch(start)
    const silence = setTimeout(() => setWorking(false), SILENCE_MS)
    let watched = false
    let failed = false
    const stopListening = listen({ frame, provider }, (event) => {
      clearTimeout(silence)
      failed ||= event.failed === true
      setWorking(!failed)
      recorder.record(event)
      if (event.rate) saveRate(event.rate)
      if (!watched && watch(event)) {
        watched = true
        tellWatched()
      }
      if (event.stopped === 'ended') tellEnded()
    })
    const onHidden = () => document.visibilityState === 'hidden' && recorder.flush()
    window.addEventListener('pagehide', recorder.flush)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(silence)
      stopListening()
      window.removeEventListener('pagehide', recorder.flush)
      document.removeEventListener('visibilitychange', onHidden)
      recorder.flush()
    }
  }, [frame, provider, start])
}
