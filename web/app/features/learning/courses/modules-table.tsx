import { academicHours, studyTime, totalMinutes } from '@campus/contract/durations'
import type { DetailedCourse } from '@campus/contract/learning'
import { badgeOf, isExam } from '@campus/contract/rules'
import { IconCertificate, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useCallback, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { GradeBadge } from '../../../ui/grade-badge'
import { Stack } from '../../../ui/stack'
import { EvaluationRow } from '../evaluation-row'
import { LessonLink } from './lesson-link'
import classes from './modules-table.module.css'
import { TEXTS } from './texts'

type DetailedModule = DetailedCourse['modulos'][number]

function NoLessons({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={TEXTS.noLessonsTitle}>
      <Stack gap="lg">
        <p>{TEXTS.noLessonsText}</p>
        <Button fullWidth onClick={onClose} data-autofocus>
          Entendido
        </Button>
      </Stack>
    </Dialog>
  )
}

function LessonCount({ module: { estado, cantidad_lecciones: all } }: { module: DetailedModule }) {
  return (
    <>
      <span>{estado ? `${estado.completadas} de ${all}` : all}</span>
      <span>{all === 1 ? ' lección' : ' lecciones'}</span>
    </>
  )
}

/** Of a module with several exams, the one that is not passed. */
function Grade({ module }: { module: DetailedModule }) {
  if (!module.tiene_examen || !module.estado) return null
  const { porcentaje } = module.estado
  const exam = module.evaluaciones.find((card) => isExam(card) && !card.aprobado)
  return <GradeBadge exam={exam && badgeOf(porcentaje) === 'pendiente' ? exam : { porcentaje }} />
}

function CertificateLink({ module }: { module: DetailedModule }) {
  const code = module.estado?.codigo_certificado
  if (!code) return null
  return (
    <Link to={`/certificado/${code}`} className={classes.certificate}>
      <IconCertificate size={24} aria-hidden />
      <span className="visually-hidden">{`Certificado del módulo ${module.nombre}`}</span>
    </Link>
  )
}

function Contents({ module, course }: { module: DetailedModule; course: DetailedCourse }) {
  const { siguiente, estado_avance } = course
  const current = siguiente?.tipo === 'leccion' ? siguiente.id_leccion : undefined
  const minutes = totalMinutes(module.lecciones)
  const facts = [minutes > 0 && studyTime(minutes), module.horas > 0 && academicHours(module.horas)].filter(Boolean)
  return (
    <>
      {facts.length > 0 && <p className={classes.facts}>{facts.join(' · ')}</p>}
      <ul>
        {module.lecciones.map((lesson) => (
          <li key={lesson.id}>
            <LessonLink
              lesson={lesson}
              module={module}
              current={lesson.id === current}
              started={estado_avance !== 'sin_empezar'}
            />
          </li>
        ))}
        {module.evaluaciones.map((card) => (
          <li key={card.id}>
            <EvaluationRow card={card} />
          </li>
        ))}
      </ul>
    </>
  )
}

type RowsProps = { course: DetailedCourse; module: DetailedModule; number: number; initial: boolean; asked: boolean }

/** A module's row and the one it unfolds; without lessons it opens a dialog (docs/product/learning.md 3.3). */
function ModuleRows({ course, module, number, initial, asked }: RowsProps) {
  const contents = useId()
  const empty = !module.primera_leccion_id
  const [open, setOpen] = useState(initial && !empty)
  const [warned, setWarned] = useState(false)
  const full = module.cantidad_lecciones > 0 && module.estado?.completadas === module.cantidad_lecciones
  // The address names this module, so it scrolls into view on the first render.
  const show = useCallback(
    (rows: HTMLTableSectionElement | null) => {
      if (asked) rows?.scrollIntoView({ block: 'start' })
    },
    [asked],
  )
  return (
    <tbody ref={show} className={classes.module} data-open={open || undefined}>
      <tr>
        <th scope="row">
          <button
            type="button"
            aria-expanded={empty ? undefined : open}
            aria-controls={empty ? undefined : contents}
            onClick={() => (empty ? setWarned(true) : setOpen(!open))}
          >
            <span className={classes.number} data-full={full || undefined} aria-hidden>
              {full ? <IconCheck size={18} stroke={2.5} /> : number}
            </span>
            <span className={classes.name}>{module.nombre}</span>
            {!empty && <IconChevronDown className={classes.chevron} size={20} aria-hidden />}
          </button>
          {empty && warned && <NoLessons onClose={() => setWarned(false)} />}
        </th>
        <td className={classes.lessons}>
          <LessonCount module={module} />
        </td>
        <td>
          <Grade module={module} />
        </td>
        <td>
          <CertificateLink module={module} />
        </td>
      </tr>
      {!empty && (
        <tr id={contents} hidden={!open}>
          <td colSpan={4} className={classes.contents}>
            <Contents module={module} course={course} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

type ModulesTableProps = {
  course: DetailedCourse
  /** Which modules begin unfolded: one, or all. */
  open: number | 'all' | undefined
  /** Of the address. */
  asked?: number
}

export function ModulesTable({ course, open, asked }: ModulesTableProps) {
  return (
    <table className={classes.table} aria-labelledby="modulos">
      <thead>
        <tr>
          <th scope="col">Módulo</th>
          <th scope="col">Lecciones</th>
          <th scope="col">Nota</th>
          <th scope="col">Certificado</th>
        </tr>
      </thead>
      {course.modulos.map((module, index) => (
        <ModuleRows
          key={module.id}
          course={course}
          module={module}
          number={index + 1}
          initial={open === 'all' || module.id === open}
          asked={module.id === asked}
        />
      ))}
    </table>
  )
}
