import type { OwnRank, RankingRow } from '@campus/contract/awards'
import { Queries } from '../../lib/query'
import { Mine } from './mine'
import { type Asked, useRanking } from './use-ranking'

type SignedProps = {
  asked: Asked
  student: boolean
  onRows: (rows: RankingRow[]) => void
  onOwn: (own: OwnRank | null) => void
}

function Parts({ asked, student, onRows, onOwn }: SignedProps) {
  useRanking(asked, onRows)
  return student && <Mine month={asked.mes} onOwn={onOwn} />
}

/** What only someone signed in sees: surnames in the table and, for a student, their own place and points. */
export default function Signed(props: SignedProps) {
  return (
    <Queries>
      <Parts {...props} />
    </Queries>
  )
}
