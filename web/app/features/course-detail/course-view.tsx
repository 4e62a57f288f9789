import { IconCalendarEvent, IconClock, IconStairs } from '@tabler/icons-react'
import { count, formatDay, formatHours } from '../../platform/format'
import { cataloguePath } from '../../platform/paths'
import { Crumbs } from '../../ui/crumbs'
import { Html } from '../../ui/html'
import { LevelBadge } from '../../ui/level-badge'
import { PageHead } from '../../ui/page-head'
import { SaleGrid } from '../../ui/sale-grid'
import { BuyCard } from './buy-card'
import classes from './course-view.module.css'
import { type DetailPage, examsOf, lessonsOf, type Outline } from './outline'
import { Certificate, Learnings, Share, Teachers } from './sections'
import { Syllabus } from './syllabus'
import { T } from './texts'

/** Level, name, hours, start: what one wants to know first. */
function Head({ course, late }: { course: Outline; late: boolean }) {
  const lessons = lessonsOf(course)
  return (
    <header className={classes.head}>
      {course.nivel && <LevelBadge level={course.nivel} />}
      <PageHead title={course.nombre} documentTitle={late ? course.nombre : null} flush />
      <ul className={classes.facts}>
        <li>
          <IconClock size={20} stroke={1.7} aria-hidden />
          {formatHours(course.horas)}
        </li>
        {lessons > 0 && (
          <li>
            <IconStairs size={20} stroke={1.7} aria-hidden />
            {count(lessons, 'lección', 'lecciones')}
          </li>
        )}
        <li>
          <IconCalendarEvent size={20} stroke={1.7} aria-hidden />
          {course.fecha_inicio ? `Inicio: ${formatDay(course.fecha_inicio)}` : 'Empieza cuando quieras'}
        </li>
      </ul>
    </header>
  )
}

/** A course as it is offered (look.md "Course detail"); `late` when it came after the page: it then names the document. */
export function CourseView({ page, late = false }: { page: DetailPage; late?: boolean }) {
  const { course, related } = page
  const exams = examsOf(course)
  return (
    <>
      <Crumbs
        items={[
          { text: 'Cursos', to: '/cursos' },
          { text: course.categoria, to: cataloguePath(course.id_categoria) },
          { text: course.nombre },
        ]}
      />
      <div className={classes.page}>
        <Head course={course} late={late} />
        <div className={classes.aside}>
          <BuyCard course={course} certified={exams > 0} />
        </div>
        <div className={classes.body}>
          <Learnings points={course.aprenderas} />
          <Syllabus course={course} />
          <section aria-labelledby="acerca">
            <h2 id="acerca">{T.about}</h2>
            <Html html={course.descripcion} />
          </section>
          <Teachers teachers={course.docentes} />
          <Certificate exams={exams} />
          <Share id={course.id} nombre={course.nombre} />
        </div>
      </div>
      {related.length > 0 && (
        <section aria-labelledby="relacionados" className={classes.related}>
          <h2 id="relacionados">{T.related}</h2>
          <SaleGrid courses={related} />
        </section>
      )}
    </>
  )
}
