import { IconGift, IconGiftOff } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'
import { useSession } from '../../lib/session'
import { LinkButton } from '../../ui/button'
import { IconTile } from '../../ui/icon-tile'
import { LoadError } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import { writeReferral } from '../orders/orders'
import { type Answer, askInvitation } from './invitation'
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

/** Puts the code of an invitation into this device's cart, if it is valid; `asked` is the answer to a guest. */
export default function Invited({ code, asked }: { code: string; asked: Answer }) {
  const brand = useBrand()
  const session = useSession()
  const user = session?.user.id
  const [own, setOwn] = useState<{ user: number | undefined; answer: Answer }>()
  const ask = useCallback(async () => {
    setOwn({ user, answer: await askInvitation(client, brand.id, code) })
  }, [user, brand.id, code])
  // Nobody may use their own code.
  useEffect(() => {
    if (user !== undefined) void ask()
  }, [user, ask])
  const ownAnswer = own && own.user === user ? own.answer : null
  const answer = ownAnswer ?? asked
  const final = session === null || ownAnswer !== null
  const good = final && 'invitation' in answer ? answer.invitation.codigo : undefined
  useEffect(() => {
    if (good) writeReferral(good)
  }, [good])
  if ('reason' in answer) return <Useless reason={answer.reason} />
  if ('error' in answer) return <LoadError error={answer.error} title={TEXTS.invitedFailed} onRetry={ask} />
  const { codigo, porcentaje, invita } = answer.invitation
  return (
    <Panel>
      {/* Only scripts reach the cart of this device. */}
      <div className={classes.invited} data-wake="">
        <IconTile icon={IconGift} tone="accent" />
        <div>
          <h2>{TEXTS.invitedTitle(invita, brand.nombre)}</h2>
          <p role="status">
            Tu código es <strong>{codigo}</strong>
            <span>{`. ${TEXTS.invitedText(porcentaje)}`}</span>
          </p>
          <LinkButton to="/cursos" prefetch="intent" size="lg" className={classes.go}>
            {TEXTS.invitedAction}
          </LinkButton>
        </div>
      </div>
    </Panel>
  )
}
