type Known = { persona?: number | string; curso?: number; orden?: string }

/** *Registrar venta*, with what is known of it. */
export function salePath(known: Known = {}): string {
  const query = new URLSearchParams(
    Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  return `/gestion/ventas/nueva${query.size > 0 ? `?${query}` : ''}`
}
