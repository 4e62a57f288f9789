import { readSession, TOKEN_KEY, USER_KEY } from './session'

/** One call that a screen makes as soon as it stands. */
export type FirstCall = {
  /** As the typed client asks: `{name}` is a parameter of the screen's address, `{yo}` the student. */
  path: string
  /** Only where the address has no search: with one, the screen asks for something else. */
  plain?: true
  /** How old the answer may be when the screen takes it, in milliseconds. */
  fresh?: number
  /**
   * The picture that fills most of the screen, found in the answer, and how wide it is shown. Its source travels to the
   * browser: it can use nothing from outside.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each call has an answer of its own
  picture?: { of: (body: any) => string | null | undefined; sizes: string }
}

type Kept = { token: string; calls: Record<string, { answer: Promise<Response>; at: number; fresh: number }> }

declare global {
  /** What the document's head has asked for, by address. */
  var campusFirst: Kept | undefined
}

/** As old as data of the cache of calls may be. */
const FRESH_MS = 30_000
const ID = /^[1-9]\d{0,9}$/

function pathOf(path: string, params: Record<string, string>): string | null {
  let whole = true
  const filled = path.replaceAll(/\{(\w+)\}/g, (name, key: string) => {
    if (key === 'yo') return name
    const value = params[key] ?? ''
    if (!ID.test(value)) whole = false
    return value
  })
  return whole ? filled : null
}

const PICTURE = `function(r,p){r.clone().json().then(function(b){var s=p.of(b),m=s&&s.match(/^(\\/api\\/storage\\/imagenes\\/[0-9a-f]{64})-\\d+\\.webp$/);
if(!m)return;var l=document.createElement('link');l.rel='preload';l.as='image';l.type='image/avif';l.fetchPriority='high';l.imageSizes=p.sizes;
l.imageSrcset=[320,640,1280].map(function(w){return m[1]+'-'+w+'.avif '+w+'w'}).join(', ');document.head.append(l)}).catch(function(){})}`

/**
 * The script of the document's head that begins a screen's calls before its scripts arrive, with the student's token; empty
 * for a screen without. {@link takeFirst} hands the answers over.
 */
export function firstCallsScript(calls: readonly FirstCall[], params: Record<string, string>): string {
  const known = calls.flatMap(({ path, plain, fresh = FRESH_MS, picture }) => {
    const filled = pathOf(path, params)
    if (filled === null) return []
    const its = picture ? `{of:${picture.of.toString()},sizes:${JSON.stringify(picture.sizes)}}` : 'null'
    return [`[${JSON.stringify(filled)},${Number(plain ?? 0)},${fresh},${its}]`]
  })
  if (known.length === 0) return ''
  return `try{(function(t,u){if(!t||!u)return;var c={};campusFirst={token:t,calls:c};var picture=${PICTURE};
[${known.join()}].forEach(function(k){if(k[1]&&location.search)return;var path=k[0].replace('{yo}',u.id),its=c[path]={at:Infinity,fresh:k[2]};
its.answer=fetch(path,{headers:{authorization:'Bearer '+t}}).then(function(r){its.at=performance.now();if(k[3]&&r.ok)picture(r,k[3]);return r});
its.answer.catch(function(){})})})(localStorage.getItem('${TOKEN_KEY}'),JSON.parse(localStorage.getItem('${USER_KEY}')))}catch(e){}`
}

/** The answer that is on its way to the same question of the same person; each is handed over once, while it is fresh. */
export function takeFirst(request: Request): Promise<Response> | undefined {
  const kept = globalThis.campusFirst
  if (!kept || request.method !== 'GET' || request.headers.has('purpose')) return undefined
  const { pathname, search } = new URL(request.url)
  const call = kept.calls[pathname + search]
  if (!call) return undefined
  delete kept.calls[pathname + search]
  const old = performance.now() - call.at > call.fresh
  return old || kept.token !== readSession()?.token ? undefined : call.answer
}
