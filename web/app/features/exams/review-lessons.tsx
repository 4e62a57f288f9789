import type { ReviewQuestion } from '@campus/contract/exams'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { lessonPath } from '../../lib/paths'
import classes from './review-lessons.module.css'
import { lessonsToReview } from './review-status'

const LIST = new Intl.ListFormat('es', { type: 'conjunction' })

const questionsText = (places: number[]): string =>
  `${places.length === 1 ? 'Pregunta' : 'Preguntas'} ${LIST.format(places.map(String))}`

type Props = { questions: ReviewQuestion[]; course: number; beside?: boolean }

/** Where to study before another attempt: a lesson once, however many of its questions went wrong. */
export function ReviewLessons({ questions, course, beside = false }: Props) {
  const lessons = lessonsToReview(questions)
  // A question that stands beside has its own link.
  if (lessons.reduce((sum, { preguntas }) => sum + preguntas.length, 0) < (beside ? 2 : 1)) return null
  return (
    <nav
      aria-labelledby={beside ? 'lecciones-por-repasar' : 'repaso'}
      className={classes.card}
      data-beside={beside || undefined}
    >
      {beside && (
        <h3 id="lecciones-por-repasar" className={classes.title}>
          {lessons.length === 1 ? 'Repasa esta lección' : 'Repasa estas lecciones'}
        </h3>
      )}
      <ol>
        {lessons.map(({ id, id_modulo, titulo, segundo, preguntas }) => {
          const path = lessonPath({ id_curso: course, id_modulo, id_leccion: id })
          return (
            <li key={id}>
              <Link to={segundo === null ? path : `${path}?t=${segundo}`} className={classes.lesson}>
                <span>
                  <span className={classes.name}>{titulo}</span>
                  <span className={classes.questions}>{questionsText(preguntas)}</span>
                </span>
                <IconChevronRight size={18} aria-hidden />
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
