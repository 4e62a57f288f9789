import { expect, test } from '../support/test.ts'

/** Markup and actions that an attacker would inject, each forbidden by another directive. */
const MARKUP = `<script>window.corrio.push('script')</script>
<script nonce="adivinado">window.corrio.push('nonce')</script>
<script src="https://malo.example/malo.js"></script>
<img alt="" src="data:," onerror="window.corrio.push('onerror')">
<iframe title="malo" src="https://malo.example/"></iframe>
<object data="https://malo.example/malo.swf"></object>`
const WITNESS = `window.corrio = []
window.negadas = []
document.addEventListener('securitypolicyviolation', (event) => window.negadas.push(event.effectiveDirective))
addEventListener('DOMContentLoaded', () => { try { window.eval("window.corrio.push('eval')") } catch {} })`
const RULES = ['base-uri', 'frame-src', 'object-src', 'script-src', 'script-src-attr', 'script-src-elem']

test('injected markup does not run, and the suite sees that it was refused', { tag: '@gate' }, async ({
  page,
  watching,
}) => {
  watching.allow(/Content Security Policy/)
  await page.addInitScript(WITNESS)
  await page.route('**/terminos', async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace('<head>', '<head><base href="https://malo.example/">')
    await route.fulfill({ response, body: html.replace('</body>', `${MARKUP}</body>`) })
  })
  await page.goto('/terminos')
  const refused = await page.waitForFunction(
    `${JSON.stringify(RULES)}.every((rule) => window.negadas.includes(rule)) && [...new Set(window.negadas)].sort()`,
  )
  expect(await refused.jsonValue()).toEqual(RULES)
  expect(await page.evaluate('window.corrio')).toEqual([])
  // The same watch fails the test in every other journey.
  const seen = watching.problems.filter((problem) => /Content Security Policy/.test(problem))
  expect(seen.length).toBeGreaterThanOrEqual(RULES.length)
})

test('the browser reports it to the server', async ({ page, watching, baseURL }) => {
  watching.allow(/Content Security Policy|422/)
  const answer = await page.goto('/restablecer/1?token=no-es')
  const headers = answer?.headers() ?? {}
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-report"')
  expect(headers['content-security-policy']).toContain('report-uri /api/csp-report; report-to csp')
  expect(headers['referrer-policy']).toBe('no-referrer')
  // The format that a browser sends.
  const report = {
    type: 'csp-violation',
    body: { documentURL: `${baseURL}/`, effectiveDirective: 'script-src-elem', blockedURL: 'inline' },
  }
  const sent = await page.request.post('/api/csp-report', {
    data: JSON.stringify([report]),
    headers: { 'content-type': 'application/reports+json' },
  })
  expect(sent.status()).toBe(200)
})
