import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type VideoQuestion = { path: string; video: string; headers: IncomingHttpHeaders }

/** How a host answers for a video: a status, or by itself. */
type Answer = number | ((response: ServerResponse) => void)

/** YouTube and Vimeo in one server, which shows every video that `answers` does not name. */
export async function startVideoHosts(answers: Record<string, Answer> = {}, onAsked?: () => Promise<void>) {
  const asked: VideoQuestion[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const video = searchParams.get('url') ?? ''
    asked.push({ path: pathname, video, headers: request.headers })
    await onAsked?.()
    const answer = answers[video] ?? 200
    if (typeof answer === 'function') return answer(response)
    response.writeHead(answer, { 'content-type': 'application/json' }).end('{"type":"video"}')
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop }
}
