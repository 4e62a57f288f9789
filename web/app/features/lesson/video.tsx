import type { LessonFile } from '@campus/contract/catalogue'
import type { DetailedLesson } from '@campus/contract/learning'
import { IconBrandVimeo, IconBrandYoutube, IconPlayerPlayFilled, IconPlayerSkipBackFilled } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatClock } from '../../platform/format'
import { askedSecond, playerAddress } from './player'
import { usePlayback } from './use-playback'
import classes from './video.module.css'

const PROVIDERS = {
  youtube: { icon: IconBrandYoutube, name: 'YouTube' },
  vimeo: { icon: IconBrandVimeo, name: 'Vimeo' },
}

type PlayerProps = { file: LessonFile; lesson: number; start: number; remembered: boolean }

function Player({ file, lesson, start, remembered }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  // Built once: a new address would begin the video again.
  const [address] = useState(() => playerAddress(file, start, window.location.origin))
  usePlayback({ frame, provider: file.tipo_video, lesson, start, remembered })
  // The pressed button is gone: whoever uses the keyboard goes on in the player.
  const keep = useCallback((element: HTMLIFrameElement | null) => {
    frame.current = element
    element?.focus({ preventScroll: true })
  }, [])
  return (
    <iframe
      ref={keep}
      className={classes.frame}
      src={address}
      title={`Video: ${file.titulo}`}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}

type PosterProps = { file: LessonFile; resume: number; onPlay: (second: number) => void }

/** Drawn by us: nothing is asked of the provider before somebody wants to see the video. */
function Poster({ file, resume, onPlay }: PosterProps) {
  const { icon: Provider, name } = PROVIDERS[file.tipo_video]
  return (
    <div className={classes.poster}>
      <button type="button" className={classes.play} onClick={() => onPlay(resume)}>
        <span className={classes.circle} aria-hidden="true">
          <IconPlayerPlayFilled size="42%" />
        </span>
        <span className={classes.resume}>{resume > 0 ? `Continuar en ${formatClock(resume)}` : 'Ver el video'}</span>
      </button>
      <span className={classes.caption}>
        <span className={classes.videoTitle}>{file.titulo}</span>
        <span className={classes.provider}>
          <Provider size={18} aria-hidden />
          {name}
        </span>
      </span>
      {resume > 0 && (
        <button type="button" className={classes.again} onClick={() => onPlay(0)}>
          <IconPlayerSkipBackFilled size={14} aria-hidden />
          <span>Desde el inicio</span>
        </button>
      )}
    </div>
  )
}

type PlaylistProps = { files: LessonFile[]; shown: number; onChoose: (index: number) => void }

function Playlist({ files, shown, onChoose }: PlaylistProps) {
  return (
    <ol className={classes.playlist} aria-label="Videos de la lección">
      {files.map((file, index) => (
        <li key={file.id}>
          <button type="button" aria-current={index === shown || undefined} onClick={() => onChoose(index)}>
            <span className={classes.order} aria-hidden="true">
              {index === shown ? <IconPlayerPlayFilled size={14} /> : index + 1}
            </span>
            {file.titulo}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The lesson's videos: a light placeholder until play, then the provider's player from the remembered second on. */
export function LessonVideo({ lesson }: { lesson: DetailedLesson }) {
  const [shown, setShown] = useState(0)
  const [playing, setPlaying] = useState<{ start: number } | null>(null)
  const [search] = useSearchParams()
  const file = lesson.archivos[shown]
  if (!file) return null
  // One second is kept per lesson: it is the first video's.
  const main = shown === 0
  // An exam's review points at the second that explains the answer.
  const resume = askedSecond(search.get('t')) ?? lesson.segundo
  const choose = (index: number) => {
    setShown(index)
    setPlaying({ start: index === 0 ? resume : 0 })
  }
  return (
    <div className={classes.video}>
      <div className={classes.stage} data-playing={playing !== null || undefined}>
        {playing ? (
          <Player key={file.id} file={file} lesson={lesson.id} start={playing.start} remembered={main} />
        ) : (
          <Poster file={file} resume={main ? resume : 0} onPlay={(start) => setPlaying({ start })} />
        )}
      </div>
      {lesson.archivos.length > 1 && <Playlist files={lesson.archivos} shown={shown} onChoose={choose} />}
    </div>
  )
}
