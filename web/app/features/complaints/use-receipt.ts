import type { ComplaintReceipt } from '@campus/contract/complaints'
import { useEffect, useState } from 'react'
import { useVisitor } from './use-visitor'

const keyOf = (brand: number, visitor: string) => `libro-enviado-${brand}-${visitor}`

/** The receipt of the sheet that this person just sent: it outlives a reload, not the tab. */
export function useReceipt(brand: number): [ComplaintReceipt | null, (receipt: ComplaintReceipt | null) => void] {
  const [receipt, setReceipt] = useState<ComplaintReceipt | null>(null)
  const visitor = useVisitor()
  useEffect(() => {
    if (visitor === undefined) return
    const kept = sessionStorage.getItem(keyOf(brand, visitor))
    setReceipt(kept ? (JSON.parse(kept) as ComplaintReceipt) : null)
  }, [brand, visitor])
  const keep = (next: ComplaintReceipt | null) => {
    setReceipt(next)
    if (visitor === undefined) return
    if (next) sessionStorage.setItem(keyOf(brand, visitor), JSON.stringify(next))
    else sessionStorage.removeItem(keyOf(brand, visitor))
  }
  return [receipt, keep]
}
