import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './http.ts'

/** Stands for the nonce in a rendered page until it is sent. */
export const NONCE_MARK = 'campus-nonce-mark'

/** The policy of an HTML page (safety.md section 4): scripts by nonce, frames only of the two video providers. */
export function contentSecurityPolicy(nonce: string, secure: boolean): string {
  const rules = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
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
  ]
  return [...rules, ...(secure ? ['upgrade-insecure-requests'] : [])].join('; ')
}

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Puts the security headers on an answer; a personal answer of the API is never kept by a cache. */
export function putHeaders(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  reply.headers(EVERYWHERE)
  reply.header('x-request-id', request.id)
  if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  if (!request.url.startsWith('/api/')) return
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}

/** {@link putHeaders} on every answer. */
export function installHeaders(app: App, secure: boolean): void {
  app.addHook('onSend', async (request, reply) => putHeaders(request, reply, secure))
}
