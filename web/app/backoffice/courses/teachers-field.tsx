import type { CourseDesk, CourseRecord } from '@campus/contract/catalogue.staff'
import { Alert, Button, Group, MultiSelect, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { failureText } from '../../lib/errors'
import { formatDateTime } from '../../lib/format'
import { isTemporary } from '../../lib/retry'
import { answerOf } from '../blocks/answer-of'
import { fieldId } from '../blocks/findings'
import { foundOptions } from '../blocks/found-options'
import { sameValue } from '../blocks/same'
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

const idsOf = ({ docentes }: CourseRecord) => docentes.map(({ id }) => String(id))

type Failure = { text: string; retry: boolean }

/** Saves each choice, one request at a time; what is chosen meanwhile goes with the next. */
function useTeachers({ desk, refresh }: TeachersProps) {
  const [chosen, setChosen] = useState(desk.docentes.map(({ id }) => String(id)))
  const wanted = useRef(chosen)
  const version = useRef(desk.version)
  const [stale, setStale] = useState<Stale | null>(null)
  const [failure, setFailure] = useState<Failure>()
  const [said, setSaid] = useState('')
  const running = useRef(false)
  const send = async (docentes: string[]): Promise<number> => {
    const params = { path: { id: String(desk.id) } }
    const body = { docentes: docentes.map(Number), version: version.current }
    try {
      return (await answerOf(client.PUT('/api/gestion/cursos/{id}/docentes', { params, body }))).version
    } catch (error) {
      // A save whose answer was lost meets itself.
      const theirs = staleCopy<CourseRecord>(error)
      if (theirs && sameValue(idsOf(theirs.datos), docentes)) return theirs.version
      throw error
    }
  }
  const save = async () => {
    if (running.current) return
    running.current = true
    setSaid('Guardando…')
    setFailure(undefined)
    try {
      for (let sent: string[] | undefined; sent !== wanted.current; ) {
        sent = wanted.current
        version.current = await send(sent)
      }
    } catch (error) {
      const theirs = staleCopy<CourseRecord>(error)
      if (theirs) setStale(theirs)
      else setFailure({ text: failureText(error), retry: isTemporary(error) })
      return setSaid('')
    } finally {
      running.current = false
    }
    setSaid('Guardado')
    void refresh()
  }
  const choose = (next: string[]) => {
    setChosen(next)
    setFailure(undefined)
    if (next.length === 0 && desk.estado === 'publicado')
      return setFailure({ text: 'Un curso publicado necesita un docente.', retry: false })
    wanted.current = next
    if (!stale) void save()
  }
  /** Only now the person has seen what the other one saved. */
  const decide = ({ version: theirs, datos }: Stale, taken: boolean) => {
    version.current = theirs
    setStale(null)
    if (!taken) return void save()
    wanted.current = idsOf(datos)
    setChosen(wanted.current)
    void refresh()
  }
  return { chosen, choose, stale, decide, failure, said: failure ? '' : said }
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
        error={failure?.text}
        onChange={choose}
      />
      <Text size="xs" c="dimmed" role="status">
        {said}
      </Text>
      {failure?.retry && (
        <Button variant="default" mt="xs" onClick={() => choose(chosen)}>
          Reintentar
        </Button>
      )}
      {stale && <StaleTeachers stale={stale} onDecide={(theirs) => decide(stale, theirs)} />}
    </div>
  )
}
