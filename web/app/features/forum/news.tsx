import type { ForumDetail } from '@campus/contract/forums'
import { Button } from '@mantine/core'
import { IconArrowDown, IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatNumber } from '../../platform/format'
import { placeOf } from './address'
import classes from './forum.module.css'
import { T } from './texts'

/** How many posts were written by others since the page was loaded. */
export function useNews(total: number) {
  const [known, setKnown] = useState(total)
  return {
    count: Math.max(0, total - known),
    /** One's own come and go without being news. */
    own: (step: 1 | -1) => setKnown((before) => before + step),
    seen: () => setKnown(total),
  }
}

/** What is new while one reads: offered, so that nothing moves under the eyes. */
export function News({ forum, count, onShow }: { forum: ForumDetail; count: number; onShow: () => void }) {
  const navigate = useNavigate()
  if (count === 0) return null
  const first = forum.primer_no_leido
  return (
    <div className={classes.news} role="status">
      <Button
        radius="xl"
        leftSection={<IconArrowDown size={18} aria-hidden />}
        onClick={() => {
          onShow()
          if (first) void navigate(placeOf(first.id, first.pagina), { preventScrollReset: true })
        }}
      >
        {count === 1 ? '1 respuesta nueva' : `${formatNumber(count)} respuestas nuevas`}
      </Button>
    </div>
  )
}

/** The server counts what is unread up to here. */
const MOST_UNREAD = 100

/** How much is unread, the way to its beginning, and the way to be done with it. */
export function Unread({ forum, onReadAll }: { forum: ForumDetail; onReadAll: () => void }) {
  const { primer_no_leido: first, no_leidos } = forum
  if (!first || no_leidos === 0) return null
  return (
    <div className={classes.unread}>
      <strong>{no_leidos < MOST_UNREAD ? `${no_leidos} sin leer` : 'Más de 99 sin leer'}</strong>
      <Link to={placeOf(first.id, first.pagina)} preventScrollReset className={classes.jump}>
        <IconArrowDown size={18} aria-hidden />
        {T.firstUnread}
      </Link>
      <button type="button" className={classes.jump} onClick={onReadAll}>
        <IconChecks size={18} aria-hidden />
        {T.readAll}
      </button>
    </div>
  )
}
