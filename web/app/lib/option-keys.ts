/** The option that an arrow leads to from the active one, wrapping around (APG combobox); undefined for other keys. */
export function optionAfter(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % count
  return key === 'ArrowUp' ? (Math.max(active, 0) - 1 + count) % count : undefined
}
