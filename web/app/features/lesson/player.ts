import type { LessonFile } from '@campus/contract/catalogue'

/** Where each provider's player lives: the only origin that its messages are believed from. */
export const PLAYER_ORIGIN = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
} as const satisfies Record<LessonFile['tipo_video'], string>

type Video = Pick<LessonFile, 'tipo_video' | 'video' | 'video_hash'>

/** The player's address, always rebuilt from the provider's id (never from a stored address), from a second on. */
export function playerAddress({ tipo_video, video, video_hash }: Video, second: number, origin: string): string {
  const start = Math.floor(second)
  if (tipo_video === 'youtube') {
    const query = new URLSearchParams({ enablejsapi: '1', origin, autoplay: '1', playsinline: '1', rel: '0', hl: 'es' })
    if (start > 0) query.set('start', String(start))
    return `${PLAYER_ORIGIN.youtube}/embed/${encodeURIComponent(video)}?${query}`
  }
  const query = new URLSearchParams(video_hash ? { h: video_hash } : {})
  query.set('autoplay', '1')
  query.set('dnt', '1')
  return `${PLAYER_ORIGIN.vimeo}/video/${encodeURIComponent(video)}?${query}${start > 0 ? `#t=${start}s` : ''}`
}

/** The second that an address asks for (`?t=205`), or null. */
export function askedSecond(value: string | null): number | null {
  return value && /^[0-9]{1,5}$/.test(value) ? Number(value) : null
}

/** What is said to a player so that it begins to tell its time. */
export function greetings(provider: LessonFile['tipo_video']): string[] {
  const said =
    provider === 'youtube'
      ? [
          { event: 'listening', id: 1, channel: 'widget' },
          { event: 'command', func: 'addEventListener', args: ['onStateChange'], id: 1, channel: 'widget' },
        ]
      : ['timeupdate', 'pause', 'ended'].map((value) => ({ method: 'addEventListener', value }))
  return said.map((message) => JSON.stringify(message))
}

/** What a player told: that it is there, its second, or that it stopped. */
export type Signal = { ready?: boolean; second?: number; stopped?: 'paused' | 'ended' }

type Message = { event?: unknown; info?: unknown; data?: unknown }

function parse(data: unknown): Message | null {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return typeof message === 'object' ? message : null
  } catch {
    return null
  }
}

/** A finite number under a key of something unknown. */
function numberAt(thing: unknown, key: string): number | undefined {
  if (typeof thing !== 'object' || thing === null) return undefined
  const value: unknown = Reflect.get(thing, key)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

const YOUTUBE_STOPS: Record<number, Signal['stopped']> = { 0: 'ended', 2: 'paused' }

function fromYoutube({ event, info }: Message): Signal {
  if (event === 'onStateChange') return typeof info === 'number' ? { stopped: YOUTUBE_STOPS[info] } : {}
  if (event !== 'infoDelivery' && event !== 'initialDelivery') return {}
  const state = numberAt(info, 'playerState')
  return { second: numberAt(info, 'currentTime'), stopped: state === undefined ? undefined : YOUTUBE_STOPS[state] }
}

function fromVimeo({ event, data }: Message): Signal {
  if (event === 'ready') return { ready: true }
  const second = numberAt(data, 'seconds')
  if (event === 'pause') return { second, stopped: 'paused' }
  if (event === 'ended') return { second, stopped: 'ended' }
  return event === 'timeupdate' ? { second } : {}
}

/** Reads a message that came from a player's own origin and window; null when it is none that we understand. */
export function readSignal(provider: LessonFile['tipo_video'], data: unknown): Signal | null {
  const message = parse(data)
  if (!message) return null
  return provider === 'youtube' ? fromYoutube(message) : fromVimeo(message)
}
