import { Button, Skeleton } from '@mantine/core'
import { IconGift, IconGiftOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { useBrand } from '../../lib/brand'
import { ApiError } from '../../lib/errors'
import { useSession } from '../../lib/session'
import { IconTile } from '../../ui/icon-tile'
import { Loaded } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import { writeReferral } from '../orders/orders'
import classes from './referrals.module.css'
import { TEXTS } from './texts'

function Useless({ reason }: { reason: string }) {
  return (
    <Panel>
      <div role="status" className={classes.invited}>
        <IconTile icon={IconGiftOff} tone="plain" />
        <div>
          <h2>{TEXTS.invitedUseless}</h2>
          <p>{reason}</p>
        </div>
      </div>
    </Panel>
  )
}

/** The server's reason why a code cannot be used, or null for any other error. */
const invalidReason = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 422 ? (Object.values(error.errors)[0]?.[0] ?? error.message) : null

/** Puts the code of an invitation into this device's cart, if it is valid. */
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
  const reason = invalidReason(query.error)
  if (reason) return <Useless reason={reason} />
  return (
    <Loaded query={query} skeleton={<Skeleton height={132} radius="lg" />} errorTitle={TEXTS.invitedFailed}>
      {({ data: { codigo, porcentaje, invita } }) => (
        <Panel>
          <div className={classes.invited}>
            <IconTile icon={IconGift} tone="accent" />
            <div>
              <h2>{TEXTS.invitedTitle(invita, brand.nombre)}</h2>
              <p role="status">
                Tu código es <strong>{codigo}</strong>
                <span>{`. ${TEXTS.invitedText(porcentaje)}`}</span>
              </p>
              <Button component={Link} to="/cursos" prefetch="intent" size="lg" mt="md">
                {TEXTS.invitedAction}
              </Button>
            </div>
          </div>
        </Panel>
      )}
    </Loaded>
  )
}
