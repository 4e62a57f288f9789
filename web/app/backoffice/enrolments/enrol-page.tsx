import type { EnrolmentCourse } from '@campus/contract/enrolments.staff'
import { MAX_ENROLLED_COURSES } from '@campus/contract/enrolments.staff'
import { Alert, Button, Group, MultiSelect, Skeleton, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { ApiError, failureText } from '../../lib/errors'
import { count } from '../../lib/format'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { RadioCards } from '../../ui/radio-cards'
import { foundOptions } from '../blocks/found-options'
import { LeaveDialog } from '../blocks/record'
import classes from './enrolments.module.css'
import { linesOf, type Pasted, type PastedPerson, readPasted } from './pasted'
import { Preview } from './preview'
import { type Done, Results } from './results'

const ACTS = [
  { value: 'matricular', label: 'Matricular', text: 'Abre los cursos; a quien no tiene cuenta se le crea.' },
  { value: 'quitar', label: 'Quitar la matrícula', text: 'Cierra los cursos; lo que hizo en ellos se conserva.' },
]

type Draft = { act: string; cursos: string[]; lista: string; hasta: string }
const EMPTY: Draft = { act: 'matricular', cursos: [], lista: '', hasta: '' }

async function send({ act, cursos, hasta }: Draft, people: PastedPerson[]): Promise<Done[]> {
  const ids = cursos.map(Number)
  if (act === 'quitar') {
    const body = { cursos: ids, correos: people.map(({ correo }) => correo) }
    const { data } = await client.POST('/api/gestion/matriculas/quitar', { body })
    return (data?.data ?? []).map((one) => ({ ...one, quitada: true }))
  }
  const personas = people.map(({ line: _, ...person }) => person)
  const body = { cursos: ids, personas, ...(hasta && { hasta }) }
  const { data } = await client.POST('/api/gestion/matriculas', { body })
  return (data?.data ?? []).map((one) => ({ ...one, quitada: false }))
}

const SHOWN_MISTAKES = 20

function Mistakes({ mistakes }: { mistakes: string[] }) {
  if (mistakes.length === 0) return null
  const more = mistakes.length - SHOWN_MISTAKES
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title="No se guardó nada. Corrige esto:">
      <ul className={classes.mistakes}>
        {mistakes.slice(0, SHOWN_MISTAKES).map((said) => (
          <li key={said}>{said}</li>
        ))}
        {more > 0 && <li>{`Y ${more} más.`}</li>}
      </ul>
    </Alert>
  )
}

/** Checks what can be checked here, so that a mistake costs no request. */
function mistakesOf({ cursos }: Draft, { people, mistakes }: ReturnType<typeof readPasted>): string[] {
  return [
    ...(cursos.length === 0 ? ['Elige al menos un curso.'] : []),
    ...(people.length === 0 ? ['Escribe al menos una persona.'] : []),
    ...mistakes,
  ]
}

function useEnrolling(draft: Draft) {
  const [mistakes, setMistakes] = useState<string[]>([])
  const [done, setDone] = useState<Done[] | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const pasted = readPasted(draft.lista)
    const wrong = mistakesOf(draft, pasted)
    setMistakes(wrong)
    if (wrong.length > 0) return
    setBusy(true)
    try {
      setDone(await send(draft, pasted.people))
    } catch (error) {
      const lines = error instanceof ApiError ? linesOf(error.errors, pasted.people) : []
      setMistakes(lines.length > 0 ? [...new Set(lines)] : [failureText(error)])
    }
    setBusy(false)
  }
  return { mistakes, done, busy, submit, restart: () => setDone(null) }
}

type FieldsProps = {
  draft: Draft
  pasted: Pasted
  courses: EnrolmentCourse[]
  change: (part: Partial<Draft>) => void
}

function Fields({ draft, pasted, courses, change }: FieldsProps) {
  return (
    <>
      <RadioCards name="act" legend="Qué hacer" options={ACTS} chosen={draft.act} onChoose={(act) => change({ act })} />
      <MultiSelect
        label="Cursos"
        placeholder={draft.cursos.length === 0 ? 'Elige uno o varios' : ''}
        searchable
        filter={foundOptions}
        maxValues={MAX_ENROLLED_COURSES}
        nothingFoundMessage="Ningún curso con ese nombre."
        data={courses.map(({ id, nombre, oculto }) => ({
          value: String(id),
          label: oculto ? `${nombre} (oculto)` : nombre,
        }))}
        value={draft.cursos}
        onChange={(cursos) => change({ cursos })}
      />
      <Textarea
        label="Personas"
        description="Una por línea: su correo, «Nombre Apellidos <correo>», o una fila de tu hoja de cálculo con nombres, apellidos, correo y DNI. Si pegas también los títulos de las columnas, van en cualquier orden."
        autosize
        minRows={6}
        maxRows={18}
        spellCheck={false}
        value={draft.lista}
        onChange={(event) => change({ lista: event.currentTarget.value })}
      />
      {draft.act === 'matricular' && <Preview pasted={pasted} />}
      {draft.act === 'matricular' && (
        <TextInput
          type="date"
          label="Último día"
          description="Sin fecha, la matrícula no termina; la de quien ya está en el curso no cambia."
          value={draft.hasta}
          onChange={(event) => change({ hasta: event.currentTarget.value })}
          maw={320}
        />
      )}
    </>
  )
}

function Form({ courses }: { courses: EnrolmentCourse[] }) {
  const [query] = useSearchParams()
  const asked = query.getAll('curso').filter((id) => courses.some((course) => String(course.id) === id))
  const [draft, setDraft] = useState({ ...EMPTY, cursos: asked })
  const { mistakes, done, busy, submit, restart } = useEnrolling(draft)
  const again = () => {
    setDraft({ ...EMPTY, act: draft.act })
    restart()
  }
  if (done) return <Results done={done} courses={courses} onAgain={again} />
  const pasted = readPasted(draft.lista)
  const people = pasted.people.length
  const whom = people > 0 ? ` a ${count(people, 'persona', 'personas')}` : ''
  const action = draft.act === 'quitar' ? `Quitar la matrícula${whom}` : `Matricular${whom}`
  return (
    <Panel pad="large">
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <Fields
            draft={draft}
            pasted={pasted}
            courses={courses}
            change={(part) => setDraft((before) => ({ ...before, ...part }))}
          />
          <LeaveDialog isDirty={draft.lista.trim() !== ''} />
          <Mistakes mistakes={mistakes} />
          <Group>
            <Button type="submit" loading={busy} color={draft.act === 'quitar' ? 'red' : undefined}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

/** Enrols those who paid another way, and takes enrolments away. */
export default function EnrolPage() {
  const query = api.useQuery('get', '/api/gestion/matriculas/cursos')
  return (
    <>
      <PageHead title="Matricular" lead="Quien no tiene cuenta recibe un correo para crear su contraseña." />
      <Loaded query={query} skeleton={<Skeleton height={420} radius="lg" />} errorTitle="No pudimos cargar los cursos">
        {({ data }) => <Form courses={data} />}
      </Loaded>
    </>
  )
}
