import { type RegisteredSale, SaleBody, type SaleCourses, type SalePerson } from '@campus/contract/sales'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { client } from '../../lib/client'
import { newEnvio } from '../../lib/envio'
import { ApiError } from '../../lib/errors'
import { answerOf } from '../blocks/answer-of'
import { answeredErrors, bodyErrors, focusFirst } from '../blocks/field-errors'
import { useRefresh } from '../blocks/use-refresh'
import { bodyOf, emptySale, type SaleValues, totalOf } from './sale-draft'

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

/** The form of a sale: what it holds, what it takes, and one effect however often it is sent. */
export function useSale({ person, courses, order, onDone, sold }: SaleFormProps) {
  const [envio] = useState(newEnvio)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const refresh = useRefresh('/api/gestion/ventas/cursos')
  const priceOf = (id: string) => sold.cursos.find((course) => String(course.id) === id)?.precio ?? 0
  const totalIn = (values: SaleValues) => order?.total ?? totalOf(values, values.cursos.map(priceOf))
  const sent = (values: SaleValues) => bodyOf(values, { orden: order?.numero, total: totalIn(values), envio })
  const form: SaleFormState = useForm<SaleValues>({
    initialValues: emptySale({ persona: person ? String(person.id) : '', cursos: courses }),
    validate: (values) => bodyErrors(SaleBody, sent(values), values),
  })
  const refuse = async (error: unknown) => {
    const values = form.getValues()
    const errors = errorsIn(error, values)
    // The prices of now are read for the next try.
    if ('total' in errors) await refresh()
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
  const submit = form.onSubmit((all) => void send(all), focusFirst)
  return { form, values, total: totalIn(values), busy, failure, submit }
}
