import '../lib/campus-font.css'
import { useIsFetching } from '@tanstack/react-query'
import { use } from 'react'
import { Outlet } from 'react-router'
import firstAnswer from '../lib/first-answer.js?raw'
import { NonceContext } from '../lib/nonce'
import { Queries } from '../lib/query'
import { ErrorPage } from '../ui/error-page'
import { ProgressLine, Toasts } from './notes'

/** The progress line of first loads. */
function FirstLoads() {
  return <ProgressLine waiting={useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0} />
}

const FIRST_ANSWER = import.meta.env.SSR ? firstAnswer : ''

/** Around the screens of the campus: their cache and their toasts. */
export default function CampusLayout() {
  const nonce = use(NonceContext)
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the page's nonce */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FIRST_ANSWER }} />
      <Queries>
        <FirstLoads />
        <Outlet />
      </Queries>
      <Toasts />
    </>
  )
}

/** Inside the shell, so that its navigation stays visible. */
export const ErrorBoundary = ErrorPage
