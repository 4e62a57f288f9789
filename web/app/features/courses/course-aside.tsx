import type { DetailedCourse } from '@campus/contract/learning'
import { type Icon, IconCertificate, IconChevronRight, IconMessages } from '@tabler/icons-react'
import { Link } from 'react-router'
import { forumsPath } from '../../platform/paths'
import { EvaluationRow } from '../../ui/evaluation-row'
import { isExam } from '../../ui/evaluation-status'
import { IconTile, type TileTone } from '../../ui/icon-tile'
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

/** What belongs to the course as a whole: final exam, survey, forum and certificates. */
export function CourseAside({ course }: { course: DetailedCourse }) {
  const exams = course.evaluaciones.filter(isExam)
  const surveys = course.evaluaciones.filter((card) => !isExam(card))
  const code = course.codigo_certificado
  return (
    <aside aria-label="Del curso completo" className={classes.aside}>
      <ul className={classes.cards}>
        {[...exams, ...surveys].map((card) => (
          <li key={card.id} className={classes.card}>
            <EvaluationRow card={card} />
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
