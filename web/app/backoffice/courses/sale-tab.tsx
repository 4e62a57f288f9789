import { type CourseDesk, type CourseRecord, PriceBody } from '@campus/contract/catalogue.staff'
import { amountOf } from '@campus/contract/numbers'
import { Alert, Box, Button, Group, MultiSelect, Text, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { failureText } from '../../lib/errors'
import { formatDateTime } from '../../lib/format'
import { Confirm } from '../../ui/confirm'
import { answerOf } from '../blocks/answer-of'
import { fieldId } from '../blocks/findings'
import { foundOptions } from '../blocks/found-options'
import { instantOf, limaField } from '../blocks/lima-field'
import { FieldGroup, fieldProps, RecordForm } from '../blocks/record'
import { firstName } from '../blocks/save-text'
import { type Actual, staleCopy } from '../blocks/stale'
import { useRecord } from '../blocks/use-record'
import { ShopPrice } from './shop-price'

type TabProps = { desk: CourseDesk; refresh: () => Promise<unknown> }

type Price = Pick<CourseDesk, 'costo' | 'promocion' | 'promocion_hasta'>
type PriceValues = { costo: string; promocion: string; promocion_hasta: string }

const textOf = ({ costo, promocion, promocion_hasta }: Price): PriceValues => ({
  costo: String(costo),
  promocion: promocion === null ? '' : String(promocion),
  promocion_hasta: limaField(promocion_hasta),
})

/** As typed: the contract reads amounts. */
const bodyOf = ({ costo, promocion, promocion_hasta }: PriceValues, version: number) => ({
  costo,
  promocion: promocion.trim() === '' ? null : promocion,
  promocion_hasta: instantOf(promocion_hasta),
  version,
})

const priceIn = ({ costo, promocion, promocion_hasta }: PriceValues) => ({
  costo: amountOf(costo).amount ?? Number.NaN,
  promocion: amountOf(promocion).amount ?? null,
  promocion_hasta: instantOf(promocion_hasta),
})

function PriceForm({ desk, refresh }: TabProps) {
  const params = { path: { id: String(desk.id) } }
  const record = useRecord<PriceValues, ReturnType<typeof bodyOf>, Price>({
    schema: PriceBody,
    row: { ...desk, version: desk.version_precio },
    read: textOf,
    body: bodyOf,
    save: (body) => client.PUT('/api/gestion/cursos/{id}/precio', { params, body }),
    onSaved: () => void refresh(),
  })
  const soles = { leftSection: 'S/', inputMode: 'decimal', autoComplete: 'off', maxLength: 40 } as const
  const typed = priceIn(record.form.values)
  const [asking, setAsking] = useState(false)
  const submit: typeof record.submit = (event) => {
    event?.preventDefault()
    const becomesFree = typed.costo === 0 && desk.costo > 0
    if (becomesFree && !record.form.validate().hasErrors) setAsking(true)
    else record.submit()
  }
  return (
    <RecordForm record={{ ...record, submit }} label="Precio">
      <FieldGroup title="Precio" text="Las órdenes abiertas conservan el precio con que se hicieron.">
        <TextInput id={fieldId('precio')} label="Precio" {...soles} {...fieldProps(record, 'costo')} />
        <Group grow align="flex-start">
          <TextInput label="Promoción (opcional)" {...soles} {...fieldProps(record, 'promocion')} />
          <TextInput type="datetime-local" label="Hasta, hora de Lima" {...fieldProps(record, 'promocion_hasta')} />
        </Group>
        <ShopPrice price={typed} oferta={desk.oferta} />
      </FieldGroup>
      <Confirm
        opened={asking}
        title="¿Curso gratis?"
        action="Entregarlo gratis"
        onConfirm={() => {
          setAsking(false)
          record.submit()
        }}
        onClose={() => setAsking(false)}
      >
        El curso se entregará gratis.
      </Confirm>
    </RecordForm>
  )
}

type Stale = Actual<CourseRecord>

/** After a 409: the newer list, until the person decides. */
function StaleTeachers({ stale, onDecide }: { stale: Stale; onDecide: (theirs: boolean) => void }) {
  const { por, en, datos } = stale
  const first = por ? firstName(por.nombre) : 'la otra persona'
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} role="alert">
      <Text fw={600}>Esta ficha cambió mientras la editabas.</Text>
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

function Teachers({ desk, refresh }: TabProps) {
  const all = api.useQuery('get', '/api/usuarios/docentes/activos').data?.data ?? []
  const [chosen, setChosen] = useState(desk.docentes.map(({ id }) => String(id)))
  const [base, setBase] = useState(desk.version)
  const [stale, setStale] = useState<Stale | null>(null)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const people = [
    ...all.map(({ id, nombres, apellidos }) => ({ value: String(id), label: `${nombres} ${apellidos}` })),
    ...desk.docentes.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
  ]
  const data = [...new Map(people.map((person) => [person.value, person])).values()]
  const changed = chosen.join() !== desk.docentes.map(({ id }) => String(id)).join()
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const params = { path: { id: String(desk.id) } }
      const body = { docentes: chosen.map(Number), version: base }
      setBase((await answerOf(client.PUT('/api/gestion/cursos/{id}/docentes', { params, body }))).version)
      await refresh()
    } catch (error) {
      const theirs = staleCopy<CourseRecord>(error)
      if (theirs) setStale(theirs)
      else setFailure(failureText(error))
    }
    setBusy(false)
  }
  /** Only now the person has seen what the other one saved. */
  const decide = async ({ version, datos }: Stale, theirs: boolean) => {
    setBase(version)
    setStale(null)
    if (theirs) setChosen(datos.docentes.map(({ id }) => String(id)))
    await refresh()
  }
  return (
    <FieldGroup title="Docentes" text="En este orden aparecen en la página del curso.">
      <MultiSelect
        id={fieldId('docentes')}
        label="Docentes"
        placeholder={chosen.length === 0 ? 'Elige al menos uno' : undefined}
        searchable
        filter={foundOptions}
        nothingFoundMessage="Nadie con ese nombre enseña aquí."
        data={data}
        value={chosen}
        error={failure}
        onChange={setChosen}
      />
      {stale && <StaleTeachers stale={stale} onDecide={(theirs) => void decide(stale, theirs)} />}
      <Group>
        <Button loading={busy} disabled={!changed || stale !== null} onClick={() => void save()}>
          Guardar docentes
        </Button>
      </Group>
    </FieldGroup>
  )
}

/** *Docentes y precio*: records, saved at once. */
export function SaleTab(props: TabProps) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="lg">
        Lo de esta pestaña se guarda al momento, sin publicar.
      </Text>
      <Box maw={960}>
        <Teachers {...props} />
      </Box>
      <PriceForm {...props} />
    </>
  )
}
