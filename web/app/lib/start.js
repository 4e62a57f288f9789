// *Reintentar* (shell/start-note.tsx) loads the page again with what was typed, in this tab alone.
;(() => {
  const KEPT = 'escrito'
  const fields = () => [
    ...document.querySelectorAll('input:not([type="password"], [type="file"], [type="hidden"]), select, textarea'),
  ]
  const stateOf = ({ type }) => (/^(checkbox|radio)$/.test(type) ? 'checked' : 'value')
  const keep = (event) => {
    if (!event.target.closest('#carga button')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    try {
      sessionStorage[KEPT] = JSON.stringify([location.href, ...fields().map((field) => field[stateOf(field)])])
    } catch {
      // Refused storage keeps nothing.
    }
    location.reload()
  }
  const restore = () => {
    try {
      const [href, ...states] = JSON.parse(sessionStorage[KEPT])
      delete sessionStorage[KEPT]
      if (href === location.href) for (const field of fields()) field[stateOf(field)] = states.shift()
    } catch {
      // Nothing is kept.
    }
  }
  addEventListener('click', keep, true)
  addEventListener('DOMContentLoaded', restore)
})()

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
    const button = target.closest('button:not([popovertarget], [command]), a[data-in-place]')
    if (!button || button.form?.getAttribute('method') === 'get') return
    // Such a link still opens in another tab, and leads on where no script comes.
    if (button.href && (event.ctrlKey || event.metaKey || event.shiftKey || 'failed' in page.dataset)) return
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

// A page that is complete without its scripts: a student's begin at once; of a guest's its islands (ui/island.tsx) wake with the first
// press or key in one of them.
;(() => {
  const page = document.documentElement
  let begun = false
  const wakeIslands = (first, places) => {
    const files = [first, ...places.map(({ dataset }) => dataset.files)].join(' ').split(' ')
    for (const href of new Set(files))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    import(files[0])
  }
  // Without storage, or with a full one, a cart ends with its document: the router keeps it.
  const canKeep = () => {
    try {
      localStorage.setItem('x', '')
      localStorage.removeItem('x')
      return true
    } catch {
      return false
    }
  }
  const wake = () => {
    const scripts = document.querySelector('#scripts')
    if (begun || !scripts) return false
    const { islands } = scripts.dataset
    const places = [...document.querySelectorAll('[data-island]')]
    if ('session' in page.dataset || !islands || !canKeep()) scripts.replaceWith(scripts.content)
    else if (places.length) wakeIslands(islands, places)
    else return false
    begun = true
    return true
  }
  // Only scripts can show what this browser keeps (`data-wake` is the start of its key, or empty).
  const keysOf = (name) => {
    try {
      return Object.keys(window[name])
    } catch {
      return []
    }
  }
  const isKept = ({ dataset: { wake } }) =>
    !wake || ['localStorage', 'sessionStorage'].flatMap(keysOf).some((key) => key.startsWith(wake))
  const isDue = () => 'session' in page.dataset || [...document.querySelectorAll('[data-wake]')].some(isKept)
  for (const type of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(
      type,
      ({ target }) => {
        const wakes = 'button:not([popovertarget], [command]), a[data-in-place], input, select, textarea, label'
        if (!target.closest?.(wakes)) return
        if (wake()) page.dataset.woken = ''
      },
      true,
    )
  addEventListener('DOMContentLoaded', () => isDue() && wake())
  // A dialog of the document's own (features/catalogue/landing/teacher-dialog.tsx), for a guest; its first link closes it.
  addEventListener('DOMContentLoaded', () => {
    const dialog = document.querySelector('dialog[open]')
    if (!dialog || 'session' in page.dataset) return
    const link = dialog.querySelector('a')
    dialog.removeAttribute('open')
    dialog.showModal()
    link.onclick = () => {
      dialog.close()
      return false
    }
    dialog.onclose = () => (document.referrer === link.href ? history.back() : location.replace(link.href))
  })
  // A page that the browser brings back has no menu open.
  addEventListener('click', ({ target }) => target.closest('[popover] a') && target.closest('[popover]').hidePopover())
})()
