import { Skeleton, Stack, Text } from '@mantine/core'
import { api } from '../../platform/api'
import { useUser } from '../../platform/session'
import { Pager, usePage } from '../../ui/pager'
import { Panel } from '../../ui/panel'
import { Loaded } from '../../ui/states'
import classes from './support.module.css'
import { T } from './texts'
import { TicketItem } from './ticket-item'

const PER_PAGE = 10

function TicketsSkeleton() {
  return (
    <Stack gap="md">
      <Skeleton height={130} radius="lg" />
      <Skeleton height={130} radius="lg" />
    </Stack>
  )
}

/** What the student asked before, newest first, with its answers (contract section 4). */
export function History() {
  const user = useUser()
  const page = usePage()
  const query = api.useQuery('get', '/api/soporte/usuario/{id}', {
    params: { path: { id: String(user.id) }, query: { page, per_page: PER_PAGE } },
  })
  return (
    <section aria-labelledby="tickets" className={classes.history}>
      <h2 id="tickets" className={classes.heading}>
        Mis tickets
      </h2>
      <Loaded query={query} skeleton={<TicketsSkeleton />} errorTitle={T.historyError}>
        {({ data }) =>
          data.total === 0 ? (
            <Panel>
              <Text c="dimmed">{T.noTickets}</Text>
            </Panel>
          ) : (
            <>
              <ul className={classes.tickets}>
                {data.data.map((ticket) => (
                  <TicketItem key={ticket.id} ticket={ticket} />
                ))}
              </ul>
              <Pager page={page} last={data.last_page} label="Páginas de tickets" />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
