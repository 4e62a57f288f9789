import { totalMinutes, workload } from '@campus/contract/durations'
import { IconCalendarEvent, IconClock, IconListCheck } from '@tabler/icons-react'
import { count, formatDateTime } from '../../../lib/format'
import { cataloguePath, freeLessonPath } from '../../../lib/paths'
import { startText } from '../../../lib/session-time'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Html } from '../../../ui/html'
import { Island } from '../../../ui/island'
import { Late } from '../../../ui/late'
import { PageHead } from '../../../ui/page-head'
import { Picture } from '../../../ui/picture'
import { ZoneMark } from '../../../ui/zone-mark'
import { PublicVideo } from '../../learning/learning'
import { LevelBadge } from '../level-badge'
import { SaleGrid } from '../sale-grid'
import { BuyCard, useSale, VIDEO } from './buy-card'
import classes from './course-view.module.css'
import { countExams, countLessons, type DetailPage, lessonsOf, type Outline, trialOf } from './outline'
import { Certificate, Learnings, Share, Teachers } from './sections'
import { Syllabus } from './syllabus'
import { TEXTS } from './texts'

function Start({ proxima_clase, fecha_inicio, grupos }: Outline) {
  const open = grupos ? 'Empieza con tu grupo' : 'Empieza cuando quieras'
  return (
    <span>
      <span>{fecha_inicio ? startText(fecha_inicio, Date.now()) : open}</span>
      {proxima_clase && (
        <>
          <span>{` · próxima clase en vivo: ${formatDateTime(proxima_clase)}`}</span>
          <ZoneMark />
        </>
      )}
    </span>
  )
}

function Teaching({ docentes }: Outline) {
  if (docentes.length === 0) return null
  return (
    <a href="#docentes" className={classes.teaching}>
      {docentes.slice(0, 3).map(({ id, foto_perfil }) => (
        <span key={id} className={classes.face}>
          <Picture src={foto_perfil} alt="" ratio={1} sizes="40px" round />
        </span>
      ))}
      <span>{`Con ${docentes.map(({ nombres, apellidos }) => `${nombres} ${apellidos}`).join(' y ')}`}</span>
    </a>
  )
}

type Offer = { course: Outline; sale: ReturnType<typeof useSale> }

/** The course's picture, or its free lesson, which plays in its place. */
function Stage({ course, sale }: Offer) {
  const { id, nombre, imagen } = course
  const lesson = trialOf(course)
  const [file, ...more] = lesson?.archivos ?? []
  if (!lesson || !file)
    return <Picture src={imagen} alt="" ratio={16 / 9} sizes="(max-width: 1023px) 92vw, 780px" eager />
  const { titulo } = lesson
  const offer = lesson.id === lessonsOf(course)[0]?.id ? TEXTS.tryFirst : TEXTS.tryOne
  const text = sale.ownership.state === 'owned' ? TEXTS.play : offer
  return (
    <Late>
      <Island
        name={VIDEO}
        part={PublicVideo}
        props={{
          file: { ...file, titulo: file.titulo || titulo },
          more,
          lesson: { id: lesson.id, titulo, curso: { nombre, imagen } },
          invitation: { text, page: freeLessonPath(id, lesson.id) },
          sale: sale.item,
        }}
      />
    </Late>
  )
}

function Head({ course, sale }: Offer) {
  const lessons = countLessons(course)
  return (
    <header className={classes.head}>
      {course.nivel && <LevelBadge level={course.nivel} />}
      <PageHead title={course.nombre} documentTitle={null} flush />
      <div className={classes.stage}>
        <Stage course={course} sale={sale} />
      </div>
      <Teaching {...course} />
      <ul className={classes.facts}>
        {workload({ horas: course.horas, minutos: totalMinutes(lessonsOf(course)) }).map((fact) => (
          <li key={fact}>
            <IconClock size={20} stroke={1.7} aria-hidden />
            <span>{fact}</span>
          </li>
        ))}
        {lessons > 0 && (
          <li>
            <IconListCheck size={20} stroke={1.7} aria-hidden />
            <span>{count(lessons, 'lección', 'lecciones')}</span>
          </li>
        )}
        <li>
          <IconCalendarEvent size={20} stroke={1.7} aria-hidden />
          <Start {...course} />
        </li>
      </ul>
    </header>
  )
}

export function CourseView({ page }: { page: DetailPage }) {
  const { course, related } = page
  const exams = countExams(course)
  const sale = useSale(course)
  return (
    <>
      <Breadcrumbs
        items={[
          { text: 'Cursos', to: '/cursos' },
          { text: course.categoria, to: cataloguePath(course.id_categoria) },
          { text: course.nombre },
        ]}
      />
      <div className={classes.page}>
        <Head course={course} sale={sale} />
        <div className={classes.aside}>
          <BuyCard course={course} sale={sale} />
        </div>
        <div className={classes.body}>
          <Learnings points={course.aprenderas} />
          <Syllabus course={course} inPlace={trialOf(course)?.id} owned={sale.ownership.state === 'owned'} />
          {course.descripcion && (
            <section aria-labelledby="acerca">
              <h2 id="acerca">{TEXTS.about}</h2>
              <Html html={course.descripcion} />
            </section>
          )}
          <Teachers teachers={course.docentes} />
          <Certificate exams={exams} certified={course.certificado} />
          <Share id={course.id} nombre={course.nombre} />
        </div>
      </div>
      {related.length > 0 && (
        <section aria-labelledby="relacionados" className={classes.related}>
          <h2 id="relacionados">{TEXTS.related}</h2>
          <SaleGrid courses={related} />
        </section>
      )}
    </>
  )
}
