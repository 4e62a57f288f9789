import type { LessonFile } from '@campus/contract/catalogue'
import type { FreeLesson } from '@campus/contract/learning'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Late } from '../../../ui/late'
import type { CartItem } from '../../orders/orders'
import { Player, preloadPlayer } from './late-player'
import { Poster, StagePicture } from './poster'
import poster from './poster.module.css'
import classes from './video.module.css'

const VideoFailure = lazy(() => import('./video-failure'))
const FreeEnd = lazy(() => import('./free-end'))

/** `page` is the lesson's own, where the links of this document that play here lead without scripts. */
type Invitation = { text: string; page: string }

type Props = {
  file: LessonFile
  /** The lesson's other videos, which follow it. */
  more?: LessonFile[]
  lesson: Pick<FreeLesson, 'id' | 'titulo'> & { curso: Pick<FreeLesson['curso'], 'nombre' | 'imagen'> }
  invitation?: Invitation
  /** What is offered after the last video. */
  sale?: CartItem | null
}
type Showing = { at: number; attempt: number; state: 'playing' | 'failed' | 'ended' }

function Invite({ invitation, title }: { invitation: Invitation; title: string }) {
  return (
    <div className={poster.poster}>
      <a
        className={poster.play}
        href={invitation.page}
        data-in-place=""
        onPointerEnter={preloadPlayer}
        onFocus={preloadPlayer}
      >
        <span className={poster.circle} aria-hidden="true">
          <IconPlayerPlayFilled size="42%" />
        </span>
        <span className={poster.resume}>{invitation.text}</span>
        <span className="visually-hidden">{title}</span>
      </a>
      <span className={poster.caption} aria-hidden="true">
        <span className={poster.videoTitle}>{title}</span>
      </span>
    </div>
  )
}

/** Plays here what links elsewhere in the document offer too; before the router, which would open the lesson's page. */
function usePressedLinks(page: string | undefined, onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    if (!page) return
    const onClick = (event: MouseEvent) => {
      const { target, ctrlKey, metaKey, shiftKey } = event
      const link = target instanceof Element && target.closest('a[data-in-place]')
      if (!link || link.getAttribute('href') !== page || ctrlKey || metaKey || shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      press()
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [page])
}

/** The videos of a free lesson, or of one that is being written: the seconds are not stored. */
export default function PublicVideo({ file, more = [], lesson, invitation, sale }: Props) {
  const [showing, setShowing] = useState<Showing | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const play = (at = 0) => setShowing((old) => ({ at, attempt: (old?.attempt ?? 0) + 1, state: 'playing' }))
  // The player goes on telling that it works after its end.
  const become = (state: Showing['state']) =>
    setShowing((old) => (old && old.state !== 'ended' ? { ...old, state } : old))
  usePressedLinks(invitation?.page, () => {
    stage.current?.scrollIntoView({ block: 'nearest' })
    if (showing?.state !== 'playing') play()
  })
  const { at = 0, attempt, state } = showing ?? {}
  const shown = more[at - 1] ?? file
  const end = () => {
    if (at < more.length) play(at + 1)
    else if (sale) become('ended')
  }
  return (
    <div className={classes.free}>
      <div ref={stage} className={classes.stage} data-state={state}>
        <StagePicture image={lesson.curso.imagen} place={0} />
        {!showing && invitation && <Invite invitation={invitation} title={lesson.titulo} />}
        {!showing && !invitation && <Poster file={file} resume={0} onPlay={() => play()} />}
        {showing && (
          <Player
            key={attempt}
            file={shown}
            start={0}
            onSecond={() => undefined}
            hidden={state !== 'playing'}
            onWorking={(working) => become(working ? 'playing' : 'failed')}
            onWatched={() => undefined}
            onEnded={end}
          />
        )}
        {state === 'failed' && (
          <Late>
            <VideoFailure
              lesson={lesson}
              file={shown}
              text={invitation ? 'Puedes verlo allá.' : 'Puedes verlo allá o leer la lección aquí abajo.'}
              onRetry={() => play(at)}
            />
          </Late>
        )}
        {state === 'ended' && sale && (
          <Late>
            <FreeEnd sale={sale} onReplay={() => play()} />
          </Late>
        )}
      </div>
    </div>
  )
}
