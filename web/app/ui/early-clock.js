;(() => {
  const page = document.documentElement.dataset
  const { previousElementSibling: timer, dataset } = document.currentScript
  const end = Number(dataset.end) || Date.now() + dataset.seconds * 1000
  const tick = () => {
    if (!('countdown' in page)) return
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    const parts = [left / 86400, (left / 3600) % 24, (left / 60) % 60, left % 60]
    timer.querySelectorAll('strong').forEach((unit, at) => {
      unit.textContent = String(Math.floor(parts[at])).padStart(2, '0')
    })
    timer.dataset.known = ''
    if (left === 0) timer.parentElement.dataset.over = ''
    setTimeout(tick, 1000)
  }
  page.countdown = end
  tick()
})()
