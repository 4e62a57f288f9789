import type { OwnRank, RankingRow } from '@campus/contract/awards'
import { Queries } from '../../lib/query'
import { useUser } from '../../lib/session'
import { Mine } from './mine'
import { type Asked, useRanking } from './use-ranking'

type SignedProps = {
  asked: Asked
  onRows: (rows: RankingRow[]) => void
  onOwn: (own: OwnRank | null) => void
  onCard: (card: Element | null) => void
}

function Parts({ asked, onRows, onOwn, onCard }: SignedProps) {
  useRanking(asked, onRows)
  const student = useUser().tipo_cliente === 'Alumno'
  return student && <Mine month={asked.mes} onOwn={onOwn} onCard={onCard} />
}

/** What only someone signed in sees: surnames in the table and, for a student, their own place. */
export default function Signed(props: SignedProps) {
  return (
    <Queries>
      <Parts {...props} />
    </Queries>
  )
}
