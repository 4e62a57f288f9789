import type { DetailedCourse } from '@campus/contract/learning'
import { Button, Modal, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCertificate, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useCallback, useId } from 'react'
import { Link } from 'react-router'
import { count, formatHours } from '../../platform/format'
import { EvaluationRow } from '../../ui/evaluation-row'
import { GradeBadge } from '../../ui/grade-badge'
import { LessonLink } from './lesson-link'
import classes from './module-item.module.css'
import { T } from './texts'

export type DetailedModule = DetailedCourse['modulos'][number]

function NoLessons({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={T.noLessonsTitle} centered>
      <Text mb="lg">{T.noLessonsText}</Text>
      <Button fullWidth onClick={onClose} data-autofocus>
        Entendido
      </Button>
    </Modal>
  )
}

function factsOf(module: DetailedModule): string {
  const done = module.estado?.completadas ?? 0
  const facts = [count(module.cantidad_lecciones, 'lección', 'lecciones')]
  if (done > 0) facts.push(count(done, 'completada', 'completadas'))
  if (module.horas > 0) facts.push(formatHours(module.horas))
  return facts.join(' · ')
}

function Marks({ module }: { module: DetailedModule }) {
  const code = module.estado?.codigo_certificado
  return (
    <div className={classes.marks}>
      {module.tiene_examen && module.estado && <GradeBadge percent={module.estado.porcentaje} />}
      {code && (
        <Link to={`/certificado/${code}`} className={classes.certificate}>
          <IconCertificate size={22} aria-hidden />
          <span className={classes.certificateText}>Certificado</span>
          <span className="visually-hidden"> del módulo {module.nombre}</span>
        </Link>
      )}
    </div>
  )
}

function Contents({ module, current }: { module: DetailedModule; current: number | undefined }) {
  return (
    <>
      <ul className={classes.lessons}>
        {module.lecciones.map((lesson) => (
          <li key={lesson.id}>
            <LessonLink lesson={lesson} module={module} current={lesson.id === current} />
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

type ModuleItemProps = {
  module: DetailedModule
  number: number
  current: number | undefined
  initiallyOpen: boolean
  asked: boolean
}

/** A module that opens to its lessons; one without lessons says so (campus.md section 5). */
export function ModuleItem({ module, number, current, initiallyOpen, asked }: ModuleItemProps) {
  const bodyId = useId()
  const empty = !module.primera_leccion_id
  const [open, { toggle }] = useDisclosure(initiallyOpen && !empty)
  const [warned, warning] = useDisclosure(false)
  const full = module.cantidad_lecciones > 0 && module.estado?.completadas === module.cantidad_lecciones
  // The address asked for this module: it comes into sight when the list is first drawn.
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
        <Marks module={module} />
        {!empty && <IconChevronDown className={classes.chevron} size={22} aria-hidden />}
      </div>
      {empty ? (
        <NoLessons opened={warned} onClose={warning.close} />
      ) : (
        <div id={bodyId} className={classes.body} hidden={!open}>
          <Contents module={module} current={current} />
        </div>
      )}
    </li>
  )
}
