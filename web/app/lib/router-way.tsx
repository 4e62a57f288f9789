import { type ReactNode, useCallback } from 'react'
import { Link, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { BrandContext } from './brand'
import { useRootIfLoaded } from './root-data'
import { type Way, WayContext } from './way'

const byRouter: Way = {
  // Documents and islands draw the same link: what its page needs is known from its own documents.
  Link: (props) => <Link discover="none" {...props} />,
  useQuery: () => useSearchParams()[0],
  useGo: () => {
    const navigate = useNavigate()
    return useCallback(
      (to, options) => {
        const { pathname } = new URL(to, window.location.href)
        void navigate(to, { ...options, preventScrollReset: pathname === window.location.pathname })
      },
      [navigate],
    )
  },
  useOpening: () => useNavigation().location?.pathname,
}

/** What parts of screens ask for, answered by the router and its root's data. */
export function ByRouter({ children }: { children: ReactNode }) {
  return (
    <BrandContext value={useRootIfLoaded()?.brand}>
      <WayContext value={byRouter}>{children}</WayContext>
    </BrandContext>
  )
}
