/** `video_hash` is the key of an unlisted Vimeo video. */
export type Video = { tipo_video: 'youtube' | 'vimeo'; video: string; video_hash: string | null }

// Playlists and live streams have an 11-letter word where a video has its id.
const YOUTUBE_ID = /^(?!videoseries$|live_stream$)[A-Za-z0-9_-]{11}$/
const YOUTUBE_HOSTS = new Set(['youtube.com', 'm.youtube.com', 'youtube-nocookie.com'])
const VIMEO_ID = /^[0-9]{5,12}$/
const VIMEO_HASH = /^[0-9a-f]{6,20}$/

function youtube(url: URL, host: string): Video | null {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean)
  const named = ['embed', 'shorts', 'live', 'v'].includes(first) ? second : url.searchParams.get('v')
  const video = host === 'youtu.be' ? first : named
  return video && YOUTUBE_ID.test(video) ? { tipo_video: 'youtube', video, video_hash: null } : null
}

function vimeo(url: URL, host: string): Video | null {
  const parts = url.pathname.split('/').filter(Boolean)
  const [video = '', inPath] = host === 'player.vimeo.com' && parts[0] === 'video' ? parts.slice(1) : parts
  const video_hash = url.searchParams.get('h') ?? inPath ?? null
  if (!VIMEO_ID.test(video) || (video_hash !== null && !VIMEO_HASH.test(video_hash))) return null
  return { tipo_video: 'vimeo', video, video_hash }
}

export function parseVideo(address: string): Video | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const host = url.hostname.replace(/^www\./, '')
  if (host === 'youtu.be' || YOUTUBE_HOSTS.has(host)) return youtube(url, host)
  if (host === 'vimeo.com' || host === 'player.vimeo.com') return vimeo(url, host)
  return null
}

const CLOCK = /^(?=\d)(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})(?:\.\d+)?s?)?$/
const AT_HASH = /^#t=(.*)$/

/** Seconds, from `?t=95`, `&start=30` or `#t=1m35s`; 0 without one, null when it cannot be parsed. */
export function videoStart(address: string): number | null {
  if (!URL.canParse(address)) return 0
  const { searchParams, hash } = new URL(address)
  const given =
    searchParams.get('t') ?? searchParams.get('start') ?? searchParams.get('time_continue') ?? hash.match(AT_HASH)?.[1]
  if (!given) return 0
  const clock = given.match(CLOCK)
  if (!clock) return null
  const [hours = 0, minutes = 0, seconds = 0] = clock.slice(1).map((part) => Number(part ?? 0))
  return (hours * 60 + minutes) * 60 + seconds
}

/** Our players do not support an end. */
export const endsEarly = (address: string): boolean => URL.canParse(address) && new URL(address).searchParams.has('end')
