import { type CourseDesk, NewEvaluations } from '@campus/contract/catalogue.staff'
import { Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { count } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { attemptsPath, resultsPath } from '../attempts/paths'
import { NewDialog } from '../blocks/new-dialog'
import type { Editor } from '../blocks/open-document'
import { stateLook } from '../blocks/save-text'
import { isAllowed, useStaff } from '../shell/staff'
import { createExam } from './course-calls'
import classes from './courses.module.css'
import { examPath } from './paths'

type TabProps = { editor: Editor<'curso'>; desk: CourseDesk; refresh: () => Promise<unknown> }

const WHOLE = 'curso'

function NewExam({ editor, desk, refresh, onClose }: TabProps & { onClose: () => void }) {
  const navigate = useNavigate()
  const [first] = editor.document.modulos
  return (
    <NewDialog
      title="Nueva evaluación"
      action="Crear y escribir las preguntas"
      values={{ modelo: 'examen' as 'examen' | 'encuesta', nombres: '', id_modulo: String(first?.id ?? WHOLE) }}
      schema={NewEvaluations}
      body={({ modelo, nombres, id_modulo }, envio) => ({
        ...{ modelo, nombres: [nombres], envio },
        id_modulo: id_modulo === WHOLE ? null : Number(id_modulo),
      })}
      send={async (body) => {
        await editor.store.flush()
        return createExam(desk.id, body)
      }}
      onDone={async ([created]) => {
        await refresh()
        if (created) navigate(examPath(desk.id, created.id))
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SegmentedControl
            aria-label="Qué es"
            data={[
              { value: 'examen', label: 'Examen' },
              { value: 'encuesta', label: 'Encuesta' },
            ]}
            {...form.getInputProps('modelo')}
          />
          <TextInput label="Nombre" data-autofocus maxLength={200} {...form.getInputProps('nombres')} />
          <Select
            label="De"
            allowDeselect={false}
            data={[
              ...editor.document.modulos.map(({ id, nombre }) => ({ value: String(id), label: nombre || 'Módulo' })),
              { value: WHOLE, label: 'Todo el curso' },
            ]}
            {...form.getInputProps('id_modulo')}
          />
        </>
      )}
    </NewDialog>
  )
}

function ExamRow({ desk, exam }: { desk: CourseDesk; exam: CourseDesk['evaluaciones'][number] }) {
  const { id, nombre, modelo, preguntas, puntos, intentos_abiertos, estado } = exam
  const facts = [
    modelo === 'encuesta' ? 'Encuesta' : 'Examen',
    count(preguntas, 'pregunta', 'preguntas'),
    modelo === 'examen' && count(puntos, 'punto', 'puntos'),
    intentos_abiertos > 0 && count(intentos_abiertos, 'intento abierto', 'intentos abiertos'),
  ].filter(Boolean)
  const reads = isAllowed(useStaff(), 'calificar')
  const grades = reads && modelo === 'examen'
  return (
    <div className={classes.examRow}>
      <Link to={examPath(desk.id, id)} className={classes.examName}>
        <Text component="span" fw={600} display="block">
          {nombre || 'Sin nombre'}
        </Text>
        <Text component="span" size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </Link>
      <Group gap="sm" component="span">
        {grades && (
          <Button component={Link} to={attemptsPath(id)} variant="subtle" className={classes.examAttempts}>
            Intentos
            <span className="visually-hidden">{` de ${nombre || 'la evaluación'}`}</span>
          </Button>
        )}
        {reads && (
          <Button component={Link} to={resultsPath(id)} variant="subtle" className={classes.examAttempts}>
            Resultados
            <span className="visually-hidden">{` de ${nombre || 'la evaluación'}`}</span>
          </Button>
        )}
        <span className={classes.mark}>{stateLook(estado, false).short}</span>
      </Group>
    </div>
  )
}

/** The exams and surveys of a course, by module. */
export function ExamsTab(props: TabProps) {
  const { editor, desk } = props
  const [opened, { open, close }] = useDisclosure(false)
  const { modulos } = editor.document
  const removed = desk.evaluaciones.filter(
    ({ id_modulo }) => id_modulo !== null && !modulos.some(({ id }) => id === id_modulo),
  )
  const places = [
    ...modulos.map(({ id, nombre }) => ({ id: id as number | null, nombre })),
    { id: null, nombre: 'Todo el curso' },
  ]
  const add = (
    <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
      Nueva evaluación
    </Button>
  )
  return (
    <>
      {desk.evaluaciones.length === 0 ? (
        <EmptyState
          icon={IconChecklist}
          title="Sin examen no hay nota ni certificado."
          text="Un examen por módulo, o uno al final del curso. También puedes preguntar qué les pareció con una encuesta."
          action={add}
        />
      ) : (
        <>
          <Group justify="flex-end">{add}</Group>
          {places.map(({ id, nombre }) => {
            const own = desk.evaluaciones.filter(({ id_modulo }) => id_modulo === id)
            if (own.length === 0 && id === null) return null
            return (
              <section key={id ?? WHOLE} aria-label={nombre} style={{ marginTop: 20 }}>
                <h2>{nombre}</h2>
                {own.length === 0 && (
                  <Text size="sm" c="dimmed">
                    Sin examen no hay nota ni certificado por este módulo.
                  </Text>
                )}
                {own.map((exam) => (
                  <ExamRow key={exam.id} desk={desk} exam={exam} />
                ))}
              </section>
            )
          })}
          {removed.length > 0 && (
            <section aria-labelledby="de-quitados" className={classes.removed}>
              <h2 id="de-quitados">De módulos quitados</h2>
              <Text size="sm" c="dimmed" mb="xs">
                Al publicar se ocultan con su módulo. Las notas y los certificados de los alumnos se conservan.
              </Text>
              {removed.map((exam) => (
                <ExamRow key={exam.id} desk={desk} exam={exam} />
              ))}
            </section>
          )}
        </>
      )}
      {opened && <NewExam {...props} onClose={close} />}
    </>
  )
}
