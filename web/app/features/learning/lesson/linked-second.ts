/** `?t=205` */
export function parseSecond(value: string | null): number | null {
  return value && /^[0-9]{1,5}$/.test(value) ? Number(value) : null
}
