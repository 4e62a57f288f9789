import { type Preview, partsOf } from '@campus/contract/documents/documents'
import { PageKey } from '@campus/contract/pages'
import { moduleCopyRoutes, orderingRoutes } from '../features/authoring/authoring.routes.ts'
import { courseDocuments, publishedCourses } from '../features/authoring/course.document.ts'
import { lessonDocuments } from '../features/authoring/lesson.document.ts'
import { revealLesson } from '../features/authoring/showing.ts'
import { prizeDocuments } from '../features/awards/prizes.document.ts'
import { listPrizes } from '../features/awards/ranking.ts'
import { landingDocuments } from '../features/catalogue/landing.document.ts'
import { findLanding } from '../features/catalogue/landing.ts'
import { evaluationDocuments } from '../features/exams/evaluation.document.ts'
import { tryExam } from '../features/exams/trial.ts'
import { findDetailedCourse } from '../features/learning/courses.ts'
import { enrol } from '../features/learning/learning.ts'
import { readLesson } from '../features/learning/lessons.ts'
import { pageDocuments } from '../features/pages/page.document.ts'
import { writePageRoutes } from '../features/pages/pages.routes.ts'
import { findPage } from '../features/pages/pages.ts'
import { findTopic, generate } from '../features/prompts/prompts.ts'
import { revealTopic, topicDocuments } from '../features/prompts/topic.document.ts'
import { documentRoutes, publishingRoutes } from '../kit/documents/documents.routes.ts'
import type { Kinds, Target } from '../kit/documents/documents.ts'
import { publisherOf, type Show, type Tried } from '../kit/documents/publishing.ts'
import type { Db } from '../platform/db/database.ts'
import type { App, Deps, Identity } from '../platform/http/http.ts'

/** What each feature knows of its documents. */
export const KINDS: Kinds = {
  curso: courseDocuments,
  leccion: lessonDocuments,
  evaluacion: evaluationDocuments,
  portada: landingDocuments,
  pagina: pageDocuments,
  premios: prizeDocuments,
  tema: topicDocuments,
}

/** Of a course, for someone who is enrolled as long as the preview lasts. */
async function showCourse(
  tx: Db,
  { signer }: Deps,
  identity: Identity,
  { objeto, id }: Target,
  { entrega }: Tried,
): Promise<Preview> {
  const { kind } = partsOf(objeto)
  if (kind === 'curso') return { tipo: kind, curso: await findDetailedCourse(tx, { identity }, id) }
  if (kind === 'leccion') {
    await revealLesson(tx, id)
    const warn = () => undefined
    return { tipo: kind, leccion: await readLesson(tx, signer, identity, id, { prefetch: true, warn }) }
  }
  return tryExam(tx, identity, id, entrega)
}

/** The student's and the guest's own reads. */
const showWith =
  (deps: Deps): Show =>
  async (tx, identity, target, tried) => {
    const { id, id_cliente } = identity
    if (target.id_curso !== null) {
      const { id_curso } = target
      await enrol(tx, [{ id_usuario: id, id_curso, fecha_vencimiento: null }], { silent: true, renew: true })
      return showCourse(tx, deps, identity, target, tried)
    }
    const { kind, clave } = partsOf(target.objeto)
    if (kind === 'portada') return { tipo: kind, portada: await findLanding(tx, id_cliente) }
    if (kind === 'premios') return { tipo: kind, premios: await listPrizes(tx, id_cliente) }
    if (kind === 'pagina') return { tipo: kind, pagina: await findPage(tx, id_cliente, PageKey.parse(clave)) }
    await revealTopic(tx, target.id)
    const { respuestas } = tried
    const resultados = respuestas ? await generate(tx, identity, target.id, respuestas) : []
    return { tipo: 'tema', tema: await findTopic(tx, identity, target.id), resultados }
  }

export function stagingRoutes(app: App, deps: Deps): void {
  documentRoutes(app, deps, KINDS)
  const kinds = { ...KINDS, curso: publishedCourses(deps.config.publicUrl) }
  publishingRoutes(app, deps, kinds, showWith(deps))
  writePageRoutes(app, deps, publisherOf(deps.db, KINDS, { check: true }))
  orderingRoutes(app, deps, publisherOf(deps.db, KINDS, { check: false }))
  moduleCopyRoutes(app, deps, evaluationDocuments)
}
