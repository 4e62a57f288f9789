import type { CourseDesk, CourseRecord } from '@campus/contract/catalogue.staff'
import { Alert, Button, Group, MultiSelect, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { failureText } from '../../lib/errors'
import { formatDateTime } from '../../lib/format'
import { answerOf } from '../blocks/answer-of'
import { fieldId } from '../blocks/findings'
import { foundOptions } from '../blocks/found-options'
import { firstName } from '../blocks/save-text'
import { type Actual, staleCopy } from '../blocks/stale'

type TeachersProps = { desk: CourseDesk; refresh: () => Promise<unknown> }

type Stale = Actual<CourseRecord>

/** After a 409: the newer list, until the person decides. */
function StaleTeachers({ stale, onDecide }: { stale: Stale; onDecide: (theirs: boolean) => void }) {
  const { por, en, datos } = stale
  const first = por ? firstName(por.nombre) : 'la otra persona'
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} role="alert">
      <Text fw={600}>Los docentes cambiaron mientras los elegías.</Text>
      <Text size="sm">
        <span>{`${por?.nombre ?? 'Otra persona'} guardó el ${formatDateTime(en)}. Docentes ahora: `}</span>
        <strong>{datos.docentes.map(({ nombre }) => nombre).join(', ') || 'ninguno'}</strong>
      </Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={() => onDecide(false)}>
          Quedarme con lo mío
        </Button>
        <Button variant="default" onClick={() => onDecide(true)}>
          {`Usar lo de ${first}`}
        </Button>
      </Group>
    </Alert>
  )
}

/** Saves each choice, one request at a time; what is chosen meanwhile goes with the next. */
function useTeachers({ desk, refresh }: TeachersProps) {
  const [chosen, setChosen] = useState(desk.docentes.map(({ id }) => String(id)))
  const wanted = useRef(chosen)
  const version = useRef(desk.version)
  const [stale, setStale] = useState<Stale | null>(null)
  const [failure, setFailure] = useState<string>()
  const [said, setSaid] = useState('')
  const running = useRef(false)
  const save = async () => {
    if (running.current) return
    running.current = true
    setSaid('Guardando…')
    setFailure(undefined)
    const params = { path: { id: String(desk.id) } }
    let sent: string[] | undefined
    try {
      while (sent !== wanted.current) {
        sent = wanted.current
        const body = { docentes: sent.map(Number), version: version.current }
        version.current = (await answerOf(client.PUT('/api/gestion/cursos/{id}/docentes', { params, body }))).version
      }
      setSaid('Guardado')
      await refresh()
    } catch (error) {
      setSaid('')
      const theirs = staleCopy<CourseRecord>(error)
      if (theirs) setStale(theirs)
      else setFailure(failureText(error))
    } finally {
      running.current = false
    }
  }
  const choose = (next: string[]) => {
    setChosen(next)
    setFailure(undefined)
    if (next.length === 0 && desk.estado === 'publicado') return setFailure('Un curso publicado necesita un docente.')
    wanted.current = next
    if (!stale) void save()
  }
  /** Only now the person has seen what the other one saved. */
  const decide = ({ version: theirs, datos }: Stale, taken: boolean) => {
    version.current = theirs
    setStale(null)
    if (!taken) return void save()
    wanted.current = datos.docentes.map(({ id }) => String(id))
    setChosen(wanted.current)
    void refresh()
  }
  return { chosen, choose, stale, decide, failure, said }
}

/** Who teaches the course; each choice is saved at once. */
export function TeachersField(props: TeachersProps) {
  const { desk } = props
  const { chosen, choose, stale, decide, failure, said } = useTeachers(props)
  const all = api.useQuery('get', '/api/usuarios/docentes/activos').data?.data ?? []
  const people = [
    ...all.map(({ id, nombres, apellidos }) => ({ value: String(id), label: `${nombres} ${apellidos}` })),
    ...desk.docentes.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
  ]
  const data = [...new Map(people.map((person) => [person.value, person])).values()]
  return (
    <div>
      <MultiSelect
        id={fieldId('docentes')}
        label="Docentes"
        description="En este orden aparecen en la página del curso. Se guardan al elegirlos, sin publicar."
        placeholder={chosen.length === 0 ? 'Elige al menos uno' : undefined}
        searchable
        filter={foundOptions}
        nothingFoundMessage="Nadie con ese nombre enseña aquí."
        data={data}
        value={chosen}
        error={failure}
        onChange={choose}
      />
      <Text size="xs" c="dimmed" role="status">
        {said}
      </Text>
      {stale && <StaleTeachers stale={stale} onDecide={(theirs) => decide(stale, theirs)} />}
    </div>
  )
}
