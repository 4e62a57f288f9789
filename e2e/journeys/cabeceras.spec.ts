import { expect, test } from '../support/test.ts'

/** What somebody would get into a page's HTML, and its own scripts would be led to do: each by another rule. */
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

test('what somebody gets into a page does not run, and the suite sees that it was refused', { tag: '@gate' }, async ({
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
  // The same eye watches every page of every other journey: there it fails the test.
  const seen = watching.problems.filter((problem) => /Content Security Policy/.test(problem))
  expect(seen.length).toBeGreaterThanOrEqual(RULES.length)
})

test('a browser tells the server of it', async ({ page, watching, baseURL }) => {
  watching.allow(/Content Security Policy/)
  const answer = await page.goto('/restablecer/1?token=no-es')
  const headers = answer?.headers() ?? {}
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-report"')
  expect(headers['content-security-policy']).toContain('report-uri /api/csp-report; report-to csp')
  expect(headers['referrer-policy']).toBe('no-referrer')
  // As a browser sends it; when it does is its own affair.
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
