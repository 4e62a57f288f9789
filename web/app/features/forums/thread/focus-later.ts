/** Focuses the first of these elements that is in sight, after the next render. */
export const focusLater = (...ids: string[]): number =>
  requestAnimationFrame(() =>
    ids
      .map((id) => document.getElementById(id))
      .find((element) => element?.checkVisibility())
      ?.focus(),
  )
