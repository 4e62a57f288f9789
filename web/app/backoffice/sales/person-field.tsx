import type { SalePerson } from '@campus/contract/sales'
import { Anchor, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useSearchSelect } from '../blocks/search-select'
import { useRows } from '../blocks/use-rows'
import { buyerOf, type SaleValues } from './sale-draft'
import classes from './sales.module.css'

const NEW = 'nueva'
const MIN_LETTERS = 3

type Form = UseFormReturnType<SaleValues>

/** A person without an account, written in place. */
function NewBuyer({ form, onBack }: { form: Form; onBack: () => void }) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])]
    inputs.find(({ value }) => value === '')?.focus()
  }, [])
  return (
    <section aria-label="Persona nueva">
      <div className={classes.heading}>
        <p className={classes.label}>Persona nueva</p>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Buscar a otra
        </Anchor>
      </div>
      <div className={classes.pair} ref={fields}>
        <TextInput label="Nombres" maxLength={120} {...form.getInputProps('nombres')} />
        <TextInput label="Apellidos" maxLength={120} {...form.getInputProps('apellidos')} />
        <TextInput label="Correo" type="email" inputMode="email" {...form.getInputProps('correo')} />
        <TextInput label="DNI (opcional)" inputMode="numeric" {...form.getInputProps('numero_documento')} />
      </div>
    </section>
  )
}

/** What tells two people of one name apart. */
const detailOf = ({ correo, documento }: SalePerson): string =>
  documento === null ? correo : `${correo} · DNI …${documento}`

type PersonFieldProps = { form: Form; known: SalePerson | undefined; onKnown: (person: SalePerson | undefined) => void }

/** Who buys: found, or new. */
export function PersonField({ form, known, onKnown }: PersonFieldProps) {
  const { persona, nueva } = form.getValues()
  const [typed, setTyped] = useState('')
  const choose = (id: string) => {
    if (id !== NEW) {
      onKnown(people.find((person) => String(person.id) === id) ?? known)
      form.setFieldValue('persona', id)
      return
    }
    onKnown(undefined)
    form.setValues({ ...buyerOf(typed), persona: '', nueva: true })
    form.clearErrors()
  }
  const { q, propsOf } = useSearchSelect(persona, choose)
  const searched = q.length >= MIN_LETTERS
  const query = useRows('/api/gestion/ventas/personas', { query: { q } }, { enabled: searched })
  const people: SalePerson[] = (searched && query.data?.data) || []
  if (nueva) return <NewBuyer form={form} onBack={() => form.setValues({ nueva: false, ...buyerOf('') })} />
  const found = people.map((person) => ({ value: String(person.id), label: person.nombre }))
  // Only once it is known who is there: Enter must not make a new person while the search is on its way.
  const options = searched && !query.isFetching ? [...found, { value: NEW, label: `Crear a «${q}»` }] : found
  const { onSearchChange, ...select } = propsOf(options, known?.nombre)
  return (
    <Select
      label="Persona"
      placeholder="Nombre, correo o DNI"
      description={persona !== '' && known ? detailOf(known) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      clearable
      {...select}
      {...form.getInputProps('persona')}
      value={select.value}
      onChange={select.onChange}
      onSearchChange={(search) => {
        if (search.trim() !== '') setTyped(search.trim())
        onSearchChange(search)
      }}
      renderOption={({ option }) => {
        const person = people.find(({ id }) => String(id) === option.value)
        return (
          <span className={classes.option}>
            <span>{option.label}</span>
            {person && <span className={classes.detail}>{detailOf(person)}</span>}
          </span>
        )
      }}
    />
  )
}
