import type { CouponCheck } from '@campus/contract/cart'
import { discountText } from '@campus/contract/discounts'
import { MAX_ITEMS } from '@campus/contract/order-rules'
import type { SaleCourses, SalePerson } from '@campus/contract/sales'
import { Anchor, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useBrand } from '../../lib/brand'
import { formatMoney } from '../../lib/format'
import { Failure } from '../../ui/failure'
import { Panel } from '../../ui/panel'
import { foundOptions } from '../blocks/found-options'
import { LeaveDialog } from '../blocks/record'
import { GroupSelect } from '../groups/group-select'
import { Instalments } from './instalments-field'
import { PaymentFields } from './payment-fields'
import { PersonField } from './person-field'
import { ReceiptFields } from './receipt-fields'
import { firstOf, type SaleValues, type SoldCourse, tidySum } from './sale-draft'
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

/** One for each course that has open groups. */
function Groups({ form, courses }: { form: Form; courses: SoldCourse[] }) {
  const { cursos, grupos } = form.getValues()
  const grouped = courses.filter(({ id, grupos }) => cursos.includes(String(id)) && grupos.length > 0)
  return grouped.map(({ id, nombre, grupos: groups }, at) => (
    <GroupSelect
      key={id}
      groups={groups}
      places
      none="Sin grupo por ahora"
      label={grouped.length > 1 ? `Grupo de ${nombre}` : 'Grupo'}
      value={grupos[id] ?? ''}
      error={at === 0 && form.errors.grupos}
      onChange={({ currentTarget }) => form.setFieldValue('grupos', { ...grupos, [id]: currentTarget.value })}
    />
  ))
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
        onBlur={() => form.setFieldValue('descuento', tidySum(form.getValues().descuento))}
      />
      <TextInput label="Por qué" autoComplete="off" {...form.getInputProps('motivo')} />
    </div>
  )
}

/** What the coupon does, or why it does not count. */
function CouponField({ form, coupon }: { form: Form; coupon: CouponCheck | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { error, ...props } = form.getInputProps('cupon')
  const said = form.getValues().cupon === '' ? undefined : coupon
  return (
    <TextInput
      label="Cupón"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      ref={field}
      {...props}
      error={error ?? (said?.valido === false ? said.motivo : undefined)}
      description={said?.valido ? `Descuenta ${discountText(said, formatMoney)}.` : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

type DiscountProps = { form: Form; coupon: CouponCheck | undefined; discounts: boolean }

/** Folded until one of the two is wanted; the other is then empty. */
function Discount({ form, coupon, discounts }: DiscountProps) {
  const [shown, setShown] = useState<'descuento' | 'cupon' | null>(null)
  const show = (which: 'descuento' | 'cupon') => {
    form.setValues(which === 'cupon' ? { descuento: '', motivo: '' } : { cupon: '' })
    setShown(which)
  }
  const other = (which: 'descuento' | 'cupon', text: string) => (
    <Anchor component="button" type="button" size="sm" className={classes.fold} onClick={() => show(which)}>
      {text}
    </Anchor>
  )
  return (
    <Stack gap="xs">
      {shown === 'descuento' && <DiscountFields form={form} />}
      {shown === 'cupon' && <CouponField form={form} coupon={coupon} />}
      <Group gap="lg">
        {discounts && shown !== 'descuento' && other('descuento', 'Descuento')}
        {shown !== 'cupon' && other('cupon', 'Cupón')}
      </Group>
    </Stack>
  )
}

type Line = { nombre: string; precio: number }

const Sum = ({ name, amount }: { name: string; amount: string }) => (
  <li className={classes.line}>
    <span>{name}</span>
    <span className={classes.price}>{amount}</span>
  </li>
)

type LinesProps = {
  lines: Line[]
  less: readonly [name: string, amount: number]
  total: number
  /** What is paid now of it. */
  now: number
}

/** What is sold, with its sum. */
function Lines({ lines, less: [name, discount], total, now }: LinesProps) {
  return (
    <ul className={classes.lines} aria-label="Lo que se cobra">
      {lines.map(({ nombre, precio }) => (
        <Sum key={nombre} name={nombre} amount={formatMoney(precio)} />
      ))}
      {discount > 0 && <Sum name={name} amount={`− ${formatMoney(discount)}`} />}
      <li className={classes.line} data-total>
        <span>Total</span>
        <span className={classes.price}>{Number.isNaN(total) ? '—' : formatMoney(total)}</span>
      </li>
      {now < total && (
        <>
          <Sum name="Ahora" amount={formatMoney(now)} />
          <Sum name="Después" amount={formatMoney(total - now)} />
        </>
      )}
    </ul>
  )
}

function linesOf(values: SaleValues, sold: SaleCourses, order: StandingOrder | undefined): Line[] {
  if (order) return order.lineas
  return values.cursos.flatMap((id) => sold.cursos.find((one) => String(one.id) === id) ?? [])
}

const textOf = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined)

type WhatProps = Omit<DiscountProps, 'discounts'> & { props: SaleFormProps; gift: boolean }

/** Who buys what. */
function What({ props: { sold, order, person }, form, coupon, gift }: WhatProps) {
  const [known, setKnown] = useState(person)
  if (order)
    return (
      <div>
        <p className={classes.label}>Persona</p>
        <Text>{order.comprador}</Text>
      </div>
    )
  return (
    <>
      <PersonField form={form} known={known} onKnown={setKnown} />
      <Courses form={form} courses={sold.cursos} person={form.getValues().nueva ? undefined : known} />
      <Groups form={form} courses={sold.cursos} />
      {form.getValues().cursos.length > 0 && !gift && (
        <Discount form={form} coupon={coupon} discounts={sold.descuento > 0} />
      )}
    </>
  )
}

/** What registering it does. */
function effectText({ nueva }: SaleValues, mails: boolean): string {
  if (nueva && mails)
    return 'Al registrarla se crea su cuenta, se abren sus cursos y le llega un correo para crear su contraseña.'
  if (nueva) return 'Al registrarla se crea su cuenta y se abren sus cursos.'
  return `Al registrarla se abren sus cursos${mails ? ' y le avisamos por correo' : ''}.`
}

const lessName = ({ medio, cupon }: SaleValues): string => {
  if (medio === 'cortesia') return 'Cortesía'
  return cupon === '' ? 'Descuento' : 'Cupón'
}

function actionText(total: number, now: number): string {
  if (now < total) return `Registrar venta y cobrar ${formatMoney(now)}`
  return total > 0 ? `Registrar venta de ${formatMoney(total)}` : 'Registrar venta'
}

/** One sale: who, what, how and when; beside it, at the end on phones, what it comes to. */
export function SaleForm(props: SaleFormProps) {
  const { sold, order } = props
  const { envia_correos } = useBrand()
  const { form, values, total, coupon, busy, failure, submit } = useSale(props)
  const gift = values.medio === 'cortesia'
  const lines = linesOf(values, sold, order)
  const subtotal = lines.reduce((sum, { precio }) => sum + precio, 0)
  const discount = order?.descuento ?? Math.max(0, subtotal - total)
  const now = firstOf(values, total)
  return (
    <form className={classes.sale} onSubmit={submit} noValidate aria-label="Registrar venta">
      <Panel pad="large">
        <Stack gap="lg">
          <What props={props} form={form} coupon={coupon} gift={gift} />
          <PaymentFields
            chosen={values.medio}
            onChoose={(medio) => form.setFieldValue('medio', medio)}
            propsOf={form.getInputProps}
            gift={sold.descuento === 100 && !order}
            error={textOf(form.errors.medio)}
          />
          {total > 0 && <Instalments form={form} total={total} />}
          {!order && !gift && <ReceiptFields form={{ values, set: form.setValues, propsOf: form.getInputProps }} />}
          <LeaveDialog isDirty={form.isDirty()} />
        </Stack>
      </Panel>
      <Panel pad="large">
        <Stack gap="lg">
          <Lines lines={lines} less={[lessName(values), discount]} total={total} now={now} />
          <Text c="dimmed">{effectText(values, envia_correos)}</Text>
          <Failure text={textOf(form.errors.total)} error={failure} />
          <Button type="submit" loading={busy}>
            {gift ? 'Registrar la cortesía' : actionText(total, now)}
          </Button>
        </Stack>
      </Panel>
    </form>
  )
}
