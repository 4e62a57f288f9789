import { canWait, type Publication, type PublishedDocument } from '@campus/contract/documents/documents'
import type { CheckedVideos } from '@campus/contract/documents/warnings'
import { quoted } from '@campus/contract/texts'
import { Text } from '@mantine/core'
import { IconEyeOff, IconVideoOff } from '@tabler/icons-react'
import { count } from '../../lib/format'
import classes from './document.module.css'
import { type LinkOf, UnreadyList, WarningList } from './name-list'

export const allWait = (documents: PublishedDocument[]) => documents.length > 0 && documents.every(canWait)

const NAMES = new Intl.ListFormat('es')

/** Lessons and exams with errors, which stay drafts while the rest goes out. */
function Waiting({ documents }: { documents: PublishedDocument[] }) {
  const some = allWait(documents) ? [] : documents.filter(canWait)
  if (some.length === 0) return null
  const names = NAMES.format(some.map(({ nombre }) => quoted(nombre || 'Sin nombre')))
  return (
    <li>
      <IconEyeOff size={18} color="var(--color-yellow-7)" aria-hidden />
      <Text size="sm">{`${some.length === 1 ? 'Sigue' : 'Siguen'} como borrador, con errores: ${names}.`}</Text>
    </li>
  )
}

/** Videos are asked for beside the rest: what is not known yet takes no place. */
export type Videos = { data: CheckedVideos | undefined; failed: boolean }

function Unchecked({ data, failed }: Videos) {
  const left = data?.sin_comprobar ?? 0
  if (left === 0 && !failed) return null
  return (
    <li>
      <IconVideoOff size={18} aria-hidden />
      <Text size="sm">
        {failed ? 'No pudimos comprobar los videos.' : `No pudimos comprobar ${count(left, 'video', 'videos')}.`}
      </Text>
    </li>
  )
}

type ReviewProps = {
  data: Publication
  videos: Videos
  /** Drafts that can be chosen above, which say themselves that they stay hidden. */
  offered: ReadonlySet<string>
  linkOf: LinkOf | undefined
  onLeave: () => void
}

/** What the publication leaves hidden, lacks or leads astray, by name; each leads to its place. */
export function PublishReview({ data, videos, offered, linkOf, onLeave }: ReviewProps) {
  const held = data.retenidos.filter(({ objeto }) => !offered.has(objeto))
  const warnings = [...data.avisos, ...(videos.data?.avisos ?? [])]
  return (
    <div role="status">
      <ul className={classes.review}>
        <UnreadyList held items={held} linkOf={linkOf} onLeave={onLeave} />
        {held.length > 0 && (
          <Text component="li" size="sm" c="dimmed" pl={26}>
            {held.length === 1
              ? 'Se mostrará cuando publiques su contenido.'
              : 'Se mostrarán cuando publiques su contenido.'}
          </Text>
        )}
        <Waiting documents={data.documentos} />
        <WarningList items={warnings} linkOf={linkOf} onLeave={onLeave} />
        <Unchecked {...videos} />
      </ul>
    </div>
  )
}
