import { Notifications } from '@mantine/notifications'
import { useLayoutEffect, useState } from 'react'
import { CampusProviders } from '../lib/campus-providers'
import { raiseToasts } from './layer'

/** Late, because a page is read before it has anything to announce; what is shown meanwhile waits in the store. */
export default function AllNotifications() {
  const [region, setRegion] = useState<HTMLElement>()
  useLayoutEffect(() => {
    const made = document.createElement('div')
    made.dataset.toasts = ''
    document.body.append(made)
    raiseToasts()
    setRegion(made)
    return () => made.remove()
  }, [])
  return (
    region && (
      <CampusProviders>
        <Notifications position="bottom-center" autoClose={4000} portalProps={{ target: region }} />
      </CampusProviders>
    )
  )
}
