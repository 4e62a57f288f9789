import type { EnrolledPerson, EnrolmentCourse } from '@campus/contract/enrolments.staff'
import { MAX_ENROLLED_COURSES } from '@campus/contract/enrolments.staff'
import { isNumbered } from '@campus/contract/media'
import type { SaleCourses } from '@campus/contract/sales'
import { Alert, Anchor, Button, Group, MultiSelect, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'
import { ApiError, failureText } from '../../lib/errors'
import { count } from '../../lib/format'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { foundOptions } from '../blocks/found-options'
import { LeaveDialog } from '../blocks/record'
import { GroupSelect } from '../groups/group-select'
import { useGroups } from '../groups/use-groups'
import { IMPORT_PATH } from '../imports/paths'
import { isAllowed, useStaff } from '../shell/staff'
import classes from './enrolments.module.css'
import { linesOf, type Pasted, type PastedPerson, readPasted } from './pasted'
import { isSold, newPayment, type PaymentDraft, PaymentFields, paymentOf, priceOf } from './payment'
import { Preview } from './preview'
import { Results } from './results'

/** `numbers` of operation by mail. */
type Draft = {
  cursos: string[]
  lista: string
  hasta: string
  grupo: string
  numbers: Record<string, string>
} & PaymentDraft
const emptyDraft = (cursos: string[]): Draft => ({
  lista: '',
  hasta: '',
  grupo: '',
  numbers: {},
  cursos,
  ...newPayment(),
})

const hasNumbers = (draft: Draft): boolean => draft.paid === 'pago' && isNumbered(draft.medio)

/** What is for sale, for who registers sales; null for others, who are asked nothing of money. */
type Shop = SaleCourses | null

async function send(draft: Draft, people: PastedPerson[], shop: Shop): Promise<EnrolledPerson[]> {
  const { cursos, hasta, grupo, numbers } = draft
  const ids = cursos.map(Number)
  const numbered = hasNumbers(draft)
  const personas = people.map(({ line: _, ...person }) => {
    const operacion = numbers[person.correo] ?? ''
    return { ...person, ...(numbered && { operacion }) }
  })
  const pago = shop && paymentOf(draft, priceOf(shop.cursos, cursos))
  const body = {
    ...{ cursos: ids, personas, ...(pago ? { pago } : hasta && { hasta }) },
    ...(grupo !== '' && ids.length === 1 && { grupo: Number(grupo) }),
  }
  const { data } = await client.POST('/api/gestion/matriculas', { body })
  return data?.data ?? []
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

/** What the payment lacks. */
function paymentMistakes(draft: Draft, people: PastedPerson[], shop: Shop): string[] {
  if (!shop) return []
  if (draft.paid === '') return ['Di si pagó.']
  if (!isSold(draft)) return []
  const onSale = new Set(shop.cursos.map(({ id }) => String(id)))
  const numberless = people.find(({ correo }) => !draft.numbers[correo]?.trim())
  return [
    ...(draft.cursos.some((id) => !onSale.has(id))
      ? ['Uno de los cursos no está a la venta: elige «Ya está registrado».']
      : []),
    ...(draft.paid === 'cortesia' && draft.motivo.trim() === '' ? ['Escribe por qué es una cortesía.'] : []),
    ...(hasNumbers(draft) && numberless ? [`Escribe el número de operación de ${numberless.correo}.`] : []),
  ]
}

/** Checks what can be checked here, so that a mistake costs no request. */
function mistakesOf(draft: Draft, { people, mistakes }: ReturnType<typeof readPasted>, shop: Shop): string[] {
  return [
    ...(draft.cursos.length === 0 ? ['Elige al menos un curso.'] : []),
    ...(people.length === 0 ? ['Escribe al menos una persona.'] : []),
    ...mistakes,
    ...paymentMistakes(draft, people, shop),
  ]
}

function useEnrolling(draft: Draft, shop: Shop) {
  const [mistakes, setMistakes] = useState<string[]>([])
  const [done, setDone] = useState<EnrolledPerson[] | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const pasted = readPasted(draft.lista)
    const wrong = mistakesOf(draft, pasted, shop)
    setMistakes(wrong)
    if (wrong.length > 0) return
    setBusy(true)
    try {
      setDone(await send(draft, pasted.people, shop))
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
  shop: Shop
  change: (part: Partial<Draft>) => void
}

/** Of the only course, where it has open groups. */
function GroupField({ draft: { cursos, grupo }, change }: Pick<FieldsProps, 'draft' | 'change'>) {
  const groups = useGroups(cursos.length === 1 ? Number(cursos[0]) : null, 'abierto')
  if (groups.length === 0) return null
  return (
    <GroupSelect
      groups={groups}
      none="Sin elegir"
      places
      description="Quien no tiene grupo verá las clases que son para todos."
      value={grupo}
      onChange={(event) => change({ grupo: event.currentTarget.value })}
    />
  )
}

function Fields({ draft, pasted, courses, shop, change }: FieldsProps) {
  const numbers = {
    of: draft.numbers,
    change: (correo: string, number: string) => change({ numbers: { ...draft.numbers, [correo]: number } }),
  }
  return (
    <>
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
        onChange={(cursos) => change({ cursos, grupo: '' })}
      />
      <GroupField draft={draft} change={change} />
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
      <Text size="sm">
        {'¿La tienes en un archivo? '}
        <Anchor component={Link} to={IMPORT_PATH} inherit underline="always">
          Importar una lista
        </Anchor>
      </Text>
      {shop && (
        <PaymentFields
          draft={draft}
          gift={shop.descuento === 100}
          price={priceOf(shop.cursos, draft.cursos)}
          people={pasted.people.length}
          change={change}
        />
      )}
      <Preview pasted={pasted} numbers={hasNumbers(draft) ? numbers : undefined} />
      {!isSold(draft) && (
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

function Form({ courses, shop }: { courses: EnrolmentCourse[]; shop: Shop }) {
  const [query] = useSearchParams()
  const asked = query.getAll('curso').filter((id) => courses.some((course) => String(course.id) === id))
  const [draft, setDraft] = useState(() => emptyDraft(asked))
  const { mistakes, done, busy, submit, restart } = useEnrolling(draft, shop)
  const again = () => {
    setDraft(emptyDraft([]))
    restart()
  }
  if (done) return <Results done={done} courses={courses} onAgain={again} />
  const pasted = readPasted(draft.lista)
  const people = pasted.people.length
  const whom = people > 0 ? ` a ${count(people, 'persona', 'personas')}` : ''
  return (
    <Panel pad="large">
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <Fields
            draft={draft}
            pasted={pasted}
            courses={courses}
            shop={shop}
            change={(part) => setDraft((before) => ({ ...before, ...part }))}
          />
          <LeaveDialog isDirty={draft.lista.trim() !== ''} />
          <Mistakes mistakes={mistakes} />
          <Group>
            <Button type="submit" loading={busy}>
              {`Matricular${whom}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

/** For who registers sales. */
function SellingForm({ courses }: { courses: EnrolmentCourse[] }) {
  const query = api.useQuery('get', '/api/gestion/ventas/cursos')
  return (
    <Loaded query={query} skeleton={<Skeleton height={420} radius="lg" />} errorTitle="No pudimos cargar los precios">
      {({ data }) => <Form courses={courses} shop={data} />}
    </Loaded>
  )
}

const INVITED = 'Quien no tiene cuenta recibe un correo para crear su contraseña.'
const COPIED = 'Todavía no salen correos: a quien no tiene cuenta, cópiale el enlace para crear su contraseña.'

/** Sells to many at once, and enrols those who paid another way. */
export default function EnrolPage() {
  const sells = isAllowed(useStaff(), 'ventas.registrar')
  const query = api.useQuery('get', '/api/gestion/matriculas/cursos')
  return (
    <>
      <PageHead title="Matricular" lead={useBrand().envia_correos ? INVITED : COPIED} />
      <Loaded query={query} skeleton={<Skeleton height={420} radius="lg" />} errorTitle="No pudimos cargar los cursos">
        {({ data }) => (sells ? <SellingForm courses={data} /> : <Form courses={data} shop={null} />)}
      </Loaded>
    </>
  )
}
