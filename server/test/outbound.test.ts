import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCES = fileURLToPath(new URL('../src', import.meta.url))

/** Ways in which a program speaks to another, in the sources of the server. */
const SPEAKS = /(?<![.\w])fetch\(|from '(?:node:)?(?:https?|http2|net|tls|dgram|dns|undici|nodemailer|mercadopago)['/]/

/**
 * Who may speak to somebody else, and to whom (safety.md section 3, "SSRF"): no address comes from a request, so there is nothing to
 * filter; what must not happen is that another file begins to.
 */
const ALLOWED: Record<string, string> = {
  'features/orders/mercadopago.ts':
    'MercadoPago, at the address of the configuration or its own; never where an answer sends it (mercadopago.test.ts)',
  'platform/config.ts': 'nobody: it reads the form of an address',
  'platform/http/network.ts': 'nobody: it reads the form of an address',
  'platform/embedded-postgres/embedded.ts': 'nobody: it asks this machine for a free port',
  'platform/mail.ts': 'the SMTP server of the configuration',
}

describe('who speaks to the world', () => {
  it('is named here, with whom', () => {
    const speaking = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] }).filter((file) => {
      const lines = readFileSync(`${SOURCES}/${file}`, 'utf8').split('\n')
      return lines.some(
        (line) => SPEAKS.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line) && !line.startsWith('import type'),
      )
    })
    expect(speaking.sort()).toEqual(Object.keys(ALLOWED).sort())
  })
})

describe('chance', () => {
  it('is never the language’s own, which can be foretold', () => {
    const foretold = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] }).filter((file) =>
      readFileSync(`${SOURCES}/${file}`, 'utf8').includes('Math.random'),
    )
    expect(foretold).toEqual([])
  })
})
