import Bell from '../features/notifications/notifications'
import SearchBox from '../features/search/search'
import { useOwnUser } from '../lib/own-user'
import { Queries } from '../lib/query'
import type { Session } from '../lib/session'
import { Boundary } from '../ui/late'
import { BellLink, CartLink, SearchPlace } from './tools'

function Parts(session: Session) {
  useOwnUser()
  return (
    <>
      <Boundary failed={<SearchPlace />}>
        <SearchBox usuario={session.user.id} />
      </Boundary>
      <CartLink />
      <Boundary failed={<BellLink />}>
        <Bell {...session} />
      </Boundary>
    </>
  )
}

/** Search, cart and bell; they arrive together. */
export default function SignedParts(session: Session) {
  return (
    <Queries>
      <Parts {...session} />
    </Queries>
  )
}
