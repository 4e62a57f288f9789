import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrandContext } from './lib/brand'

function Woken({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady)
  return children
}

async function wake(place: HTMLElement, brand: string): Promise<void> {
  const { files = '', props = '{}' } = place.dataset
  // Vite's own `import()` would wait for the styles, which the document has already.
  const { default: Part }: { default: ComponentType } = await import(/* @vite-ignore */ files.split(' ')[0] ?? '')
  const drawn = place.innerHTML
  await new Promise<void>((ready) => {
    hydrateRoot(
      place,
      <Woken onReady={ready}>
        <BrandContext value={JSON.parse(brand)}>
          <Part {...JSON.parse(props)} />
        </BrandContext>
      </Woken>,
      {
        onUncaughtError(error) {
          reportError(error)
          // React empties the place: what the server drew reads as before, and the note asks to load again.
          setTimeout(() => {
            place.innerHTML = drawn
            Object.assign(document.documentElement.dataset, { failed: '', broken: '' })
            document.querySelector('#carga')?.removeAttribute('hidden')
            ready()
          })
        },
      },
    )
  })
}

/** Wakes the parts of a guest's public page that need scripts (ui/island.tsx), without the router; begun by lib/start.js. */
const { brand = 'null' } = document.querySelector<HTMLElement>('#scripts')?.dataset ?? {}
await Promise.all([...document.querySelectorAll<HTMLElement>('[data-island]')].map((place) => wake(place, brand)))
document.documentElement.dataset.ready = ''
window.dispatchEvent(new Event('campus:ready'))
