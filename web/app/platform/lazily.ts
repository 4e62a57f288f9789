import { type ComponentType, createElement, lazy, useEffect, useState } from 'react'

/**
 * A part that arrives after its page, as `React.lazy`. Where its files never come (no network, a new release), `otherwise`
 * stands in its place instead of the whole page failing; they are asked for again when it is gone, or when the network comes
 * back. Chromium keeps the failure of a script that was imported or preloaded until the page is loaded anew (whatwg/html 6768):
 * there asking again reaches the server only for what was not asked for by its own address yet.
 */
export function lazily<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  otherwise: ComponentType<Props>,
): ComponentType<Props> {
  let failed = false
  // The `catch` is chained on purpose: of `then(good, bad)` the second does not hear of a style sheet that was refused.
  const make = () =>
    lazy<ComponentType<Props>>(() =>
      load().catch(() => {
        failed = true
        return { default: otherwise }
      }),
    )
  let next = make()
  function renew() {
    failed = false
    next = make()
    return next
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once, where the module that uses it is loaded
  return function Late(props: Props) {
    const [Part, setPart] = useState(() => next)
    // Effects run when the part stands, or what stands for it: while React waits for it, a new one would be asked for without end.
    useEffect(() => {
      const again = () => {
        if (failed) setPart(() => renew())
      }
      window.addEventListener('online', again)
      return () => {
        window.removeEventListener('online', again)
        if (failed) renew()
      }
    }, [])
    return createElement(Part, props)
  }
}
