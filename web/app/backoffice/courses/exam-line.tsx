import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { IconChecklist, IconMessageCircleQuestion } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count } from '../../lib/format'
import { stateLook } from '../blocks/save-text'
import classes from './courses.module.css'
import { examPath } from './paths'

export type ExamNode = CourseDesk['evaluaciones'][number]

export function examFacts({ modelo, preguntas, puntos, intentos_abiertos }: ExamNode): string {
  const isExam = modelo === 'examen'
  const facts = [
    isExam ? 'Examen' : 'Encuesta',
    count(preguntas, 'pregunta', 'preguntas'),
    isExam && count(puntos, 'punto', 'puntos'),
    intentos_abiertos > 0 && count(intentos_abiertos, 'intento abierto', 'intentos abiertos'),
  ]
  return facts.filter(Boolean).join(' · ')
}

/** An exam or a survey among the lessons. */
export function ExamLine({ course, exam }: { course: number; exam: ExamNode }) {
  const { id, nombre, modelo, estado } = exam
  const Drawing = modelo === 'examen' ? IconChecklist : IconMessageCircleQuestion
  return (
    <span className={classes.line}>
      <Link to={examPath(course, id)} className={classes.name}>
        <Drawing size={18} stroke={1.7} aria-hidden />
        <span>{nombre || 'Sin nombre'}</span>
      </Link>
      <span className={classes.facts}>
        <span>{examFacts(exam)}</span>
        {estado !== 'publicado' && <span className={classes.mark}>{stateLook(estado, false).short}</span>}
      </span>
    </span>
  )
}
