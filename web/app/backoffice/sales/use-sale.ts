import { type RegisteredSale, SaleBody, type SaleCourses, type SalePerson } from '@campus/contract/sales'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { newEnvio } from '../../lib/envio'
import { ApiError } from '../../lib/errors'
import { answerOf } from '../blocks/answer-of'
import { answeredErrors, bodyErrors, focusFirst } from '../blocks/field-errors'
import { useRefresh } from '../blocks/use-refresh'
import { missingText } from './instalment-draft'
import { bodyOf, emptySale, planOf, type SaleValues, totalOf } from './sale-draft'

/** An order that stands unpaid, which is sold as it is. */
export type StandingOrder = {
  numero: string
  comprador: string
  lineas: { nombre: string; precio: number }[]
  descuento: number
  total: number
}

export type SaleFormProps = {
  sold: SaleCourses
  person: SalePerson | undefined
  courses: string[]
  order: StandingOrder | undefined
  onDone: (sale: RegisteredSale) => void
}

export type SaleFormState = UseFormReturnType<SaleValues>

/** Refusals that have a field although they are no mistake in it. */
const FIELD_OF: Partial<Record<string, keyof SaleValues>> = {
  OPERACION_REPETIDA: 'operacion',
  YA_MATRICULADO: 'cursos',
}

function errorsIn(error: unknown, values: SaleValues): Record<string, string> {
  const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined
  return field && error instanceof ApiError ? { [field]: error.message } : answeredErrors(error, values)
}

/** After the last key. */
const COUPON_MS = 400

/** What the server says of the coupon for these courses and this person. */
function useSaleCoupon(values: SaleValues | undefined) {
  const { cupon: codigo = '', cursos = [], nueva = false, persona = '' } = values ?? {}
  const query = { codigo, cursos: cursos.join(), ...(!nueva && persona !== '' && { id_usuario: Number(persona) }) }
  const enabled = codigo.trim() !== '' && cursos.length > 0
  const options = { enabled, retry: 0, staleTime: 0, meta: { handled: true } }
  return api.useQuery('get', '/api/gestion/ventas/cupon', { params: { query } }, options).data?.data
}

/** The form of a sale: what it holds, what it takes, and one effect however often it is sent. */
export function useSale({ person, courses, order, onDone, sold }: SaleFormProps) {
  const [envio] = useState(newEnvio)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const refresh = useRefresh('/api/gestion/ventas/cursos')
  const [asked, setAsked] = useState<SaleValues>()
  const coupon = useSaleCoupon(asked)
  const chosen = ({ cursos }: SaleValues) => sold.cursos.filter(({ id }) => cursos.includes(String(id)))
  const totalIn = (values: SaleValues) => order?.total ?? totalOf(values, chosen(values), coupon)
  const sent = (values: SaleValues) => bodyOf(values, { orden: order?.numero, total: totalIn(values), envio })
  const form: SaleFormState = useForm<SaleValues>({
    initialValues: emptySale({ persona: person ? String(person.id) : '', cursos: courses }),
    validate: (values) => {
      const total = totalIn(values)
      const wrong = missingText(planOf(values, total), total)
      return { ...bodyErrors(SaleBody, sent(values), values), ...(wrong && { cuotas: wrong }) }
    },
  })
  const refuse = async (error: unknown) => {
    const values = form.getValues()
    const errors = errorsIn(error, values)
    // The prices and places of now are read for the next try.
    if ('total' in errors || 'grupos' in errors) await refresh()
    const shown = Object.keys(errors).some((name) => name in values)
    if (!shown) return setFailure(error)
    form.setErrors(errors)
    focusFirst(errors)
  }
  const send = async (values: SaleValues) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    await answerOf(client.POST('/api/gestion/ventas', { body: sent(values) })).then(onDone, refuse)
    setBusy(false)
  }
  const values = form.getValues()
  // Read again whenever it, the courses or the person change.
  const couponKey = [values.cupon, values.cursos, values.persona, values.nueva].join()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(form.getValues()), couponKey === '' ? 0 : COUPON_MS)
    return () => clearTimeout(timer)
  }, [couponKey, form.getValues])
  const submit = form.onSubmit((all) => void send(all), focusFirst)
  return { form, values, total: totalIn(values), coupon, busy, failure, submit }
}
