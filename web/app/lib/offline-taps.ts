import { toast } from './toasts'

/** Another site, or a file of the API, whose download bypasses the worker. */
function needsNetwork({ protocol, origin, pathname }: URL): boolean {
  return protocol.startsWith('http') && (origin !== location.origin || pathname.startsWith('/api/'))
}

/** Without a network such a tap would end in the browser's error page, or do nothing. */
export function explainTaps(): void {
  window.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
      if (navigator.onLine || !link || !needsNetwork(new URL(link.href))) return
      event.preventDefault()
      toast('Esto se abre con internet. Tócalo otra vez cuando vuelva la conexión.', {
        id: 'sin-conexion',
        color: 'gray',
        title: 'Sin conexión',
      })
    },
    true,
  )
}
