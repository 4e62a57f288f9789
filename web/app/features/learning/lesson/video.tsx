import type { LessonFile } from '@campus/contract/catalogue'
import type { DetailedLesson } from '@campus/contract/learning'
import { IconPlayerPlayFilled, IconPlayerSkipBackFilled } from '@tabler/icons-react'
import { lazy, useCallback, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatClock } from '../../../lib/format'
import { useUser } from '../../../lib/session'
import { Late } from '../../../ui/late'
import { Picture } from '../../../ui/picture'
import { parseSecond, playerAddress, startOf } from './player'
import { PROVIDERS } from './providers'
import { useLessonSettings } from './settings'
import { StageTools } from './stage-tools'
import { useMark } from './use-lesson-actions'
import { usePlayback } from './use-playback'
import classes from './video.module.css'

const VideoFailure = lazy(() => import('./video-failure'))
const UpNext = lazy(() => import('./up-next'))

type PlayerProps = Omit<Parameters<typeof usePlayback>[0], 'frame' | 'provider'> & { file: LessonFile; hidden: boolean }

function Player({ file, hidden, ...playback }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const start = startOf(file, playback.start)
  // Built once: a new address would restart the video.
  const [address] = useState(() => playerAddress(file, start, window.location.origin))
  usePlayback({ frame, provider: file.tipo_video, ...playback, start })
  // The pressed button is gone, so the focus moves to the player.
  const attach = useCallback((element: HTMLIFrameElement | null) => {
    frame.current = element
    element?.focus({ preventScroll: true })
  }, [])
  return (
    <iframe
      ref={attach}
      className={classes.frame}
      src={address}
      title={`Video: ${file.titulo}`}
      inert={hidden}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}

type PosterProps = { lesson: DetailedLesson; file: LessonFile; resume: number; onPlay: (second: number) => void }

/** The course's picture: no request to the provider before the user presses play. */
function Poster({ lesson, file, resume, onPlay }: PosterProps) {
  const { icon: Provider, name } = PROVIDERS[file.tipo_video]
  const place = lesson.lecciones.findIndex(({ id }) => id === lesson.id) + 1
  return (
    <div className={classes.poster}>
      {lesson.curso.imagen && (
        <div className={classes.picture}>
          <Picture src={lesson.curso.imagen} alt="" ratio={16 / 9} sizes="(max-width: 860px) 100vw, 960px" eager />
        </div>
      )}
      <button type="button" className={classes.play} onClick={() => onPlay(resume)}>
        <span className={classes.circle} aria-hidden="true">
          <IconPlayerPlayFilled size="42%" />
        </span>
        <span className={classes.resume}>{resume > 0 ? `Continuar en ${formatClock(resume)}` : 'Ver el video'}</span>
      </button>
      <span className={classes.caption}>
        <span className={classes.titles}>
          {place > 0 && <span className={classes.number}>{`Lección ${place}`}</span>}
          <span className={classes.videoTitle}>{file.titulo}</span>
        </span>
        <span className={classes.provider}>
          <Provider size={18} aria-hidden />
          <span>{name}</span>
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
            <span>{file.titulo}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Marks the lesson once every one of its videos was watched (docs/product/learning.md 5.12). */
function useAutoComplete({ id, archivos, completada }: DetailedLesson): (file: number) => void {
  const { mark } = useMark(id)
  const watched = useRef(new Set<number>())
  const isStudent = useUser().tipo_cliente === 'Alumno'
  return (file) => {
    watched.current.add(file)
    const all = archivos.every((video) => watched.current.has(video.id))
    if (all && isStudent && !completada && useLessonSettings.getState().autoComplete) mark()
  }
}

/** `attempt` makes a new player of the same video. */
type Showing = { start: number; attempt: number; state: 'playing' | 'failed' | 'ended' }

const START = 't'

/** Where to start: the second of the address until the video plays, afterwards what was watched. */
function useStart({ segundo }: DetailedLesson): { resume: number; forget: () => void } {
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  const params = new URLSearchParams(search)
  // An exam's review links to the second that explains the answer.
  const linked = parseSecond(params.get(START))
  const forget = () => {
    if (!params.has(START)) return
    params.delete(START)
    navigate({ search: params.toString(), hash }, { replace: true, preventScrollReset: true })
  }
  return { resume: linked ?? segundo, forget }
}

/** The provider's player loads on play, from the saved second. */
export function LessonVideo({ lesson, recorded = true }: { lesson: DetailedLesson; recorded?: boolean }) {
  const [shown, setShown] = useState(0)
  const [showing, setShowing] = useState<Showing | null>(null)
  const onWatched = useAutoComplete(lesson)
  const { resume, forget } = useStart(lesson)
  const file = lesson.archivos[shown]
  if (!file) return null
  // The saved second belongs to the first video.
  const main = shown === 0
  const play = (start: number) => {
    if (recorded) forget()
    setShowing((old) => ({ start, attempt: (old?.attempt ?? 0) + 1, state: 'playing' }))
  }
  const become = (state: Showing['state']) => setShowing((old) => old && { ...old, state })
  const choose = (index: number) => {
    setShown(index)
    play(index === 0 ? resume : 0)
  }
  const { state, start, attempt } = showing ?? {}
  return (
    <div className={classes.video}>
      <div className={classes.stage} data-playing={state === 'playing' || undefined} data-state={state}>
        {showing === null ? (
          <Poster lesson={lesson} file={file} resume={main ? resume : 0} onPlay={play} />
        ) : (
          <Player
            key={`${file.id} ${attempt}`}
            file={file}
            lesson={lesson.id}
            start={start ?? 0}
            recorded={recorded && main}
            hidden={state !== 'playing'}
            onWorking={(working) => {
              if (state !== 'ended' && working !== (state === 'playing')) become(working ? 'playing' : 'failed')
            }}
            onWatched={() => onWatched(file.id)}
            onEnded={() => become('ended')}
          />
        )}
        {state === 'failed' && (
          <Late>
            <VideoFailure lesson={lesson} file={file} onRetry={() => play(start ?? 0)} />
          </Late>
        )}
        {state === 'ended' && (
          <Late>
            <UpNext
              lesson={lesson}
              video={lesson.archivos[shown + 1]}
              onVideo={() => choose(shown + 1)}
              onReplay={() => play(0)}
            />
          </Late>
        )}
      </div>
      <StageTools />
      {lesson.archivos.length > 1 && <Playlist files={lesson.archivos} shown={shown} onChoose={choose} />}
    </div>
  )
}
