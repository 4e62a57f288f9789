import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/test/free-port.ts'
import { type Answer, fetchRaw, ROOT } from './load.ts'

type StaticServer = { kind: 'nginx' | 'node'; url: string; stop: () => Promise<void> }

const hasNginx = () => spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0

/** One worker, because the measured program is one process. */
const configuration = (folder: string, port: number, encoding: string) => `
worker_processes 1; pid ${folder}/pid; error_log stderr error; daemon off;
events { worker_connections 256; }
http {
  access_log off; default_type text/html; keepalive_requests 1000000; open_file_cache max=10; tcp_nopush on; sendfile on;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen 127.0.0.1:${port}; root ${folder}; location / { try_files /page =404; ${encoding} } }
}`

async function startNginx({ headers, body }: Answer): Promise<StaticServer> {
  const folder = await mkdtemp(join(tmpdir(), 'campus-nginx-'))
  // Workers run as another user when root starts nginx.
  await chmod(folder, 0o755)
  const port = await freePort()
  const encoding = headers['content-encoding'] ? `add_header content-encoding ${headers['content-encoding']};` : ''
  await writeFile(join(folder, 'page'), body)
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, encoding))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 50 && !(await fetchRaw(url).catch(() => undefined)); tries++) await sleep(100)
  const stop = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  return { kind: 'nginx', url, stop }
}

async function startNode({ headers, body }: Answer): Promise<StaticServer> {
  const child = fork(join(ROOT, 'bench/bare-page.ts'))
  const own = ['transfer-encoding', 'connection', 'keep-alive', 'date']
  const rest = Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
  child.send({ body: body.toString('base64'), headers: rest })
  const [port] = await once(child, 'message')
  return { kind: 'node', url: `http://localhost:${port}`, stop: async () => child.disconnect() }
}

/** Serves the bytes from nginx, or from plain Node without it. */
export const serveStatic = (answer: Answer): Promise<StaticServer> =>
  hasNginx() ? startNginx(answer) : startNode(answer)
