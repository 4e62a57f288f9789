const DEMO_PASSWORD = 'Campus-2026'

/** The stored login of the browser. */
export type StoredSession = { token: string; user: { id: number } & Record<string, unknown> }

type Sent = { method?: 'GET' | 'POST' | 'PUT'; body?: unknown }

async function send(base: string, path: string, token: string | undefined, { method = 'GET', body }: Sent) {
  const answer = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The data of a response's envelope. @throws Error on a refusal */
export async function call<Data>(base: string, path: string, token: string, sent: Sent = {}): Promise<Data> {
  return ((await send(base, path, token, sent)) as { data: Data }).data
}

export async function openSession(base: string, correo: string, password = DEMO_PASSWORD): Promise<StoredSession> {
  const body = { email: correo, password }
  return (await send(base, '/loginalumno', undefined, { method: 'POST', body })) as StoredSession
}
