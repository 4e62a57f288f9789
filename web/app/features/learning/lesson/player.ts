import type { LessonFile } from '@campus/contract/catalogue'
import { videoStart } from '@campus/contract/video'

/** The only origins whose messages are trusted. */
export const PLAYER_ORIGIN = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
} as const satisfies Record<LessonFile['tipo_video'], string>

type Video = Pick<LessonFile, 'tipo_video' | 'video' | 'video_hash'>

/** Always built from the provider's id, never from a stored address. */
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

/** The video on the provider's own site. */
export function watchAddress({ tipo_video, video, video_hash }: Video): string {
  const id = encodeURIComponent(video)
  if (tipo_video === 'youtube') return `https://www.youtube.com/watch?v=${id}`
  return `https://vimeo.com/${id}${video_hash ? `/${encodeURIComponent(video_hash)}` : ''}`
}

/** The saved second, or the one at which the author lets the video begin. */
export const startOf = ({ enlace }: Pick<LessonFile, 'enlace'>, second: number): number =>
  second || (videoStart(enlace) ?? 0)

/** The messages that subscribe to a player's time. */
export function handshakeMessages(provider: LessonFile['tipo_video']): string[] {
  const messages =
    provider === 'youtube'
      ? [
          { event: 'listening', id: 1, channel: 'widget' },
          ...['onStateChange', 'onPlaybackRateChange', 'onError'].map((name) => command('addEventListener', name)),
        ]
      : ['timeupdate', 'pause', 'ended', 'playbackratechange', 'error'].map((value) => ({
          method: 'addEventListener',
          value,
        }))
  return messages.map((message) => JSON.stringify(message))
}

const command = (func: string, argument: string | number) => ({
  event: 'command',
  func,
  args: [argument],
  id: 1,
  channel: 'widget',
})

export function rateMessage(provider: LessonFile['tipo_video'], rate: number): string {
  return JSON.stringify(
    provider === 'youtube' ? command('setPlaybackRate', rate) : { method: 'setPlaybackRate', value: rate },
  )
}

export type PlayerEvent = {
  ready?: boolean
  second?: number
  duration?: number
  rate?: number
  failed?: boolean
  stopped?: 'paused' | 'ended'
}

type Message = { event?: unknown; info?: unknown; data?: unknown }

function parse(data: unknown): Message | null {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return typeof message === 'object' ? message : null
  } catch {
    return null
  }
}

function numberAt(thing: unknown, key: string): number | undefined {
  if (typeof thing !== 'object' || thing === null) return undefined
  const value: unknown = Reflect.get(thing, key)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

const YOUTUBE_STOPS: Record<number, PlayerEvent['stopped']> = { 0: 'ended', 2: 'paused' }

function fromYoutube({ event, info }: Message): PlayerEvent {
  if (event === 'onReady') return { ready: true }
  if (event === 'onError') return { failed: true }
  if (event === 'onPlaybackRateChange') return typeof info === 'number' ? { rate: info } : {}
  if (event === 'onStateChange') return typeof info === 'number' ? { stopped: YOUTUBE_STOPS[info] } : {}
  if (event !== 'infoDelivery' && event !== 'initialDelivery') return {}
  const state = numberAt(info, 'playerState')
  return {
    second: numberAt(info, 'currentTime'),
    duration: numberAt(info, 'duration'),
    stopped: state === undefined ? undefined : YOUTUBE_STOPS[state],
  }
}

/** An error of one method, such as a speed that the video's plan does not allow, is no failure of the player. */
const isFailure = (data: unknown) =>
  typeof data === 'object' && data !== null && [undefined, 'ready'].includes(Reflect.get(data, 'method'))

function fromVimeo({ event, data }: Message): PlayerEvent {
  if (event === 'ready') return { ready: true }
  if (event === 'error') return { failed: isFailure(data) }
  if (event === 'playbackratechange') return { rate: numberAt(data, 'playbackRate') }
  const time = { second: numberAt(data, 'seconds'), duration: numberAt(data, 'duration') }
  if (event === 'pause') return { ...time, stopped: 'paused' }
  if (event === 'ended') return { ...time, stopped: 'ended' }
  return event === 'timeupdate' ? time : {}
}

/** Null when the message is unknown. */
export function readPlayerEvent(provider: LessonFile['tipo_video'], data: unknown): PlayerEvent | null {
  const message = parse(data)
  if (!message) return null
  return provider === 'youtube' ? fromYoutube(message) : fromVimeo(message)
}
