import type { RankingRow } from '@campus/contract/awards'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBrand } from '../../platform/brand'
import { client } from '../../platform/client'
import { useSession } from '../../platform/session'

/** Rows of the table on a page; the first holds everybody who can win by rank. */
export const PER_PAGE = 50

/** Key of every reading of the ranking, to read it again when the own name changes. */
export const RANKING_KEY = ['ranking'] as const

type Table = { data: RankingRow[]; total: number; last_page: number }
type Read = { table: Table; mes: string | undefined; page: number; read: number }

/**
 * The table as it was rendered, until the browser knows better: who is signed in sees surnames, and a page that was kept
 * for a while is read again. A failed reading leaves what is there.
 */
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
    // A visitor's reading is the page's; who is signed in has none yet.
    ...(signed ? { placeholderData: keepPreviousData } : { initialData: table, initialDataUpdatedAt: read }),
  })
  return data ?? table
}
