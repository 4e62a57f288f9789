/** A ref for the heading of what has just replaced something else: reading begins there, from the top. */
export function focusOnMount(node: HTMLElement | null): void {
  if (!node) return
  window.scrollTo({ top: 0 })
  node.focus({ preventScroll: true })
}
