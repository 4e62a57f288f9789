import type { RankingRow } from '@campus/contract/awards'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'
import { useSession } from '../../lib/session'

/** The first page holds all who can win a prize by rank. */
export const PER_PAGE = 50

export const RANKING_KEY = ['ranking'] as const

type Table = { data: RankingRow[]; total: number; current_page: number; last_page: number }
type Read = { table: Table; mes: string | undefined; page: number; read: number }

/** The rendered table until the browser refetches it: signed-in students see surnames, and the page may be cached. */
export function useRanking({ table, mes, page, read }: Read): Table {
  const session = useSession()
  const marca = String(useBrand().id)
  const signed = Boolean(session)
  const { data } = useQuery({
    queryKey: [...RANKING_KEY, signed, marca, mes, page],
    queryFn: async ({ signal }) => {
      const query = { marca, page, per_page: PER_PAGE, ...(mes && { mes }) }
      const answer = await client.GET('/api/ranking', { params: { query }, signal })
      return answer.data?.data ?? table
    },
    enabled: session !== undefined,
    // The server rendered the guest's table; a signed-in student has none yet.
    ...(signed ? { placeholderData: keepPreviousData } : { initialData: table, initialDataUpdatedAt: read }),
  })
  return data ?? table
}
