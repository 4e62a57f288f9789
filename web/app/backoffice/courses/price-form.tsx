import { type CourseDesk, PriceBody } from '@campus/contract/catalogue.staff'
import { amountOf } from '@campus/contract/numbers'
import { Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client'
import { Confirm } from '../../ui/confirm'
import { fieldId } from '../blocks/findings'
import { instantOf, limaField } from '../blocks/lima-field'
import { fieldProps, RecordForm } from '../blocks/record'
import { useRecord } from '../blocks/use-record'
import { ShopPrice } from './shop-price'

type Price = Pick<CourseDesk, 'costo' | 'promocion' | 'promocion_hasta'>
type PriceValues = { costo: string; promocion: string; promocion_hasta: string }

const textOf = ({ costo, promocion, promocion_hasta }: Price): PriceValues => ({
  costo: costo.toFixed(2),
  promocion: promocion === null ? '' : promocion.toFixed(2),
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

type PriceProps = { desk: CourseDesk; refresh: () => Promise<unknown> }

/** What the course costs: a record that applies once it is saved. */
export function PriceForm({ desk, refresh }: PriceProps) {
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
      <Stack gap="lg">
        <TextInput
          id={fieldId('precio')}
          label="Precio"
          description="Rige al guardarlo, sin publicar. Las órdenes abiertas conservan el suyo."
          {...soles}
          {...fieldProps(record, 'costo')}
        />
        <Group grow align="flex-start">
          <TextInput label="Promoción (opcional)" {...soles} {...fieldProps(record, 'promocion')} />
          <TextInput type="datetime-local" label="Hasta, hora de Lima" {...fieldProps(record, 'promocion_hasta')} />
        </Group>
        <ShopPrice price={typed} oferta={desk.oferta} />
      </Stack>
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
