import type { Page } from '@playwright/test'

/** Runs in the page: what does not fit, in words. */
const LOOK = `(() => {
  // What is out of sight has the size that it had with smaller text.
  for (const element of document.body.querySelectorAll('*'))
    if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
  const width = document.documentElement.clientWidth
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=combobox]'
  const name = (element) => {
    const words = (element.getAttribute('aria-label') || element.innerText || element.placeholder || element.name || '').trim()
    return element.tagName.toLowerCase() + ' «' + words.replace(/\\s+/g, ' ').slice(0, 40) + '»'
  }
  const seen = (element) =>
    !element.closest('[aria-hidden=true], [inert]') && element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false }) &&
    element.getBoundingClientRect().width > 2 && element.getBoundingClientRect().height > 2
  const ancestors = function* (element) { for (let one = element.parentElement; one; one = one.parentElement) yield one }
  const slides = (style) => /auto|scroll/.test(style.overflowX)
  const cuts = (style) => /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY)
  const kept = (style) => style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'

  const beyond = (box) => (box.left < -2 || box.right > width + 2 ? 'the page' : null)
  /** The part of an element that what is around it lets through; null when it can be scrolled to. */
  const outside = (element, box) => {
    if (kept(getComputedStyle(element))) return null
    if (getComputedStyle(element).position === 'fixed') return beyond(box)
    for (const one of ancestors(element)) {
      const style = getComputedStyle(one)
      if (kept(style) || slides(style)) return null
      if (style.position === 'fixed' || one === document.body) break
      if (!cuts(style)) continue
      const room = one.getBoundingClientRect()
      if (room.width <= 2 || room.height <= 2) return null
      if (/hidden|clip/.test(style.overflowX) && (box.left < room.left - 2 || box.right > room.right + 2)) return name(one)
      if (/hidden|clip/.test(style.overflowY) && (box.top < room.top - 3 || box.bottom > room.bottom + 3)) return name(one)
    }
    return beyond(box)
  }

  const faults = []
  if (document.documentElement.scrollWidth > width)
    faults.push('the page scrolls sideways: ' + document.documentElement.scrollWidth + ' of ' + width)

  const modal = document.querySelector('dialog[open], [role=dialog]:popover-open')
  const header = document.querySelector('header')
  const inside = modal || document
  const bar = header?.getBoundingClientRect()
  if (!modal && bar && bar.bottom > 0) {
    for (const control of header.querySelectorAll(CONTROLS)) {
      if (!seen(control) || control.closest('[role=menu], ul')) continue
      const box = control.getBoundingClientRect()
      if (box.top < bar.top - 1 || box.bottom > bar.bottom + 1) faults.push('header: higher than the bar: ' + name(control))
      for (const share of [0.1, 0.5, 0.9]) {
        const hit = document.elementFromPoint(box.left + box.width * share, box.top + box.height / 2)
        if (!hit || !(control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control))) {
          faults.push('header: covered: ' + name(control) + ' by ' + (hit ? name(hit) : 'nothing'))
          break
        }
      }
    }
  }

  const texts = document.createTreeWalker(modal || document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (!text.data.trim() || !element || /^(script|style|noscript|option)$/i.test(element.tagName) || !seen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue
      const by = outside(element, box)
      if (by) { faults.push('cut: «' + text.data.trim().slice(0, 40) + '» by ' + by); break }
    }
  }

  const inner = (element) => {
    const box = element.getBoundingClientRect()
    if (!/^(input|textarea)$/i.test(element.tagName)) return box
    const style = getComputedStyle(element)
    return { left: box.left + parseFloat(style.paddingLeft), right: box.right - parseFloat(style.paddingRight), top: box.top, bottom: box.bottom, width: box.width, height: box.height }
  }
  /** What is left of a box within all that scrolls around it. */
  const unscrolled = (element, { left, right, top, bottom }) => {
    for (const one of ancestors(element)) {
      const style = getComputedStyle(one)
      if (!/auto|scroll/.test(style.overflowX + style.overflowY)) continue
      const room = one.getBoundingClientRect()
      left = Math.max(left, room.left); right = Math.min(right, room.right)
      top = Math.max(top, room.top); bottom = Math.min(bottom, room.bottom)
    }
    return { left, right, top, bottom }
  }
  const layer = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { position } = getComputedStyle(one)
      if (position === 'fixed' || position === 'sticky') return one
    }
    return null
  }
  const controls = [...inside.querySelectorAll(CONTROLS)].filter(seen).map((element) => ({ element, box: inner(element), layer: layer(element), boxes: (getComputedStyle(element).display === 'inline' ? [...element.getClientRects()] : [inner(element)]).map((box) => unscrolled(element, box)) }))
  const isOver = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 9
  for (const [index, one] of controls.entries()) {
    const by = outside(one.element, one.box)
    if (by) faults.push('cut: ' + name(one.element) + ' by ' + by)
    for (const other of controls.slice(index + 1)) {
      if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) continue
      if (one.boxes.some((a) => other.boxes.some((b) => isOver(a, b)))) faults.push('over each other: ' + name(one.element) + ' and ' + name(other.element))
    }
  }
  return [...new Set(faults)]
})()`

/** What does not fit with text at this size; 200 % is what WCAG 1.4.4 requires. */
export async function faultsOfLargeText(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  // As the browser's own setting does: it changes what 1rem is, and em in media queries.
  const setText = (percent: number) =>
    devtools.send('Page.setFontSizes', { fontSizes: { standard: 0.16 * percent, fixed: 0.13 * percent } })
  await setText(200)
  try {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
    return await page.evaluate<string[]>(LOOK)
  } finally {
    await setText(100)
    await devtools.detach()
  }
}
