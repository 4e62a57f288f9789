import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCES = fileURLToPath(new URL('../src', import.meta.url))

/** Outbound connections in the sources of the server. */
const SPEAKS = /(?<![.\w])fetch\(|from '(?:node:)?(?:https?|http2|net|tls|dgram|dns|undici|nodemailer|mercadopago)['/]/

/** Files allowed to connect, and to whom. But for the mail server, no address comes from requests; new files must be deliberate. */
const ALLOWED: Record<string, string> = {
  'features/authoring/video-hosts.ts':
    'YouTube and Vimeo, at the addresses of the configuration, about the ids of videos; never where an answer sends it (videos.test.ts)',
  'features/orders/mercadopago-client.ts':
    'MercadoPago, at the address of the configuration or its own; never where an answer sends it (mercadopago.test.ts)',
  'features/orders/mercadopago.ts': 'no one: it checks a signature with MercadoPago’s library',
  'platform/http/network.ts': 'no one: it validates an address',
  'platform/http/requests.ts': 'no one: it ends the connection of a slow request',
  'platform/mail.ts': 'the SMTP server of the configuration, or the one that a platform administrator typed',
}

describe('outbound connections', () => {
  it('are listed here', () => {
    const speaking = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] }).filter((file) => {
      const lines = readFileSync(`${SOURCES}/${file}`, 'utf8').split('\n')
      return lines.some(
        (line) => SPEAKS.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line) && !line.startsWith('import type'),
      )
    })
    expect(speaking.sort()).toEqual(Object.keys(ALLOWED).sort())
  })
})

describe('randomness', () => {
  it('never comes from Math.random, which is predictable', () => {
    const foretold = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] }).filter((file) =>
      readFileSync(`${SOURCES}/${file}`, 'utf8').includes('Math.random'),
    )
    expect(foretold).toEqual([])
  })
})
