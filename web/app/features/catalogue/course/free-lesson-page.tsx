import type { FreeLesson } from '@campus/contract/learning'
import { data } from 'react-router'
import { redirectToBrand } from '../../../lib/brand-address.server'
import { serverClient } from '../../../lib/client'
import { cataloguePath, coursePath, freeLessonPath, isId } from '../../../lib/paths'
import { requestContext } from '../../../lib/request-context'
import { seo } from '../../../lib/seo'
import type { LazyIslands } from '../../../lib/waiting-scripts'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Island } from '../../../ui/island'
import { Late } from '../../../ui/late'
import { PageFailure } from '../../../ui/page-failure'
import { PageHead } from '../../../ui/page-head'
import { LessonText, PublicVideo } from '../../learning/learning'
import type { Route } from './+types/free-lesson-page'
import { ASSURANCES, BuyCard, useSale, VIDEO } from './buy-card'
import classes from './course-view.module.css'
import { outlineOf } from './outline'
import { Syllabus } from './syllabus'
import { TEXTS } from './texts'

export const handle: LazyIslands = { lazyIslands: [VIDEO, 'features/learning/lesson/check', ASSURANCES] }

/** Answers in the course's brand. @throws 404 while the lesson is not free or not published, 503 when the API is unavailable */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { idcurso, idleccion } = params
  if (!isId(idcurso) || !isId(idleccion)) throw data(null, { status: 404 })
  const page = context.get(requestContext)
  const call = serverClient(page.fetch)
  const [lesson, course] = await Promise.all([
    call.GET('/api/lecciones/{id}/vista-previa', { params: { path: { id: idleccion } } }),
    call.GET('/api/cursos/detallado/{id}', { params: { path: { id: idcurso } } }),
  ])
  if (lesson.response.status === 404 || course.response.status === 404) throw data(null, { status: 404 })
  if (!lesson.data || !course.data) throw data(null, { status: 503, headers: { 'retry-after': '30' } })
  if (lesson.data.data.curso.id !== course.data.data.id) throw data(null, { status: 404 })
  const { id_cliente } = course.data.data
  if (id_cliente !== page.brand) {
    const path = freeLessonPath(Number(idcurso), Number(idleccion))
    throw await redirectToBrand(call, { brand: id_cliente, visit: page.brand, path })
  }
  return { lesson: lesson.data.data, course: outlineOf(course.data.data) }
}

export const meta: Route.MetaFunction = (args) => {
  const { loaderData } = args
  if (!loaderData) return [{ name: 'robots', content: 'noindex' }]
  const { lesson, course } = loaderData
  return seo(args, {
    title: `${lesson.titulo} · ${course.nombre}`,
    description: `${TEXTS.free} de ${course.nombre}: ${lesson.titulo}.`,
    path: freeLessonPath(course.id, lesson.id),
    card: { path: `cursos/${course.id}`, alt: course.nombre },
  })
}

const toShow = ({ id, titulo, curso }: FreeLesson) => ({
  id,
  titulo,
  curso: { nombre: curso.nombre, imagen: curso.imagen },
})

/** A lesson that visitors may see before they buy (docs/product/shop.md 2.2). */
export default function FreeLessonPage({ loaderData }: Route.ComponentProps) {
  const { lesson, course } = loaderData
  const sale = useSale(course)
  return (
    <>
      <Breadcrumbs
        items={[
          { text: 'Cursos', to: '/cursos' },
          { text: course.categoria, to: cataloguePath(course.id_categoria) },
          { text: course.nombre, to: coursePath(course.id) },
          { text: lesson.titulo },
        ]}
      />
      <div className={classes.page}>
        <header className={classes.head}>
          <p className={classes.free}>{TEXTS.free}</p>
          <PageHead title={lesson.titulo} documentTitle={null} flush />
          {lesson.archivos.map((file, at) => (
            <div key={file.id} className={classes.stage}>
              <Late>
                <Island
                  name={VIDEO}
                  part={PublicVideo}
                  props={{
                    file: { ...file, titulo: file.titulo || lesson.titulo },
                    lesson: toShow(lesson),
                    sale: at === lesson.archivos.length - 1 ? sale.item : null,
                  }}
                />
              </Late>
            </div>
          ))}
        </header>
        <div className={classes.body}>
          <Late>
            <LessonText lesson={lesson} />
          </Late>
          <Syllabus course={course} current={lesson.id} owned={sale.ownership.state === 'owned'} />
        </div>
        <div className={classes.aside}>
          <BuyCard course={course} sale={sale} />
        </div>
      </div>
    </>
  )
}

const MISSING = { title: TEXTS.missing, text: TEXTS.missingText, to: '/cursos', action: TEXTS.seeAll }

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} title={TEXTS.loadError} missing={MISSING} />
}
