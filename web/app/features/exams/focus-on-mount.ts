/** A ref that moves the reading position to new content. */
export function focusOnMount(node: HTMLElement | null): void {
  if (!node) return
  window.scrollTo({ top: 0 })
  node.focus({ preventScroll: true })
}
