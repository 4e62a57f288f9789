import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { checkEvaluation } from '@campus/contract/documents/evaluation'
import { OPEN } from '@campus/contract/rules'
import { Button, Group, Title } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { Late } from '../../ui/late'
import { ExamTabs } from '../attempts/exam-screen-head'
import { DocumentHead } from '../blocks/document-head'
import { byPath, FindingsProvider, fieldOfHash, focusField } from '../blocks/findings'
import { LoadedScreen } from '../blocks/loaded-screen'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { coursePath } from '../courses/paths'
import { otherDrafts, useDesk, useFieldLinks } from '../courses/use-desk'
import { isAllowed, useStaff } from '../shell/staff'
import classes from './exams.module.css'
import { QuestionForm } from './question-form'
import { QuestionList } from './question-list'
import { Settings } from './settings'
import { useRegradeOffer } from './use-regrade-offer'

const RegradeDialog = lazy(() => import('./regrade-dialog'))

type ExamProps = { editor: Editor<'evaluacion'>; desk: CourseDesk; refresh: () => Promise<unknown> }

/** `preguntas.3.opciones` names the fourth question. */
const placeIn = (path: string): number | null => {
  const place = path.match(/^preguntas\.(\d+)/)?.[1]
  return place === undefined ? null : Number(place)
}

type ShownProps = ExamProps & { shown: number; onShow: (place: number) => void }

function Shown({ editor, desk, shown, onShow }: ShownProps) {
  const { document, change } = editor
  const question = document.preguntas[shown]
  const heading = useRef<HTMLHeadingElement>(null)
  if (!question) return null
  const names = new Map(desk.modulos.map(({ id, nombre }) => [id, nombre]))
  const step = (to: number) => {
    onShow(to)
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="pregunta-abierta">
      <Title order={2} id="pregunta-abierta" mb="md" tabIndex={-1} ref={heading}>
        {`Pregunta ${shown + 1} de ${document.preguntas.length}`}
      </Title>
      <QuestionForm
        key={String(question.id)}
        question={question}
        at={shown}
        survey={document.modelo === 'encuesta'}
        lessons={desk.lecciones.map(({ id, titulo, id_modulo }) => ({
          id,
          titulo,
          modulo: names.get(id_modulo) ?? 'Otras',
        }))}
        onChange={(next) =>
          change({ ...document, preguntas: document.preguntas.map((given, n) => (n === shown ? next : given)) })
        }
      />
      <Group justify="space-between" mt="xl">
        <Button
          variant="default"
          disabled={shown === 0}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          onClick={() => step(shown - 1)}
        >
          Anterior
        </Button>
        <Button
          variant="default"
          disabled={shown >= document.preguntas.length - 1}
          rightSection={<IconArrowRight size={18} aria-hidden />}
          onClick={() => step(shown + 1)}
        >
          Siguiente
        </Button>
      </Group>
    </section>
  )
}

function Exam(props: ExamProps) {
  const { editor, desk, refresh } = props
  const { document } = editor
  const { hash } = useLocation()
  const target = fieldOfHash(hash)
  const [shown, setShown] = useState<number | null>(() => placeIn(target) ?? (document.preguntas.length > 0 ? 0 : null))
  const [reviewed, setReviewed] = useState(target !== '')
  const [regraded, setRegraded] = useState<number | null>(null)
  const regrading = useRegradeOffer()
  const grades = isAllowed(useStaff(), 'calificar') && document.modelo === 'examen'
  const exam = Number(editor.objeto.split(':')[1])
  const question = regraded === null ? undefined : document.preguntas[regraded]
  const name = document.nombre || 'Evaluación sin nombre'
  const found = checkEvaluation(document)
  // From an error in the list of drafts to its field.
  useEffect(() => {
    if (target) focusField(target)
  }, [target])
  return (
    <FindingsProvider value={byPath(reviewed ? found.errores : [])}>
      <DocumentHead
        editor={editor}
        name={name}
        back={{ text: desk.nombre, to: coursePath(desk.id) }}
        others={otherDrafts(desk, editor.objeto)}
        linkOf={useFieldLinks(desk.id)}
        onGo={(path) => setShown(placeIn(path))}
        onReviewed={() => setReviewed(true)}
        onPublished={(documents) => {
          void refresh()
          regrading.offer(documents)
        }}
      />
      <ExamTabs exam={exam} course={desk.id} graded={document.modelo === 'examen'} />
      <div className={classes.page}>
        <QuestionList
          document={document}
          found={
            reviewed ? found : { errores: found.errores.filter(({ ruta }) => placeIn(ruta) !== shown), avisos: [] }
          }
          shown={shown}
          onShow={setShown}
          onChange={editor.change}
          onRegrade={grades ? setRegraded : undefined}
        />
        {shown === null || !document.preguntas[shown] ? (
          <Settings editor={editor} desk={desk} />
        ) : (
          <Shown {...props} shown={shown} onShow={setShown} />
        )}
      </div>
      <Late>
        {question && regraded !== null && (
          <RegradeDialog
            exam={exam}
            question={{ id: Number(question.id), number: regraded + 1, text: question.pregunta }}
            unpublished={editor.changed}
            annul={question.tipo_pregunta === OPEN}
            onClose={() => setRegraded(null)}
          />
        )}
      </Late>
      {regrading.dialog}
    </FindingsProvider>
  )
}

/** The editor of an exam or a survey. */
export default function ExamPage() {
  const { id = '', evaluacion = '' } = useParams()
  const { query, refresh } = useDesk(Number(id))
  return (
    // Around the course, so that both are asked for at once.
    <OpenDocument key={evaluacion} kind="evaluacion" objeto={`evaluacion:${evaluacion}`}>
      {(editor) => (
        <LoadedScreen query={query} errorTitle="No pudimos abrir el curso">
          {({ data }) => <Exam editor={editor} desk={data} refresh={refresh} />}
        </LoadedScreen>
      )}
    </OpenDocument>
  )
}
