import type { ForumDetail } from '@campus/contract/forums'
import { IconArrowDown, IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatNumber } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { unreadText } from '../unread-text'
import classes from './forum.module.css'
import { useForumFacts } from './forum-context'
import { placeOf } from './post-address'
import { TEXTS } from './texts'
import type { Patches } from './use-posts'

/** How many posts others wrote since the page was loaded. */
export function useNews(total: number, { refresh }: Patches) {
  const [seenTotal, setSeenTotal] = useState(total)
  return {
    count: Math.max(0, total - seenTotal),
    /** The student's own posts are no news. */
    own: (step: 1 | -1) => setSeenTotal((before) => before + step),
    show(): void {
      setSeenTotal(total)
      void refresh()
    },
  }
}

export type NewsState = ReturnType<typeof useNews>

/** New posts are offered, so that nothing moves while reading. */
export function News({ forum, news: { count, show } }: { forum: ForumDetail; news: NewsState }) {
  const navigate = useNavigate()
  if (count === 0) return null
  const first = forum.primer_no_leido
  return (
    <div className={classes.news} role="status">
      <Button
        leftSection={<IconArrowDown size={18} aria-hidden />}
        onClick={() => {
          show()
          if (first) void navigate(placeOf(first.id, first.pagina), { preventScrollReset: true })
        }}
      >
        {count === 1 ? '1 respuesta nueva' : `${formatNumber(count)} respuestas nuevas`}
      </Button>
    </div>
  )
}

export function Unread({ forum }: { forum: ForumDetail }) {
  const { reader } = useForumFacts()
  const { primer_no_leido: first, no_leidos } = forum
  if (!first || no_leidos === 0) return null
  return (
    <div className={classes.unread}>
      <strong>{unreadText(no_leidos)}</strong>
      <Link to={placeOf(first.id, first.pagina)} preventScrollReset className={classes.jump}>
        <IconArrowDown size={18} aria-hidden />
        {TEXTS.firstUnread}
      </Link>
      <button type="button" className={classes.jump} onClick={reader.readAll}>
        <IconChecks size={18} aria-hidden />
        {TEXTS.readAll}
      </button>
    </div>
  )
}
