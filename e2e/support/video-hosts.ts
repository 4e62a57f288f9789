import { startVideoHosts } from '../../server/test/video-hosts.ts'

/** Videos that the hosts of the suite do not show, or say nothing of. */
export const GONE_VIDEO = 'https://www.youtube.com/watch?v=borrado-001'
export const UNKNOWN_VIDEO = 'https://www.youtube.com/watch?v=ocupado-001'

/** YouTube and Vimeo of the whole suite. */
export async function openVideoHosts() {
  const { url, stop } = await startVideoHosts({ [GONE_VIDEO]: 404, [UNKNOWN_VIDEO]: 503 })
  return { env: { YOUTUBE_URL: url, VIMEO_URL: url }, stop }
}
