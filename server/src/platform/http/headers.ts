import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { App } from './http.ts'

/** Where a browser tells what a page's policy refused (policy-reports.ts). */
export const REPORTS = '/api/csp-report'

/**
 * The policy of an HTML page (safety.md section 4): scripts of this origin and the page's own inline ones, by hash; frames only of
 * the two video providers. No 'strict-dynamic': with hashes alone it refuses the modules that an inline module imports.
 */
export function contentSecurityPolicy(scripts: readonly string[], secure: boolean): string {
  const rules = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((hash) => `'sha256-${hash}'`)].join(' '),
    // Mantine writes styles while a page is used; texts of people hold none (platform/html.ts).
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
    // Both names: `report-to` is Chromium's, the older one everybody else's; who knows the first does not read the second.
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

/** For what is no document, and for who opens it as one. */
const SHORT_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** What no page of ours asks a browser for, frames included; the players keep what their frame names (features/lesson). */
const UNUSED =
  'accelerometer bluetooth camera display-capture gamepad geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi otp-credentials payment publickey-credentials-create publickey-credentials-get screen-wake-lock serial sync-xhr usb window-management xr-spatial-tracking'

/** What a document carries besides {@link EVERYWHERE}: there is nothing to forbid to JSON or to a picture. */
export const DOCUMENT_HEADERS = {
  'permissions-policy': UNUSED.split(' ')
    .map((feature) => `${feature}=()`)
    .join(', '),
  'reporting-endpoints': `csp="${REPORTS}"`,
}

/** The address of a reset link carries its token: nobody whom the page asks for something may be told it. */
const carriesSecret = (url: string) => url.slice(0, 12).toLowerCase() === '/restablecer'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** What an answer of the API carries that is written before there is a request to ask (failures.ts). */
export const BARE_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  ...EVERYWHERE,
  'cache-control': 'no-store',
  'content-security-policy': API_POLICY,
}

/** Puts the security headers on an answer; a personal answer of the API is never kept by a cache. */
export function putHeaders(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  reply.headers(EVERYWHERE)
  if (carriesSecret(request.url)) reply.header('referrer-policy', 'no-referrer')
  if (!reply.hasHeader('permissions-policy')) reply.header('permissions-policy', SHORT_POLICY)
  reply.header('x-request-id', request.id)
  if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  if (!request.url.startsWith('/api/')) return
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY)
}

/** Whether browsers surely come by https: then they are told to come by nothing else. */
export const comesByHttps = ({ production, publicUrl }: Pick<Config, 'production' | 'publicUrl'>): boolean =>
  production && publicUrl.startsWith('https:')

/** {@link putHeaders} on every answer. */
export function installHeaders(app: App, secure: boolean): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    putHeaders(request, reply, secure)
    done()
  })
}
