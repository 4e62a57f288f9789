/** By the gateway's `payment_method_id`, in display order. */
const NAMES: Record<string, string> = {
  visa: 'Visa',
  debvisa: 'Visa',
  master: 'Mastercard',
  debmaster: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  yape: 'Yape',
  pagoefectivo_atm: 'PagoEfectivo',
  account_money: 'Saldo de MercadoPago',
  prueba: 'Pago de prueba',
}

export const nameOfMean = (id: string | null): string | null => NAMES[id ?? ''] ?? null

export const namesOfMeans = (ids: string[]): { clave: string; nombre: string }[] => {
  const offered = new Set(ids)
  const named = Object.entries(NAMES).filter(([id]) => offered.has(id))
  return named
    .filter(([, nombre], at) => named.findIndex(([, other]) => other === nombre) === at)
    .map(([clave, nombre]) => ({ clave, nombre }))
}
