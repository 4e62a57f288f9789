/** Calls `then` after the next paint; at once in a hidden tab, which does not paint. */
export function afterPaint(then: () => void): void {
  if (document.hidden) then()
  else requestAnimationFrame(() => setTimeout(then))
}
