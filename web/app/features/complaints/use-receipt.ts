import type { ComplaintReceipt } from '@campus/contract/complaints'
import { useEffect, useState } from 'react'

const keyOf = (brand: number) => `libro-enviado-${brand}`

/** The receipt of the sheet just sent: it outlives a reload, not the tab. */
export function useReceipt(brand: number): [ComplaintReceipt | null, (receipt: ComplaintReceipt | null) => void] {
  const [receipt, setReceipt] = useState<ComplaintReceipt | null>(null)
  useEffect(() => {
    const kept = sessionStorage.getItem(keyOf(brand))
    if (kept) setReceipt(JSON.parse(kept) as ComplaintReceipt)
  }, [brand])
  const keep = (next: ComplaintReceipt | null) => {
    setReceipt(next)
    if (next) sessionStorage.setItem(keyOf(brand), JSON.stringify(next))
    else sessionStorage.removeItem(keyOf(brand))
  }
  return [receipt, keep]
}
