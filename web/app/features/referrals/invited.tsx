import { Button, Skeleton } from '@mantine/core'
import { IconGift, IconGiftOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { api } from '../../platform/api'
import { useBrand } from '../../platform/brand'
import { writeReferral } from '../../platform/cart'
import { ApiError } from '../../platform/errors'
import { useSession } from '../../platform/session'
import { IconTile } from '../../ui/icon-tile'
import { Panel } from '../../ui/panel'
import { Loaded } from '../../ui/states'
import classes from './referrals.module.css'
import { T } from './texts'

/** A code that is of no use to this person, and why. */
function Useless({ reason }: { reason: string }) {
  return (
    <Panel>
      <div role="status" className={classes.invited}>
        <IconTile icon={IconGiftOff} tone="plain" />
        <div>
          <h2>{T.invitedUseless}</h2>
          <p>{reason}</p>
        </div>
      </div>
    </Panel>
  )
}

/** Why a code cannot be used, when that is what the server says. */
const refusalOf = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 422 ? (Object.values(error.errors)[0]?.[0] ?? error.message) : null

/** An invitation that was followed: a code that counts is put into the cart of this device. */
export function Invited({ code }: { code: string }) {
  const brand = useBrand()
  const session = useSession()
  const query = api.useQuery(
    'get',
    '/api/referidos/validar/{codigo}',
    { params: { path: { codigo: code }, query: { marca: String(brand.id) } } },
    { enabled: session !== undefined, staleTime: Number.POSITIVE_INFINITY },
  )
  const good = query.data?.data.codigo
  useEffect(() => {
    if (good) writeReferral(good)
  }, [good])
  const refusal = refusalOf(query.error)
  if (refusal) return <Useless reason={refusal} />
  return (
    <Loaded query={query} skeleton={<Skeleton height={132} radius="lg" />} errorTitle={T.invitedFailed}>
      {({ data: { codigo, porcentaje } }) => (
        <Panel>
          <div className={classes.invited}>
            <IconTile icon={IconGift} tone="accent" />
            <div>
              <h2>{T.invitedTitle}</h2>
              <p role="status">
                Tu código es <strong>{codigo}</strong>. {T.invitedText(porcentaje)}
              </p>
              <Button component={Link} to="/cursos" prefetch="intent" mt="sm">
                {T.invitedAction}
              </Button>
            </div>
          </div>
        </Panel>
      )}
    </Loaded>
  )
}
