import { api } from '../../lib/api'
import { useUser } from '../../lib/session'
import { Loaded } from '../../ui/loaded'
import { Pager, usePage } from '../../ui/pager'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import { Text } from '../../ui/text'
import classes from './support.module.css'
import { TEXTS } from './texts'
import { TicketItem } from './ticket-item'

const PER_PAGE = 10

function TicketsSkeleton() {
  return (
    <Stack>
      <Skeleton height={130} />
      <Skeleton height={130} />
    </Stack>
  )
}

/** The student's tickets, newest first. */
export function History() {
  const user = useUser()
  const page = usePage()
  const params = { path: { id: String(user.id) }, query: { page, per_page: PER_PAGE } }
  // A notification of an answer leads here, perhaps a moment after the last visit.
  const query = api.useQuery('get', '/api/soporte/usuario/{id}', { params }, { staleTime: 0 })
  return (
    <section aria-labelledby="tickets" className={classes.history}>
      <h2 id="tickets" className={classes.heading}>
        Mis consultas
      </h2>
      <Loaded query={query} skeleton={<TicketsSkeleton />} errorTitle={TEXTS.historyError}>
        {({ data }) =>
          data.total === 0 ? (
            <Panel>
              <Text dimmed>{TEXTS.noTickets}</Text>
            </Panel>
          ) : (
            <>
              <ul className={classes.tickets}>
                {data.data.map((ticket) => (
                  <TicketItem key={ticket.id} ticket={ticket} />
                ))}
              </ul>
              <Pager page={data.current_page} last={data.last_page} label="Páginas de consultas" />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
