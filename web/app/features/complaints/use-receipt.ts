import type { ComplaintReceipt } from '@campus/contract/complaints'
import { useEffect, useState } from 'react'
import { tabStore } from '../../lib/storage'
import { useDraftOwner } from './use-sheet-draft'

const keyOf = (brand: number, owner: string) => `libro-enviado-${brand}-${owner}`

/** The receipt of the sheet just sent: it survives a reload, not the tab. */
export function useReceipt(brand: number): [ComplaintReceipt | null, (receipt: ComplaintReceipt | null) => void] {
  const [receipt, setReceipt] = useState<ComplaintReceipt | null>(null)
  const owner = useDraftOwner()
  useEffect(() => {
    if (owner === undefined) return
    const stored = tabStore.getItem(keyOf(brand, owner))
    setReceipt(stored ? (JSON.parse(stored) as ComplaintReceipt) : null)
  }, [brand, owner])
  const storeReceipt = (next: ComplaintReceipt | null) => {
    setReceipt(next)
    if (owner === undefined) return
    if (next) tabStore.setItem(keyOf(brand, owner), JSON.stringify(next))
    else tabStore.removeItem(keyOf(brand, owner))
  }
  return [receipt, storeReceipt]
}
