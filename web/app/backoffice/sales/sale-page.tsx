import { shortNumber } from '@campus/contract/order-rules'
import type { RegisteredSale } from '@campus/contract/sales'
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { count, formatMoney } from '../../lib/format'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { CopyLink, useInvitationText } from '../blocks/copy-link'
import { SaleForm } from './sale-form'

const NO_PERSON = { data: [] }

/** What became of it. */
function Done({ sale, onAgain }: { sale: RegisteredSale; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const invitation = useInvitationText()
  const { id_usuario, nombre, cursos, numero, invitada, cobrado, total } = sale
  return (
    <Panel pad="large">
      <Stack gap="md">
        <Text component="h2" size="lg" fw={600} ref={heading} tabIndex={-1}>
          {`Venta registrada. ${nombre} ya puede entrar a ${count(cursos.length, 'curso', 'cursos')}.`}
        </Text>
        {cobrado < total && (
          <Text>{`Cobraste ${formatMoney(cobrado)}. Quedan ${formatMoney(total - cobrado)} por cobrar en cuotas.`}</Text>
        )}
        {invitada && (
          <>
            <Text c="dimmed">{invitation}</Text>
            <CopyLink id={id_usuario} nombre={nombre} invited />
          </>
        )}
        <Group gap="lg">
          <Button onClick={onAgain}>Registrar otra</Button>
          <Anchor component={Link} to={`/gestion/ordenes/${numero}`}>
            Ver la venta
          </Anchor>
        </Group>
      </Stack>
    </Panel>
  )
}

/** The person and the order that the address names; each is read where it does. */
function useKnown(persona: string | null, orden: string | null) {
  const people = api.useQuery(
    'get',
    '/api/gestion/ventas/personas',
    { params: { query: { id: Number(persona) } } },
    { enabled: persona !== null, retry: 0 },
  )
  const order = api.useQuery(
    'get',
    '/api/gestion/ordenes/{numero}',
    { params: { path: { numero: orden ?? '' } } },
    { enabled: orden !== null, retry: 0 },
  )
  const waiting = (persona !== null && people.isPending) || (orden !== null && order.isPending)
  return { waiting, person: (people.data ?? NO_PERSON).data[0], order: order.data?.data }
}

function Sale({ onDone }: { onDone: (sale: RegisteredSale) => void }) {
  const [query] = useSearchParams()
  const courses = api.useQuery('get', '/api/gestion/ventas/cursos', {}, { staleTime: 0 })
  const { waiting, person, order } = useKnown(query.get('persona'), query.get('orden'))
  const skeleton = <Skeleton height={420} radius="lg" />
  if (waiting) return skeleton
  return (
    <Loaded query={courses} skeleton={skeleton} errorTitle="No pudimos cargar los cursos">
      {({ data }) => (
        <SaleForm
          sold={data}
          person={person}
          courses={query.getAll('curso').filter((id) => data.cursos.some((course) => String(course.id) === id))}
          order={
            order && {
              numero: order.numero,
              comprador: `${order.comprador.nombres} ${order.comprador.apellidos} · ${order.comprador.correo}`,
              lineas: order.lineas,
              descuento: order.descuento,
              total: order.total,
            }
          }
          onDone={onDone}
        />
      )}
    </Loaded>
  )
}

/** Money that came in outside the gateway: order, enrolment and mail at once. */
export default function SalePage() {
  const [query, setQuery] = useSearchParams()
  const [sale, setSale] = useState<RegisteredSale | null>(null)
  const order = query.get('orden')
  const again = () => {
    setQuery({}, { replace: true })
    setSale(null)
  }
  return (
    <>
      <PageHead title={order ? `Cobrar la orden ${shortNumber(order)}` : 'Registrar venta'} />
      {sale ? <Done sale={sale} onAgain={again} /> : <Sale onDone={setSale} />}
    </>
  )
}
