import { type Extras, ExtrasBody, type StudentExam } from '@campus/contract/grading'
import type { ExamChoice } from '@campus/contract/students.staff'
import { Select, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { count } from '../../lib/format'
import { useNow } from '../../lib/now'
import { toast } from '../../lib/toasts'
import { Dialog } from '../../ui/dialog'
import { Loaded } from '../../ui/loaded'
import { foundOptions } from '../blocks/found-options'
import { limaField } from '../blocks/lima-field'
import { fieldProps, RecordForm } from '../blocks/record'
import { useRecord } from '../blocks/use-record'
import { useRefreshGrades } from '../grading/refresh'
import { cutOf, enrolmentText, extrasText } from './attempt-texts'
import { ExtraFields, type ExtraValues, givenIn, MoveClosing } from './extra-fields'

const textOf = ({ intentos, minutos, cierre }: Extras): ExtraValues => ({
  intentos: String(intentos),
  minutos: String(minutos),
  cierre: limaField(cierre),
  motivo: '',
})

type FormProps = { found: StudentExam; onClose: () => void }

function useExtras({ found, onClose }: FormProps, alsoOpen: boolean) {
  const refreshGrades = useRefreshGrades()
  const { evaluacion, alumno, extras } = found
  const params = { path: { id: String(evaluacion.id), alumno: String(alumno.id) } }
  return useRecord({
    schema: ExtrasBody,
    row: extras,
    read: textOf,
    body: (values, version) => ({ ...givenIn(values), motivo: values.motivo, version, abiertos: alsoOpen }),
    save: (body) => client.PUT('/api/gestion/evaluaciones/{id}/alumnos/{alumno}', { params, body }),
    onSaved: ({ intentos }) => {
      const total = count(evaluacion.intentos + intentos, 'intento', 'intentos')
      toast(`Listo: ${alumno.nombre} tiene ${total}.`)
      void refreshGrades()
      onClose()
    },
  })
}

function Form(props: FormProps) {
  const { evaluacion, usados, abierto } = props.found
  const [alsoOpen, setAlsoOpen] = useState(false)
  const record = useExtras(props, alsoOpen)
  const { form } = record
  const given = givenIn(form.values)
  const now = useNow()
  const cut = cutOf(evaluacion, given, now)
  const own = enrolmentText(props.found, given.cierre ?? evaluacion.fecha_cierre)
  return (
    <RecordForm record={record} label="Intentos y tiempo" action="Guardar">
      <ExtraFields
        exam={evaluacion}
        whom="one"
        field={(name) => fieldProps(record, name)}
        asksOpen={abierto}
        alsoOpen={alsoOpen}
        onAlsoOpen={setAlsoOpen}
      >
        <Text role="status">{`${extrasText(evaluacion, given, usados, now)} ${own}`.trim()}</Text>
        {cut && <MoveClosing to={cut.cierre} onMove={(cierre) => form.setFieldValue('cierre', cierre)} />}
      </ExtraFields>
    </RecordForm>
  )
}

const optionsOf = (exams: readonly ExamChoice[]) =>
  [...Map.groupBy(exams, ({ id_curso }) => id_curso).values()].map((own) => ({
    group: own[0]?.curso ?? '',
    items: own.map(({ id, nombre, modulo }) => ({
      value: String(id),
      label: modulo ? `${nombre} (${modulo})` : nombre,
    })),
  }))

type ChoiceProps = { student: number; chosen: number | null; onChoose: (exam: number | null) => void }

/** One of the exams of the student's courses. */
function ExamChoiceField({ student, chosen, onChoose }: ChoiceProps) {
  const query = api.useQuery('get', '/api/gestion/alumnos/{id}/evaluaciones', {
    params: { path: { id: String(student) } },
  })
  return (
    <Loaded query={query} skeleton={<Skeleton height={60} />} errorTitle="No pudimos cargar sus exámenes">
      {({ data }) =>
        data.length === 0 ? (
          <Text c="dimmed">Sus cursos todavía no tienen exámenes.</Text>
        ) : (
          <Select
            label="Examen"
            placeholder="Elige uno"
            searchable
            filter={foundOptions}
            data-autofocus
            nothingFoundMessage="Ningún examen con ese nombre."
            data={optionsOf(data)}
            value={chosen === null ? null : String(chosen)}
            onChange={(value) => onChoose(value === null ? null : Number(value))}
          />
        )
      }
    </Loaded>
  )
}

function ExamForm({ exam, student, onClose }: { exam: number; student: number; onClose: () => void }) {
  // Without a cached copy, so that it opens with its latest version.
  const query = api.useQuery(
    'get',
    '/api/gestion/evaluaciones/{id}/alumnos/{alumno}',
    { params: { path: { id: String(exam), alumno: String(student) } } },
    { gcTime: 0 },
  )
  return (
    <Loaded query={query} skeleton={<Skeleton height={172} />} errorTitle="No pudimos cargar lo que tiene">
      {({ data }) => (
        <Stack gap="md">
          <Text c="dimmed">{`${data.alumno.nombre} · ${data.evaluacion.nombre} · ${data.evaluacion.curso}`}</Text>
          <Form found={data} onClose={onClose} />
        </Stack>
      )}
    </Loaded>
  )
}

type ExtrasDialogProps = {
  student: number
  /** null: it is chosen here. */
  exam: number | null
  onClose: () => void
}

/** More attempts, minutes or time to begin for one student (docs/product/exams.md 9.5). */
export default function ExtrasDialog({ student, exam, onClose }: ExtrasDialogProps) {
  const [chosen, setChosen] = useState(exam)
  return (
    <Dialog onClose={onClose} title="Dar intentos o tiempo" closedby="closerequest">
      <Stack gap="md">
        {exam === null && <ExamChoiceField student={student} chosen={chosen} onChoose={setChosen} />}
        {chosen !== null && <ExamForm key={chosen} exam={chosen} student={student} onClose={onClose} />}
      </Stack>
    </Dialog>
  )
}
