import type { DetailedCourse, EvaluationCard } from '@campus/contract/learning'
import { isExam } from '@campus/contract/rules'
import { type Icon, IconCertificate, IconChevronRight, IconMessages } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count } from '../../../lib/format'
import { lessonsMissing } from '../../../lib/lessons-missing'
import { forumsPath } from '../../../lib/paths'
import { IconTile, type TileTone } from '../../../ui/icon-tile'
import { EvaluationRow } from '../evaluation-row'
import classes from './course-aside.module.css'

type CardProps = { to: string; icon: Icon; tone: TileTone; title: string; text: string }

function LinkCard({ to, icon, tone, title, text }: CardProps) {
  return (
    <li className={classes.card}>
      <Link to={to} prefetch="intent" className={classes.link}>
        <IconTile icon={icon} tone={tone} />
        <span className={classes.words}>
          <strong>{title}</strong>
          <span className={classes.text}>{text}</span>
        </span>
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </li>
  )
}

function earlyText(course: DetailedCourse, card: EvaluationCard): string | undefined {
  const missing = lessonsMissing(course)
  if (isExam(card)) return missing > 0 ? `Al final: te faltan ${count(missing, 'lección', 'lecciones')}` : undefined
  return course.progreso && course.estado_avance !== 'terminado' ? 'Para cuando termines el curso' : undefined
}

/** What belongs to the whole course: final exam, survey, forum and certificates. */
export function CourseAside({ course }: { course: DetailedCourse }) {
  const exams = course.evaluaciones.filter(isExam)
  const surveys = course.evaluaciones.filter((card) => !isExam(card))
  const code = course.codigo_certificado
  return (
    <aside aria-label="Del curso completo" className={classes.aside}>
      <ul className={classes.cards}>
        {[...exams, ...surveys].map((card) => (
          <li key={card.id} className={classes.card}>
            <EvaluationRow card={card} early={earlyText(course, card)} />
          </li>
        ))}
        <LinkCard
          to={forumsPath(course.id)}
          icon={IconMessages}
          tone="accent"
          title="Foro del curso"
          text="Pregunta, responde y comparte"
        />
        {code && (
          <LinkCard
            to={`/certificado/${code}`}
            icon={IconCertificate}
            tone="good"
            title="Tu certificado del curso"
            text="Míralo, descárgalo, compártelo"
          />
        )}
        <LinkCard
          to={`/certificado-modulo/${course.id}`}
          icon={IconCertificate}
          tone="brand"
          title="Certificados por módulo"
          text="Los que tienes y los que te faltan"
        />
      </ul>
    </aside>
  )
}
