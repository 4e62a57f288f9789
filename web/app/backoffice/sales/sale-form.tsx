import { isNumbered } from '@campus/contract/media'
import { MAX_ITEMS } from '@campus/contract/order-rules'
import type { SaleCourses, SalePerson } from '@campus/contract/sales'
import { Anchor, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '../../lib/format'
import { Failure } from '../../ui/failure'
import { Panel } from '../../ui/panel'
import { foundOptions } from '../blocks/found-options'
import { LeaveDialog } from '../blocks/record'
import { MediumField } from './medium-field'
import { PersonField } from './person-field'
import { type SaleValues, type SoldCourse, today } from './sale-draft'
import classes from './sales.module.css'
import { type SaleFormState as Form, type SaleFormProps, type StandingOrder, useSale } from './use-sale'

function Courses({ form, courses, person }: { form: Form; courses: SoldCourse[]; person: SalePerson | undefined }) {
  const { cursos } = form.getValues()
  return (
    <MultiSelect
      label="Cursos"
      placeholder={cursos.length === 0 ? 'Elige uno o varios' : ''}
      searchable
      filter={foundOptions}
      maxValues={MAX_ITEMS}
      nothingFoundMessage="Ningún curso a la venta con ese nombre."
      data={courses.map(({ id, nombre }) => ({
        value: String(id),
        label: nombre,
        disabled: person?.cursos.includes(id) ?? false,
      }))}
      renderOption={({ option }) => {
        const course = courses.find(({ id }) => String(id) === option.value)
        return (
          <span className={classes.line}>
            <span>{option.label}</span>
            <span className={classes.price}>{option.disabled ? 'Ya lo tiene' : formatMoney(course?.precio ?? 0)}</span>
          </span>
        )
      }}
      {...form.getInputProps('cursos')}
    />
  )
}

function DiscountFields({ form }: { form: Form }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className={classes.pair}>
      <TextInput
        label="Descuento"
        leftSection="S/"
        inputMode="decimal"
        autoComplete="off"
        ref={field}
        {...form.getInputProps('descuento')}
      />
      <TextInput label="Por qué" autoComplete="off" {...form.getInputProps('motivo')} />
    </div>
  )
}

/** Folded until it is wanted. */
function Discount({ form }: { form: Form }) {
  const [shown, setShown] = useState(false)
  if (shown) return <DiscountFields form={form} />
  return (
    <Anchor component="button" type="button" size="sm" className={classes.fold} onClick={() => setShown(true)}>
      Descuento
    </Anchor>
  )
}

type Line = { nombre: string; precio: number }

type LinesProps = {
  lines: Line[]
  discount: number
  total: number
  /** No field above names the courses. */
  named: boolean
}

/** What is sold, with its sum; one course alone is its sum. */
function Lines({ lines, discount, total, named }: LinesProps) {
  const adds = lines.length > 1 || discount > 0 || named
  return (
    <ul className={classes.lines} aria-label="Lo que se cobra">
      {(adds ? lines : []).map(({ nombre, precio }) => (
        <li key={nombre} className={classes.line}>
          <span>{nombre}</span>
          <span className={classes.price}>{formatMoney(precio)}</span>
        </li>
      ))}
      {discount > 0 && (
        <li className={classes.line}>
          <span>Descuento</span>
          <span className={classes.price}>{`− ${formatMoney(discount)}`}</span>
        </li>
      )}
      <li className={classes.line} data-total>
        <span>Total</span>
        <span className={classes.price}>{Number.isNaN(total) ? '—' : formatMoney(total)}</span>
      </li>
    </ul>
  )
}

function linesOf(values: SaleValues, sold: SaleCourses, order: StandingOrder | undefined): Line[] {
  if (order) return order.lineas
  return values.cursos.flatMap((id) => sold.cursos.find((one) => String(one.id) === id) ?? [])
}

/** The number, where the medium has one, or the reason of a gift; and the day. */
function Payment({ form }: { form: Form }) {
  const { medio } = form.getValues()
  return (
    <div className={classes.pair}>
      {isNumbered(medio) && (
        <TextInput
          label="Número de operación"
          autoComplete="off"
          spellCheck={false}
          inputMode="numeric"
          {...form.getInputProps('operacion')}
        />
      )}
      {medio === 'cortesia' && (
        <TextInput label="Por qué es una cortesía" autoComplete="off" {...form.getInputProps('motivo')} />
      )}
      <TextInput type="date" label="Día" max={today()} {...form.getInputProps('dia')} />
    </div>
  )
}

const textOf = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined)

type WhatProps = { props: SaleFormProps; form: Form; total: number; gift: boolean }

/** Who buys what, and its sum. */
function What({ props: { sold, order, person }, form, total, gift }: WhatProps) {
  const [known, setKnown] = useState(person)
  const values = form.getValues()
  const lines = linesOf(values, sold, order)
  const subtotal = lines.reduce((sum, { precio }) => sum + precio, 0)
  const own = !order && !gift
  const discount = order?.descuento ?? (own ? Math.max(0, subtotal - total) : 0)
  return (
    <>
      {order ? (
        <div>
          <p className={classes.label}>Persona</p>
          <Text>{order.comprador}</Text>
        </div>
      ) : (
        <>
          <PersonField form={form} known={known} onKnown={setKnown} />
          <Courses form={form} courses={sold.cursos} person={values.nueva ? undefined : known} />
        </>
      )}
      {lines.length > 0 && <Lines lines={lines} discount={discount} total={total} named={order !== undefined} />}
      {lines.length > 0 && own && sold.descuento > 0 && <Discount form={form} />}
    </>
  )
}

/** One sale: who, what, how and when. */
export function SaleForm(props: SaleFormProps) {
  const { sold, order } = props
  const { form, values, total, busy, failure, submit } = useSale(props)
  const gift = values.medio === 'cortesia'
  const sum = total > 0 ? `Registrar venta de ${formatMoney(total)}` : 'Registrar venta'
  return (
    <div className={classes.sale}>
      <Panel pad="large">
        <form onSubmit={submit} noValidate aria-label="Registrar venta">
          <Stack gap="lg">
            <What props={props} form={form} total={total} gift={gift} />
            <MediumField
              chosen={values.medio}
              onChoose={(medio) => form.setFieldValue('medio', medio)}
              gift={sold.descuento === 100 && !order}
              error={textOf(form.errors.medio)}
            />
            <Payment form={form} />
            <LeaveDialog isDirty={form.isDirty()} />
            <Failure text={textOf(form.errors.total)} error={failure} />
            <Group>
              <Button type="submit" loading={busy}>
                {gift ? 'Registrar la cortesía' : sum}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </div>
  )
}
