import type { ListedPayment } from '@campus/contract/sales'
import { TextInput } from '@mantine/core'
import { newEnvio } from '../../lib/envio'
import { count, formatMoney } from '../../lib/format'
import { RadioCards } from '../../ui/radio-cards'
import { MediumField } from '../sales/payment-fields'
import { type SaleMedium, type SoldCourse, today } from '../sales/sale-draft'
import classes from './enrolments.module.css'

/** What is said of the money of who is enrolled; empty until it is said. */
export type Paid = '' | 'pago' | 'cortesia' | 'registrado'

export type PaymentDraft = { paid: Paid; medio: SaleMedium; motivo: string; dia: string; envio: string }

export const newPayment = (): PaymentDraft => ({
  ...{ paid: '', medio: 'yape', motivo: '', dia: today(), envio: newEnvio() },
})

const ANSWERS = [
  { value: 'pago', label: 'Sí, pagó', text: 'Queda como una venta de cada persona.' },
  { value: 'cortesia', label: 'Es una cortesía', text: 'Una venta de S/ 0.00, con su motivo.' },
  { value: 'registrado', label: 'Ya está registrado', text: 'Solo abre los cursos: su pago ya está en una venta.' },
]

export const isSold = ({ paid }: PaymentDraft): boolean => paid === 'pago' || paid === 'cortesia'

/** In soles, of one person. */
export const priceOf = (courses: SoldCourse[], chosen: string[]): number =>
  courses
    .filter(({ id }) => chosen.includes(String(id)))
    .reduce((sum, { precio }) => sum + Math.round(precio * 100), 0) / 100

/** Null where nothing is sold. */
export function paymentOf(draft: PaymentDraft, price: number): ListedPayment | null {
  if (!isSold(draft)) return null
  const { motivo, dia, envio } = draft
  const gift = draft.paid === 'cortesia'
  return { dia, envio, medio: gift ? 'cortesia' : draft.medio, total: gift ? 0 : price, ...(gift && { motivo }) }
}

type PaymentFieldsProps = {
  draft: PaymentDraft
  /** Whether nothing may be charged. */
  gift: boolean
  price: number
  people: number
  change: (part: Partial<PaymentDraft>) => void
}

/** The one question of the money: was it paid, is it a gift, or is it in a sale already. */
export function PaymentFields({ draft, gift, price, people, change }: PaymentFieldsProps) {
  const { paid, medio, motivo, dia } = draft
  const each = people > 1 ? `${formatMoney(price)} cada persona, ${formatMoney(price * people)} en total.` : ''
  return (
    <>
      <RadioCards
        name="paid"
        legend="¿Pagó?"
        options={gift ? ANSWERS : ANSWERS.filter(({ value }) => value !== 'cortesia')}
        chosen={paid}
        onChoose={(value) => change({ paid: value as Paid })}
      />
      {paid === 'pago' && <MediumField chosen={medio} onChoose={(chosen) => change({ medio: chosen })} gift={false} />}
      {paid === 'cortesia' && (
        <TextInput
          label="Por qué es una cortesía"
          autoComplete="off"
          value={motivo}
          onChange={(event) => change({ motivo: event.currentTarget.value })}
        />
      )}
      {paid === 'pago' && (
        <div className={classes.paid}>
          <TextInput
            type="date"
            label="Día"
            max={today()}
            value={dia}
            onChange={(event) => change({ dia: event.currentTarget.value })}
          />
          {price > 0 && people > 0 && (
            <p className={classes.sum}>{each || `${formatMoney(price)} de ${count(people, 'persona', 'personas')}.`}</p>
          )}
        </div>
      )}
    </>
  )
}
