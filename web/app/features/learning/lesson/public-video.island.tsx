import type { LessonFile } from '@campus/contract/catalogue'
import type { FreeLesson } from '@campus/contract/learning'
import { lazy, useState } from 'react'
import { Late } from '../../../ui/late'
import { Player } from './player-frame'
import { Poster, StagePicture } from './poster'
import classes from './video.module.css'

const VideoFailure = lazy(() => import('./video-failure'))

type Props = {
  file: LessonFile
  lesson: Pick<FreeLesson, 'id' | 'titulo'> & { curso: Pick<FreeLesson['curso'], 'nombre' | 'imagen'> }
}
type Showing = { attempt: number; state: 'playing' | 'failed' }

/** A video of a free lesson, or of one that is being written: the seconds are not stored. */
export default function PublicVideo({ file, lesson }: Props) {
  const [showing, setShowing] = useState<Showing | null>(null)
  const play = () => setShowing((old) => ({ attempt: (old?.attempt ?? 0) + 1, state: 'playing' }))
  return (
    <div className={classes.free}>
      <div className={classes.stage} data-state={showing?.state}>
        <StagePicture image={lesson.curso.imagen} place={0} />
        {showing === null ? (
          <Poster file={file} resume={0} onPlay={play} />
        ) : (
          <Player
            key={showing.attempt}
            file={file}
            start={0}
            onSecond={() => undefined}
            hidden={showing.state === 'failed'}
            onWorking={(working) => setShowing((old) => old && { ...old, state: working ? 'playing' : 'failed' })}
            onWatched={() => undefined}
            onEnded={() => undefined}
          />
        )}
        {showing?.state === 'failed' && (
          <Late>
            <VideoFailure
              lesson={lesson}
              file={file}
              text="Puedes verlo allá o leer la lección aquí abajo."
              onRetry={play}
            />
          </Late>
        )}
      </div>
    </div>
  )
}
