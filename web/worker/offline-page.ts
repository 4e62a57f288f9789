const PAGE = 'Esta página todavía no está guardada en este equipo. Se abrirá sola cuando vuelva la conexión.'
const FILE = 'Los archivos se abren con internet. Este se abrirá solo cuando vuelva la conexión.'

/** Of no brand, because none is known here. */
const html = (nonce: string, text: string) => `<!doctype html>
<html lang="es-PE"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sin conexión</title>
<style>
:root{color-scheme:light dark;--ground:#f6f7f9;--text:#1b1e25;--soft:#596273;--line:#dfe3ea;--main:#2f3747}
@media (prefers-color-scheme:dark){:root{--ground:#121419;--text:#eceff4;--soft:#a3acba;--line:#3a414d;--main:#dbe1ea}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:32px 24px;background:var(--ground);color:var(--text);
font:400 1.0625rem/1.55 Figtree,system-ui,sans-serif;text-align:center}
main{max-width:30rem}svg{width:132px;height:auto;color:var(--soft)}
h1{margin:20px 0 8px;font-size:1.75rem;line-height:1.2;letter-spacing:-.02em}p{margin:0;color:var(--soft)}
.ways{display:flex;flex-wrap:wrap;gap:12px;justify-content:center;margin:28px 0 20px}
a,button{min-height:48px;padding:12px 24px;border-radius:12px;font:inherit;font-weight:600;cursor:pointer;text-decoration:none;
border:1px solid var(--line);background:none;color:var(--text)}
button{background:var(--main);border-color:var(--main);color:var(--ground)}
a:focus-visible,button:focus-visible{outline:3px solid var(--soft);outline-offset:2px}
</style></head><body><main id="contenido">
<svg viewBox="0 0 132 92" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
<path d="M36 70a22 22 0 0 1 2-44 32 32 0 0 1 60-4 25 25 0 0 1 8 48"/><path d="M54 84a17 17 0 0 1 24 0M44 72a31 31 0 0 1 44 0" opacity=".55"/><path d="m40 50 52 34"/></svg>
<h1>Sin conexión</h1>
<p>${text}</p>
<div class="ways"><button type="button">Reintentar</button><a href="/inicio" target="_top">Ir a mi inicio</a></div>
<p role="status"></p>
</main><script nonce="${nonce}">
const said = document.querySelector('[role=status]')
const again = () => fetch('/api/salud/viva', { cache: 'no-store' }).then(() => {
  // A file that is downloaded leaves this page, which must not ask for it again.
  clearInterval(asking)
  said.textContent = 'Ya hay conexión: se está abriendo.'
  location.reload()
})
document.querySelector('button').addEventListener('click', () => {
  said.textContent = 'Buscando conexión…'
  again().catch(() => { said.textContent = 'Todavía no hay conexión.' })
})
const calm = () => again().catch(() => undefined)
addEventListener('online', calm, { once: true })
const asking = setInterval(calm, 5000)
</script></body></html>`

/** For a page that is not on this device, or a file, which a lesson may show in a frame. */
export function offlinePage(file: boolean): Response {
  const nonce = crypto.randomUUID()
  return new Response(html(nonce, file ? FILE : PAGE), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; frame-ancestors ${file ? "'self'" : "'none'"}`,
    },
  })
}
