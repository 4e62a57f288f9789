import type { Page } from '@playwright/test'

/** Runs in the page: replaces each text node, also later ones, by `<font>` with its text. */
const REPLACE_TEXTS = `(() => {
  const wrap = (node) => {
    if (node.nodeType !== Node.TEXT_NODE) return [...node.childNodes].forEach(wrap)
    const { parentElement: parent, textContent } = node
    if (!parent || !textContent.trim() || parent.closest('font, script, style, title, textarea, [contenteditable]')) return
    const font = document.createElement('font')
    font.textContent = textContent
    parent.replaceChild(font, node)
  }
  wrap(document.body)
  const follow = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) [...addedNodes].filter((node) => target.contains(node)).forEach(wrap)
  })
  follow.observe(document.body, { childList: true, subtree: true })
})()`

/** Turns on what a page translator does to the page, until the next load. */
export const translate = (page: Page): Promise<void> => page.evaluate(REPLACE_TEXTS)
