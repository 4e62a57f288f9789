import type { RankingRow } from '@campus/contract/awards'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'

export const RANKING_KEY = ['ranking'] as const

export type Asked = { mes: string | undefined; page: number; per_page: number }

/** Hands up the rows with surnames, which a page for everyone does not show. */
export function useRanking({ mes, page, per_page }: Asked, onRows: (rows: RankingRow[]) => void): void {
  const marca = String(useBrand().id)
  const { data } = useQuery({
    queryKey: [...RANKING_KEY, marca, mes, page],
    queryFn: async ({ signal }) => {
      const query = { marca, page, per_page, ...(mes && { mes }) }
      const answer = await client.GET('/api/ranking', { params: { query }, signal })
      return answer.data?.data.data ?? null
    },
  })
  useEffect(() => {
    if (data) onRows(data)
  }, [data, onRows])
}
