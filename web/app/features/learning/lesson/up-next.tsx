import type { LessonFile } from '@campus/contract/catalogue'
import type { DetailedLesson } from '@campus/contract/learning'
import { IconArrowRight, IconRefresh } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { modulesPath, piecePath } from '../../../lib/paths'
import { Button } from '../../../ui/button'
import classes from './stage-faces.module.css'
import { TEXTS } from './texts'
import { useFinish } from './use-lesson-actions'

const COUNTDOWN_S = 5
const FIELDS = 'input, textarea, select, [contenteditable]'

const isField = (element: EventTarget | null) => element instanceof Element && element.matches(FIELDS)

/** Never while the student types, reads a dialog, cannot see the card or prefers reduced motion. */
function mayCount(): boolean {
  return !(
    isField(document.activeElement) ||
    document.querySelector('dialog[open]') ||
    document.fullscreenElement ||
    document.visibilityState === 'hidden' ||
    window.matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/** Counts down once, until it is stopped, by Escape too, or a field gets the focus. */
function useCountdown(enabled: boolean, onOver: () => void) {
  const [counting, setCounting] = useState(() => enabled && mayCount())
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (!counting) return
    const timer = setTimeout(() => {
      setCounting(false)
      if (mayCount()) over()
    }, COUNTDOWN_S * 1000)
    const onFocus = (event: FocusEvent) => isField(event.target) && setCounting(false)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setCounting(false)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [counting])
  return { counting, stop: () => setCounting(false) }
}

function Ring() {
  return (
    <svg className={classes.ring} viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="17" />
      <circle cx="20" cy="20" r="17" pathLength="1" className={classes.sweep} />
    </svg>
  )
}

type CardProps = { label: string; title: string; auto: boolean; action: string; onGo: () => void; onReplay: () => void }

function Card({ label, title, auto, action, onGo, onReplay }: CardProps) {
  const { counting, stop } = useCountdown(auto, onGo)
  return (
    <section className={classes.face} aria-label="Fin del video">
      {counting && <Ring />}
      <p className={classes.text}>{label}</p>
      <p className={classes.title}>{title}</p>
      <p className="visually-hidden" role="status">
        {counting
          ? `El video terminó. Sigue en ${COUNTDOWN_S} segundos: ${title}`
          : `El video terminó. ${label} ${title}`}
      </p>
      <div className={classes.acts}>
        <Button onClick={onGo} rightSection={<IconArrowRight size={18} aria-hidden />}>
          {action}
        </Button>
        {counting && (
          <Button variant="default" onClick={stop}>
            Cancelar
          </Button>
        )}
        <Button variant="default" onClick={onReplay} leftSection={<IconRefresh size={18} aria-hidden />}>
          Ver de nuevo
        </Button>
      </div>
    </section>
  )
}

type Props = {
  lesson: DetailedLesson
  /** The lesson's next video. */
  video: LessonFile | undefined
  onVideo: () => void
  onReplay: () => void
}

/** What comes after the video: its neighbour in the lesson, the mark, or the next piece (docs/product/learning.md 5.12). */
export default function UpNext({ lesson, video, onVideo, onReplay }: Props) {
  const navigate = useNavigate()
  const finish = useFinish(lesson)
  const { siguiente, estado_avance, codigo_certificado } = lesson.curso
  const finished = estado_avance === 'terminado'
  if (video)
    return <Card label="Sigue el video" title={video.titulo} auto action="Ver" {...{ onReplay }} onGo={onVideo} />
  if (!lesson.completada)
    return (
      <Card
        label="Terminaste el video"
        title={lesson.titulo}
        auto={false}
        action={TEXTS.finish}
        onGo={finish.go}
        onReplay={onReplay}
      />
    )
  if (!siguiente || finished) {
    const paper = finished && codigo_certificado
    return (
      <Card
        label={finished ? 'Terminado' : 'Terminaste'}
        title={lesson.curso.nombre}
        auto={false}
        action={paper ? 'Ver certificado' : 'Volver al curso'}
        onGo={() => navigate(paper ? `/certificado/${paper}` : modulesPath(lesson.curso.id))}
        onReplay={onReplay}
      />
    )
  }
  return (
    <Card
      key={piecePath(siguiente)}
      label="Sigue"
      title={siguiente.titulo}
      auto={siguiente.tipo === 'leccion'}
      action="Ir ahora"
      onGo={() => navigate(piecePath(siguiente))}
      onReplay={onReplay}
    />
  )
}
