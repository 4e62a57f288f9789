import type { Order } from '@campus/contract/orders'
import { IconCheck, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api'
import { useBrand } from '../../../lib/brand'
import { modulesPath, piecePath } from '../../../lib/paths'
import { readSession } from '../../../lib/session'
import { LinkButton } from '../../../ui/button'
import { Panel } from '../../../ui/panel'
import { BoughtCourses } from './bought-courses'
import classes from './celebration.module.css'
import { TEXTS } from './texts'

/** Around the medal, like hours. */
const SPARKS = Array.from({ length: 12 }, (_, at) => `${at * 30}deg`)

/** The first piece of each bought course; its page until that is known. */
function useStarts() {
  const id = String(readSession()?.user.id ?? '')
  const query = api.useQuery('get', '/api/matriculas/usuario/{id}', { params: { path: { id } } })
  const places = new Map(query.data?.data.map((enrolment) => [enrolment.curso.id, enrolment.siguiente]))
  return (course: number): string => {
    const place = places.get(course)
    return place ? piecePath(place) : modulesPath(course)
  }
}

/** Right after paying (docs/product/shop.md 6.12). */
export function Celebration({ order }: { order: Order }) {
  const startOf = useStarts()
  const [first] = order.lineas
  const [mailed, unmailed] =
    order.total > 0 ? [TEXTS.paidText, TEXTS.paidUnmailed] : [TEXTS.freeText, TEXTS.freeUnmailed]
  const text = useBrand().envia_correos ? mailed : unmailed
  return (
    <Panel>
      <div className={classes.stage} data-state="pagada">
        <span className={classes.medal} aria-hidden="true">
          {SPARKS.map((turn) => (
            <i key={turn} style={{ '--turn': turn } as CSSProperties} />
          ))}
          <IconCheck size={48} stroke={2.2} />
        </span>
        <div role="status">
          <h2 className={classes.title}>¡Listo! Ya puedes estudiar</h2>
          <p className={classes.text}>{text}</p>
        </div>
        {first && (
          <LinkButton
            to={startOf(first.id_curso)}
            prefetch="intent"
            size="lg"
            className={classes.start}
            leftSection={<IconPlayerPlayFilled size={20} aria-hidden />}
          >
            {TEXTS.start}
          </LinkButton>
        )}
        <BoughtCourses
          lines={order.lineas}
          action={({ id_curso, nombre }) => (
            <Link to={modulesPath(id_curso)} aria-label={`${TEXTS.toCourse} ${nombre}`}>
              {TEXTS.toCourse}
            </Link>
          )}
        />
      </div>
    </Panel>
  )
}
