import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

export const REPORTS = '/api/csp-report'

/** No 'strict-dynamic': with hashes it refuses the modules that an inline module imports. */
export function contentSecurityPolicy(scripts: readonly string[], secure: boolean): string {
  const rules = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((hash) => `'sha256-${hash}'`)].join(' '),
    // Mantine injects styles; people's HTML has none (kit/html/html.ts).
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    "worker-src 'self'",
    "frame-src 'self' blob: https://www.youtube-nocookie.com https://player.vimeo.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Only Chromium supports `report-to`.
    `report-uri ${REPORTS}`,
    'report-to csp',
  ]
  return [...rules, ...(secure ? ['upgrade-insecure-requests'] : [])].join('; ')
}

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
}

const SHORT_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

const UNUSED =
  'accelerometer bluetooth camera display-capture gamepad geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi otp-credentials payment publickey-credentials-create publickey-credentials-get screen-wake-lock serial sync-xhr usb window-management xr-spatial-tracking'

/** For documents only: JSON and images use no features. */
export const DOCUMENT_HEADERS = {
  'permissions-policy': UNUSED.split(' ')
    .map((feature) => `${feature}=()`)
    .join(', '),
  'reporting-endpoints': `csp="${REPORTS}"`,
}

/** Links in mails with a token or a signature must not reach other sites in `Referer`. */
const carriesSecret = (url: string) => /^\/(restablecer|verificar-correo|api\/notificaciones\/baja\/)/i.test(url)

const FOR_CALLS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

export const BARE_HEADERS = { 'content-type': 'application/json; charset=utf-8', ...EVERYWHERE, ...FOR_CALLS }

/** Except those that the route has set itself. */
export function putHeaders(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const headers = {
    ...EVERYWHERE,
    'x-request-id': request.id,
    'permissions-policy': SHORT_POLICY,
    ...(carriesSecret(request.url) && { 'referrer-policy': 'no-referrer' }),
    ...(secure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    ...(request.url.startsWith('/api/') && FOR_CALLS),
  }
  for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
}

export const comesByHttps = ({ production, publicUrl }: Pick<Config, 'production' | 'publicUrl'>): boolean =>
  production && publicUrl.startsWith('https:')

/** Routes in `offline` may be cached by the caller's own browser. */
export function installHeaders(app: FastifyInstance, secure: boolean, offline: readonly string[]): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode === 200 && request.method === 'GET' && offline.includes(request.routeOptions.url ?? ''))
      reply.header('cache-control', 'private, no-cache')
    putHeaders(request, reply, secure)
    done()
  })
}
