import type { Video } from '@campus/contract/video'
import type { Config } from '../../platform/config.ts'

/** Both hosts describe a video that others may show at their oEmbed address, and refuse with a status what they do not show. */
const ADDRESSES = {
  youtube: ({ video }: Video) =>
    `/oembed?format=json&url=${encodeURIComponent(`https://www.youtube.com/watch?v=${video}`)}`,
  vimeo: ({ video, video_hash }: Video) =>
    `/api/oembed.json?url=${encodeURIComponent(`https://vimeo.com/${[video, video_hash].filter(Boolean).join('/')}`)}`,
}

const PROBLEMS: Record<Video['tipo_video'], Record<number, string>> = {
  youtube: {
    400: 'YouTube no lo encuentra: se borró o la dirección está mal.',
    401: 'YouTube no deja verlo en otras páginas: permítelo en las opciones del video.',
    403: 'Es privado en YouTube: cámbialo a «No listado».',
    404: 'YouTube no lo encuentra: se borró o la dirección está mal.',
  },
  vimeo: {
    403: 'Vimeo no deja verlo en otras páginas: permítelo en la privacidad del video.',
    404: 'Vimeo no lo encuentra: se borró, es privado o la dirección está incompleta.',
  },
}

const TIMEOUT_MS = 3000

type Asking = { hosts: Config['videoHosts']; page: string; signal: AbortSignal }

/** Why its host does not show a video in a page, empty when it does; null when the host did not say. */
export async function videoProblem(video: Video, { hosts, page, signal }: Asking): Promise<string | null> {
  const { tipo_video } = video
  try {
    const { status, body } = await fetch(hosts[tipo_video] + ADDRESSES[tipo_video](video), {
      // Vimeo shows some videos only on the sites that their owner named.
      headers: { referer: page },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await body?.cancel()
    return status === 200 ? '' : (PROBLEMS[tipo_video][status] ?? null)
  } catch {
    return null
  }
}
