import type { CourseDesk } from '@campus/contract/catalogue.staff'
import type { CourseDocument } from '@campus/contract/documents/course'
import { checkLesson } from '@campus/contract/documents/lesson'
import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { Dialog } from '../../ui/dialog'
import { readDocument } from '../blocks/document-calls'
import { DocumentHead } from '../blocks/document-head'
import { byPath, FindingsProvider, fieldOfHash, focusWhenThere, useField, useFields } from '../blocks/findings'
import { LoadedScreen } from '../blocks/loaded-screen'
import { NumberField } from '../blocks/number-field'
import { type Editor, OpenDocument } from '../blocks/open-document'
import { TextField } from '../blocks/text-field'
import { neighboursOf } from '../courses/outline'
import { coursePath, lessonPath } from '../courses/paths'
import { otherDrafts, useDesk, useFieldLinks } from '../courses/use-desk'
import { useRegradeOffer } from '../exams/use-regrade-offer'
import classes from './lessons.module.css'
import { MaterialsField } from './materials-field'
import { VideosField } from './videos-field'

type LessonProps = {
  editor: Editor<'leccion'>
  desk: CourseDesk
  course: CourseDocument
  lesson: number
  refresh: () => Promise<unknown>
}

type OutlineProps = Omit<LessonProps, 'editor' | 'refresh'>

/** The course's outline, to go from lesson to lesson. */
function Outline({ desk, course, lesson, onChosen }: OutlineProps & { onChosen?: () => void }) {
  const titles = new Map(desk.lecciones.map(({ id, titulo }) => [id, titulo]))
  return (
    <nav className={classes.outline} aria-label="Lecciones del curso">
      {course.modulos.map(({ id, nombre, lecciones }) => (
        <section key={id}>
          <h2>{nombre || 'Módulo sin nombre'}</h2>
          <ol>
            {lecciones.map((one) => (
              <li key={one}>
                <Link
                  to={lessonPath(desk.id, one)}
                  aria-current={one === lesson ? 'page' : undefined}
                  onClick={onChosen}
                >
                  {titles.get(one) || 'Lección sin título'}
                </Link>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </nav>
  )
}

/** Where there is no place for it beside the lesson. */
function OutlineDrawer(props: OutlineProps) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button className={classes.opener} variant="default" onClick={open}>
        Temario
      </Button>
      {opened && (
        <Dialog side="left" onClose={close} title="Temario">
          <Outline {...props} onChosen={close} />
        </Dialog>
      )}
    </>
  )
}

const FIRST_TEXT = ' En un curso nuevo, la primera lección viene gratis.'

function Fields({ editor, course, lesson }: Pick<LessonProps, 'editor' | 'course' | 'lesson'>) {
  const { document, change, store } = editor
  const field = useField()
  const of = useFields(document, change)
  const first = course.modulos.flatMap(({ lecciones }) => lecciones)[0] === lesson
  return (
    <Stack gap="xl">
      <Group align="flex-start" wrap="nowrap">
        <TextInput flex={1} label="Título" maxLength={200} {...of('titulo')} />
        <NumberField w={110} label="Minutos" whole {...of('duracion')} />
      </Group>
      <VideosField
        videos={document.videos}
        lesson={{ id: lesson, titulo: document.titulo, curso: course }}
        onChange={(videos) => change({ ...document, videos })}
      />
      <TextField
        label="Contenido"
        placeholder="Escribe aquí lo que acompaña al video, o la lección entera."
        checks
        {...of('contenido')}
        onChange={(contenido) => store.change({ ...store.getState().document, contenido })}
      />
      <MaterialsField
        materials={document.materiales}
        onChange={(next) => {
          const { document: now } = store.getState()
          store.change({ ...now, materiales: next(now.materiales) })
        }}
      />
      <Switch
        label="Vista previa gratis"
        description={`Quien visita el curso puede ver el video y el texto antes de comprar.${first ? FIRST_TEXT : ''}`}
        checked={document.gratis}
        onChange={(event) => change({ ...document, gratis: event.currentTarget.checked })}
        {...field('gratis')}
      />
    </Stack>
  )
}

function Steps({ desk, course, lesson }: OutlineProps) {
  const { previous, next } = neighboursOf(course, lesson)
  const step = (to: number | null, text: string, icon: 'left' | 'right') =>
    to === null ? (
      <span />
    ) : (
      <Button
        component={Link}
        to={lessonPath(desk.id, to)}
        variant="default"
        leftSection={icon === 'left' && <IconArrowLeft size={18} aria-hidden />}
        rightSection={icon === 'right' && <IconArrowRight size={18} aria-hidden />}
      >
        {text}
      </Button>
    )
  return (
    <nav className={classes.steps} aria-label="Lección anterior y siguiente">
      {step(previous, 'Anterior', 'left')}
      {step(next, 'Siguiente', 'right')}
    </nav>
  )
}

function Lesson(props: LessonProps) {
  const { editor, desk, course, lesson, refresh } = props
  const { hash, key } = useLocation()
  const regrading = useRegradeOffer()
  const target = fieldOfHash(hash)
  const [reviewed, setReviewed] = useState(target !== '')
  const name = editor.document.titulo || 'Lección sin título'
  const sesiones = desk.lecciones.find(({ id }) => id === lesson)?.sesiones ?? 0
  // From an error in the list of drafts to its field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each way here
  useEffect(() => {
    if (target) return focusWhenThere(target)
  }, [key])
  return (
    <FindingsProvider value={byPath(reviewed ? checkLesson(editor.document, { sesiones }).errores : [])}>
      <DocumentHead
        editor={editor}
        name={name}
        back={{ text: course.nombre || 'Curso sin nombre', to: coursePath(desk.id) }}
        others={otherDrafts(desk, editor.objeto)}
        linkOf={useFieldLinks(desk.id)}
        onReviewed={() => setReviewed(true)}
        onPublished={(documents) => {
          void refresh()
          regrading.offer(documents)
        }}
      />
      <div className={classes.page}>
        <OutlineDrawer desk={desk} course={course} lesson={lesson} />
        <div className={classes.aside}>
          <Outline desk={desk} course={course} lesson={lesson} />
        </div>
        <div>
          <Fields editor={editor} course={course} lesson={lesson} />
          <Steps desk={desk} course={course} lesson={lesson} />
        </div>
      </div>
      {regrading.dialog}
    </FindingsProvider>
  )
}

/** The editor of a lesson. */
export default function LessonPage() {
  const { id = '', leccion = '' } = useParams()
  const { query, refresh } = useDesk(Number(id))
  const outline = useQuery({
    queryKey: ['indice', id],
    queryFn: async () => (await readDocument(`curso:${id}`)).documento as CourseDocument,
    staleTime: 0,
  })
  return (
    // Around the others, so that all three are asked for at once.
    <OpenDocument key={leccion} kind="leccion" objeto={`leccion:${leccion}`}>
      {(editor) => (
        <LoadedScreen query={query} errorTitle="No pudimos abrir el curso">
          {({ data }) => (
            <LoadedScreen query={outline} errorTitle="No pudimos abrir el curso">
              {(course) => (
                <Lesson editor={editor} desk={data} course={course} lesson={Number(leccion)} refresh={refresh} />
              )}
            </LoadedScreen>
          )}
        </LoadedScreen>
      )}
    </OpenDocument>
  )
}
