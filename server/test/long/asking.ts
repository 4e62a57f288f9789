import { expect } from 'vitest'

/** Calls the API and returns the body of a response with this status; forms are sent as they are, anything else as JSON. */
export function asking(url: string, token?: string) {
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of the wire is what it asserts
  return async (method: string, path: string, body?: FormData | object, status = 200): Promise<any> => {
    const json = body !== undefined && !(body instanceof FormData)
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    expect({ status: answer.status, text }, `${method} ${path}`).toEqual({ status, text })
    return JSON.parse(text)
  }
}
