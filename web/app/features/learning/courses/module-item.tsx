import { academicHours, studyTime, totalMinutes } from '@campus/contract/durations'
import type { DetailedCourse, NextPiece } from '@campus/contract/learning'
import { badgeOf, isExam } from '@campus/contract/rules'
import { Button, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCertificate, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useCallback, useId } from 'react'
import { Link } from 'react-router'
import { count } from '../../../lib/format'
import { Dialog } from '../../../ui/dialog'
import { GradeBadge } from '../../../ui/grade-badge'
import { EvaluationRow } from '../evaluation-row'
import { LessonLink } from './lesson-link'
import classes from './module-item.module.css'
import { TEXTS } from './texts'

export type DetailedModule = DetailedCourse['modulos'][number]

function NoLessons({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={TEXTS.noLessonsTitle} centered>
      <Text mb="lg">{TEXTS.noLessonsText}</Text>
      <Button fullWidth onClick={onClose} data-autofocus>
        Entendido
      </Button>
    </Dialog>
  )
}

function factsOf(module: DetailedModule): string {
  const done = module.estado?.completadas ?? 0
  const facts = [count(module.cantidad_lecciones, 'lección', 'lecciones')]
  if (done > 0) facts.push(count(done, 'completada', 'completadas'))
  const minutes = totalMinutes(module.lecciones)
  if (minutes > 0) facts.push(studyTime(minutes))
  if (module.horas > 0) facts.push(academicHours(module.horas))
  return facts.join(' · ')
}

/** Below the pass mark the badge says how the exam stands (docs/product/learning.md 3.2). */
function ModuleBadge({ module }: { module: DetailedModule }) {
  if (!module.tiene_examen || !module.estado) return null
  const { porcentaje } = module.estado
  const exam = module.evaluaciones.find((card) => isExam(card) && !card.aprobado)
  return <GradeBadge exam={exam && badgeOf(porcentaje) === 'pendiente' ? exam : { porcentaje }} />
}

function Badges({ module }: { module: DetailedModule }) {
  const code = module.estado?.codigo_certificado
  return (
    <div className={classes.marks}>
      <ModuleBadge module={module} />
      {code && (
        <Link to={`/certificado/${code}`} className={classes.certificate}>
          <IconCertificate size={22} aria-hidden />
          <span>Certificado</span>
          <span className="visually-hidden">{` del módulo ${module.nombre}`}</span>
        </Link>
      )}
    </div>
  )
}

type Current = { current: NextPiece | null; started: boolean }

function Contents({ module, current, started }: { module: DetailedModule } & Current) {
  const lessonId = current?.tipo === 'leccion' ? current.id_leccion : undefined
  return (
    <>
      <ul className={classes.lessons}>
        {module.lecciones.map((lesson) => (
          <li key={lesson.id}>
            <LessonLink lesson={lesson} module={module} current={lesson.id === lessonId} started={started} />
          </li>
        ))}
      </ul>
      {module.evaluaciones.length > 0 && (
        <ul className={classes.evaluations}>
          {module.evaluaciones.map((card) => (
            <li key={card.id}>
              <EvaluationRow card={card} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type ModuleItemProps = Current & {
  module: DetailedModule
  number: number
  initiallyOpen: boolean
  requested: boolean
}

/** One without lessons opens a dialog (docs/product/learning.md 3.3). */
export function ModuleItem({ module, number, initiallyOpen, requested: asked, ...current }: ModuleItemProps) {
  const bodyId = useId()
  const empty = !module.primera_leccion_id
  const [open, { toggle }] = useDisclosure(initiallyOpen && !empty)
  const [warned, warning] = useDisclosure(false)
  const full = module.cantidad_lecciones > 0 && module.estado?.completadas === module.cantidad_lecciones
  // The address names this module, so it scrolls into view on the first render.
  const show = useCallback(
    (item: HTMLLIElement | null) => {
      if (asked) item?.scrollIntoView({ block: 'start' })
    },
    [asked],
  )
  return (
    <li ref={show} className={classes.module} data-open={open || undefined}>
      <div className={classes.head}>
        <span className={classes.number} data-full={full || undefined} aria-hidden="true">
          {full ? <IconCheck size={20} stroke={2.5} /> : number}
        </span>
        <Title order={3} className={classes.name}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={empty ? undefined : open}
            aria-controls={empty ? undefined : bodyId}
            onClick={empty ? warning.open : toggle}
          >
            {module.nombre}
          </button>
          <span className={classes.facts}>{factsOf(module)}</span>
        </Title>
        <Badges module={module} />
        {!empty && <IconChevronDown className={classes.chevron} size={22} aria-hidden />}
      </div>
      {empty ? (
        <NoLessons opened={warned} onClose={warning.close} />
      ) : (
        <div id={bodyId} className={classes.body} hidden={!open}>
          <Contents module={module} {...current} />
        </div>
      )}
    </li>
  )
}
