import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { IconChecklist, IconMessageCircleQuestion } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count } from '../../lib/format'
import { stateLook } from '../blocks/save-text'
import classes from './courses.module.css'

export type ExamNode = CourseDesk['evaluaciones'][number]

function factsOf({ modelo, preguntas, puntos, intentos_abiertos }: ExamNode): string {
  const isExam = modelo === 'examen'
  const facts = [
    isExam ? 'Examen' : 'Encuesta',
    count(preguntas, 'pregunta', 'preguntas'),
    isExam && count(puntos, 'punto', 'puntos'),
    intentos_abiertos > 0 && count(intentos_abiertos, 'intento abierto', 'intentos abiertos'),
  ]
  return facts.filter(Boolean).join(' · ')
}

/** An exam or a survey, as a line that leads to its questions or to its results. */
export function ExamLine({ exam, to }: { exam: ExamNode; to: string }) {
  const { nombre, modelo, estado } = exam
  const Drawing = modelo === 'examen' ? IconChecklist : IconMessageCircleQuestion
  return (
    <span className={classes.line}>
      <Link to={to} className={classes.name}>
        <Drawing size={18} stroke={1.7} aria-hidden />
        <span>{nombre || 'Sin nombre'}</span>
      </Link>
      <span className={classes.facts}>
        <span className={classes.words}>{factsOf(exam)}</span>
        {estado !== 'publicado' && <span className={classes.mark}>{stateLook(estado, false).short}</span>}
      </span>
    </span>
  )
}
