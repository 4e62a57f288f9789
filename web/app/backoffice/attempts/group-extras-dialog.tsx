import { type ExamHead, type ExtrasGroups, GroupExtrasBody } from '@campus/contract/grading'
import { numberOf } from '@campus/contract/numbers'
import { Alert, Button, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconClock, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { focusFirstError, showFieldErrors } from '../../lib/form'
import { count } from '../../lib/format'
import { useNow } from '../../lib/now'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import { Loaded } from '../../ui/loaded'
import { RadioCards } from '../../ui/radio-cards'
import { bodyErrors } from '../blocks/field-errors'
import { linesOf, readPasted } from '../enrolments/pasted'
import { tellStarted } from '../jobs/started'
import { cutOf, firstLines } from './attempt-texts'
import { ExtraFields, type ExtraValues, givenIn, MoveClosing } from './extra-fields'

type Values = ExtraValues & { quienes: string; correos: string }
type FormOf = UseFormReturnType<Values>

const bodyOf = ({ quienes, correos, motivo, ...given }: Values) => ({
  quienes: quienes as GroupExtrasBody['quienes'],
  correos: quienes === 'lista' ? readPasted(correos).people.map(({ correo }) => correo) : [],
  ...givenIn(given),
  motivo,
})

/** A mistake in the list is said with its line. */
function problemsOf(values: Values, envio: string) {
  const mistakes = values.quienes === 'lista' ? readPasted(values.correos).mistakes : []
  if (mistakes.length > 0) return { correos: firstLines(mistakes) }
  return bodyErrors(GroupExtrasBody, { ...bodyOf(values), envio }, values)
}

const students = (n: number) => (n === 0 ? 'Ahora no hay ninguno.' : `${count(n, 'alumno', 'alumnos')}.`)

const groupsOf = ({ desaprobados, sin_empezar, todos }: ExtrasGroups) => [
  { value: 'desaprobados', label: 'Quienes no aprobaron', text: students(desaprobados) },
  { value: 'sin_empezar', label: 'Quienes aún no lo empiezan', text: students(sin_empezar) },
  { value: 'todos', label: 'Todos los del curso', text: students(todos) },
  { value: 'lista', label: 'Una lista', text: 'Pega los correos de tus alumnos.' },
]

function sizeOf({ quienes, correos }: Values, sizes: ExtrasGroups): number {
  if (quienes === 'lista') return new Set(readPasted(correos).people.map(({ correo }) => correo.toLowerCase())).size
  return sizes[quienes as keyof ExtrasGroups] ?? 0
}

function Whom({ form, sizes }: { form: FormOf; sizes: ExtrasGroups }) {
  const { quienes, intentos } = form.values
  const { error } = form.getInputProps('quienes')
  return (
    <>
      <RadioCards
        name="quienes"
        legend="¿A quién?"
        options={groupsOf(sizes)}
        chosen={quienes}
        onChoose={(value) => form.setFieldValue('quienes', value)}
        {...(error && { error })}
      />
      {quienes === 'lista' && (
        <Textarea
          label="Correos"
          description="Uno por línea, o las filas de tu hoja de cálculo."
          required
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          {...form.getInputProps('correos')}
        />
      )}
      {quienes === 'desaprobados' && numberOf(intentos) > 0 && (
        <Alert color="yellow" icon={<IconEye aria-hidden />}>
          Quien ya usó su último intento pudo ver las respuestas correctas.
        </Alert>
      )}
    </>
  )
}

const INITIAL = { correos: '', intentos: '1', minutos: '0', cierre: '', motivo: '' }

type FormProps = { exam: ExamHead; sizes: ExtrasGroups; onClose: () => void }

function Form({ exam, sizes, onClose }: FormProps) {
  const quienes = sizes.desaprobados > 0 ? 'desaprobados' : 'sin_empezar'
  const [envio] = useState(() => crypto.randomUUID())
  const form = useForm<Values>({
    initialValues: { ...INITIAL, quienes },
    validate: (values) => problemsOf(values, envio),
  })
  const [alsoOpen, setAlsoOpen] = useState(false)
  const give = api.useMutation('post', '/api/gestion/evaluaciones/{id}/extras', {
    meta: { handled: true },
    onSuccess: ({ data }) => {
      tellStarted(`Dando más a ${count(data.total, 'alumno', 'alumnos')}.`)
      onClose()
    },
    onError: (error: unknown) => {
      if (!(error instanceof ApiError)) return
      const lines = linesOf(error.errors, readPasted(form.getValues().correos).people)
      const listed = Object.keys(error.errors).some((field) => field.startsWith('correos'))
      if (!listed) return showFieldErrors(form, error)
      form.setFieldError('correos', firstLines(lines))
      form.getInputNode('correos')?.focus()
    },
  })
  const send = (values: Values) =>
    give.mutate({
      params: { path: { id: String(exam.id) } },
      body: { ...bodyOf(values), abiertos: alsoOpen, envio },
    })
  const shown = give.error instanceof ApiError && Object.keys(give.error.errors).length > 0
  const size = sizeOf(form.values, sizes)
  const cut = cutOf(exam, bodyOf(form.values), useNow())
  return (
    <form onSubmit={form.onSubmit(send, focusFirstError(form))} noValidate>
      <Stack gap="md">
        <Whom form={form} sizes={sizes} />
        <ExtraFields
          exam={exam}
          whom="several"
          field={form.getInputProps}
          asksOpen={numberOf(form.values.minutos) > 0 || form.values.cierre !== ''}
          alsoOpen={alsoOpen}
          onAlsoOpen={setAlsoOpen}
        >
          {cut && (
            <Alert role="status" color="yellow" icon={<IconClock aria-hidden />} title={cut.text}>
              <MoveClosing to={cut.cierre} onMove={(cierre) => form.setFieldValue('cierre', cierre)} />
            </Alert>
          )}
          <Text c="dimmed">Se suma a lo que cada uno ya tiene.</Text>
        </ExtraFields>
        {give.error && !shown && <Failure error={give.error} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={give.isPending}>
            {size > 0 ? `Dar a ${count(size, 'alumno', 'alumnos')}` : 'Dar'}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}

/** More attempts, minutes or time to begin for several students at once (docs/product/exams.md 9.12). */
export default function GroupExtrasDialog({ exam, onClose }: { exam: ExamHead; onClose: () => void }) {
  const query = api.useQuery(
    'get',
    '/api/gestion/evaluaciones/{id}/extras',
    { params: { path: { id: String(exam.id) } } },
    { gcTime: 0 },
  )
  return (
    <Dialog onClose={onClose} title="Dar intentos o tiempo a varios" size="lg" closedby="closerequest">
      <Loaded query={query} skeleton={<Skeleton height={320} />} errorTitle="No pudimos contar a tus alumnos">
        {({ data }) => <Form exam={exam} sizes={data} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}
