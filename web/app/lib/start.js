;(() => {
  const page = document.documentElement
  const ending = new AbortController()
  const early = { capture: true, signal: ending.signal }
  let touched = false
  let leaving = false
  let pressed

  const reloads = () => {
    const [visit] = performance.getEntriesByType('navigation')
    const kept = touched || leaving || 'woken' in page.dataset || location.pathname.startsWith('/examen/')
    return navigator.onLine && !kept && visit && visit.type !== 'reload'
  }

  const fail = () => {
    if (ending.signal.aborted || 'failed' in page.dataset) return
    if (reloads()) {
      leaving = true
      location.reload()
      return
    }
    page.dataset.failed = ''
    const note = document.querySelector('#carga')
    if (note) note.hidden = false
    else
      document.body.append(
        Object.assign(document.createElement('a'), { href: '', textContent: 'No cargó. Reintentar' }),
      )
  }

  // A line that was cut in the middle of the document leaves one without its scripts.
  const onParsed = () => document.querySelector('#scripts, body script[type="module"]') || fail()

  const onError = ({ target: { tagName, rel } }) =>
    (tagName === 'SCRIPT' || (tagName === 'LINK' && rel === 'stylesheet')) && fail()

  const onPress = (event) => {
    const { target } = event
    if (target.closest('#carga button')) {
      event.preventDefault()
      location.reload()
      return
    }
    const button = target.closest('button:not([popovertarget], [command])')
    if (!button || button.form?.method === 'get') return
    event.preventDefault()
    touched = true
    pressed = button
    page.dataset.waiting = ''
  }

  addEventListener('DOMContentLoaded', onParsed, early)
  addEventListener('error', onError, early)
  addEventListener(
    'unhandledrejection',
    ({ reason }) => /import|module|preload/i.test(reason?.message) && fail(),
    early,
  )
  addEventListener('online', () => 'failed' in page.dataset && !touched && location.reload(), early)
  addEventListener('beforeunload', () => (leaving = true), early)
  addEventListener('input', () => (touched = true), early)
  addEventListener('click', onPress, early)
  addEventListener('campus:ready', () => {
    ending.abort()
    delete page.dataset.waiting
    setTimeout(() => pressed?.click())
  })
})()

// A page that is complete without its scripts gets them with the first press or key in a control that needs them.
;(() => {
  const page = document.documentElement
  const wake = () => {
    const scripts = document.querySelector('#scripts')
    scripts?.replaceWith(scripts.content)
  }
  // Only they can show it: to a student, or of what this browser keeps (`data-wake` is the start of its key, or empty).
  const isKept = ({ dataset: { wake } }) =>
    !wake || [localStorage, sessionStorage].some((store) => Object.keys(store).some((key) => key.startsWith(wake)))
  const isDue = () => 'session' in page.dataset || [...document.querySelectorAll('[data-wake]')].some(isKept)
  for (const type of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(
      type,
      ({ target }) => {
        if (!target.closest?.('button:not([popovertarget], [command]), input, select, textarea, label')) return
        page.dataset.woken = ''
        wake()
      },
      true,
    )
  addEventListener('DOMContentLoaded', () => isDue() && wake())
  // A page that the browser brings back has no menu open.
  addEventListener('click', ({ target }) => target.closest('[popover] a') && target.closest('[popover]').hidePopover())
})()
