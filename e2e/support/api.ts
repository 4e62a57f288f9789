/** The password of every demo account (contract section 5). */
const DEMO_PASSWORD = 'Campus-2026'

/** What the browser keeps of a login. */
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

/** What is inside the envelope of an answer. @throws Error when it is a refusal */
export async function call<Data>(base: string, path: string, token: string, sent: Sent = {}): Promise<Data> {
  return ((await send(base, path, token, sent)) as { data: Data }).data
}

/** Logs in through the API. */
export async function openSession(base: string, correo: string, password = DEMO_PASSWORD): Promise<StoredSession> {
  const body = { email: correo, password }
  return (await send(base, '/loginalumno', undefined, { method: 'POST', body })) as StoredSession
}
