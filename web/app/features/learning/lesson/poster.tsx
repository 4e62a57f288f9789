import type { LessonFile } from '@campus/contract/catalogue'
import { IconPlayerPlayFilled, IconRefresh } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { formatClock } from '../../../lib/format'
import { Picture } from '../../../ui/picture'
import { preloadPlayer } from './late-player'
import classes from './poster.module.css'
import { PROVIDERS } from './providers'

type StageProps = {
  image: string | null
  /** Of the lesson in its module, from 1; 0 says nothing. */
  place: number
}

/** The ground of the stage, another one for each lesson: the course's picture, or the brand's colours where it has none. */
export function StagePicture({ image, place }: StageProps) {
  return (
    <div className={classes.ground} style={{ '--place': place } as CSSProperties}>
      {image && (
        <div className={classes.picture}>
          <Picture src={image} alt="" ratio={16 / 9} sizes="(max-width: 860px) 100vw, 960px" eager />
        </div>
      )}
      {place > 0 && (
        <span className={classes.number} aria-hidden>
          {place}
        </span>
      )}
    </div>
  )
}

type PosterProps = {
  file: Pick<LessonFile, 'tipo_video' | 'titulo'>
  /** The second at which to continue. */
  resume: number
  onPlay: (second: number) => void
}

/** What is seen before the video: no request to the provider before the button is pressed. */
export function Poster({ file, resume, onPlay }: PosterProps) {
  const { icon: Provider, name } = PROVIDERS[file.tipo_video]
  const act = resume > 0 ? `Continuar en ${formatClock(resume)}` : 'Ver el video'
  return (
    <div className={classes.poster}>
      <button
        type="button"
        className={classes.play}
        onPointerEnter={preloadPlayer}
        onFocus={preloadPlayer}
        onClick={() => onPlay(resume)}
        aria-label={file.titulo ? `${act}: ${file.titulo}` : act}
      >
        <span className={classes.circle} aria-hidden="true">
          <IconPlayerPlayFilled size="42%" />
        </span>
        <span className={classes.resume}>{act}</span>
      </button>
      <span className={classes.caption}>
        <span className={classes.videoTitle}>{file.titulo}</span>
        <span className={classes.provider}>
          <Provider size={18} aria-hidden />
          <span>{name}</span>
        </span>
      </span>
      {resume > 0 && (
        <button type="button" className={classes.again} onClick={() => onPlay(0)}>
          <IconRefresh size={14} aria-hidden />
          <span>Desde el inicio</span>
        </button>
      )}
    </div>
  )
}
