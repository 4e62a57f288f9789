;(() => {
  const page = document.documentElement
  const ending = new AbortController()
  const early = { capture: true, signal: ending.signal }
  let touched = false
  let leaving = false
  let pressed

  const reloads = () => {
    const [visit] = performance.getEntriesByType('navigation')
    const kept = touched || leaving || location.pathname.startsWith('/examen/')
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
  const onParsed = () => document.querySelector('body script[type="module"]') || fail()

  const onError = ({ target: { tagName, rel } }) =>
    (tagName === 'SCRIPT' || (tagName === 'LINK' && rel === 'stylesheet')) && fail()

  const onPress = (event) => {
    const { target } = event
    if (target.closest('#carga button')) {
      event.preventDefault()
      location.reload()
      return
    }
    const button = target.closest('button')
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
