import type { LessonFile } from '@campus/contract/catalogue'
import type { DetailedLesson } from '@campus/contract/learning'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { client } from '../../../lib/client'
import { useUser } from '../../../lib/session'
import { Late } from '../../../ui/late'
import { CinemaSwitch } from './cinema-switch'
import { Player } from './late-player'
import { patchLesson } from './lesson-cache'
import { parseSecond } from './linked-second'
import { Poster, StagePicture } from './poster'
import { useLessonSettings } from './settings'
import { useMark } from './use-lesson-actions'
import classes from './video.module.css'

const VideoFailure = lazy(() => import('./video-failure'))
const UpNext = lazy(() => import('./up-next'))

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
function useAutoComplete(lesson: DetailedLesson): (file: number) => void {
  const { archivos, completada } = lesson
  const { mark } = useMark(lesson)
  const watched = useRef(new Set<number>())
  const isStudent = useUser().tipo_cliente === 'Alumno'
  return (file) => {
    watched.current.add(file)
    const all = archivos.every((video) => watched.current.has(video.id))
    if (all && isStudent && !completada && useLessonSettings.getState().autoComplete) mark()
  }
}

/** Saves the second of a playing video (docs/product/learning.md 4.3). */
function useSaveSecond(lesson: number): (segundo: number) => void {
  const queryClient = useQueryClient()
  return (segundo) => {
    patchLesson(queryClient, lesson, (old) => ({ ...old, segundo }))
    queryClient.invalidateQueries({ queryKey: ['get', '/api/inicio'] })
    const body = { segundo }
    // `keepalive` survives leaving the page; a lost save is repaired by the next.
    client
      .PUT('/api/progreso/leccion/{id}', { params: { path: { id: String(lesson) } }, body, keepalive: true })
      .catch(() => undefined)
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
  const saveSecond = useSaveSecond(lesson.id)
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
  const place = lesson.lecciones.findIndex(({ id }) => id === lesson.id) + 1
  return (
    <div className={classes.video}>
      <div className={classes.stage} data-playing={state === 'playing' || undefined} data-state={state}>
        <StagePicture image={lesson.curso.imagen} place={place} />
        {showing === null ? (
          <Poster file={file} resume={main ? resume : 0} onPlay={play} />
        ) : (
          <Player
            key={`${file.id} ${attempt}`}
            file={file}
            start={start ?? 0}
            onSecond={(second) => recorded && main && saveSecond(second)}
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
            <VideoFailure
              lesson={lesson}
              file={file}
              text="La lección se puede leer y completar igual."
              onRetry={() => play(start ?? 0)}
            />
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
      <CinemaSwitch />
      {lesson.archivos.length > 1 && <Playlist files={lesson.archivos} shown={shown} onChoose={choose} />}
    </div>
  )
}
