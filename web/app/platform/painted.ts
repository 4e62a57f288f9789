/** Calls `then` when what was just changed has been painted; at once in a tab that paints nothing. */
export function afterPaint(then: () => void): void {
  if (document.hidden) then()
  else requestAnimationFrame(() => setTimeout(then))
}
