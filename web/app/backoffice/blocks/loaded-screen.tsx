import type { ComponentProps } from 'react'
import { ApiError } from '../../lib/errors'
import { Loaded, Loading } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import { NotFound } from '../shell/not-found'

const BARS = (
  <Stack gap="md">
    <Skeleton height={32} width="min(280px, 70%)" />
    <Skeleton height={320} />
  </Stack>
)

/** A screen whose own heading is not there yet. */
export function LoadingScreen() {
  return (
    <>
      <PageHead title="Gestión" hidden />
      <Loading>{BARS}</Loading>
    </>
  )
}

/** `Loaded` for a whole screen, which has a heading in every state; what is missing cannot be tried again. */
export function LoadedScreen<Data>(props: Omit<ComponentProps<typeof Loaded<Data>>, 'skeleton'>) {
  const { data, error } = props.query
  if (data === undefined && error instanceof ApiError && error.status === 404) return <NotFound />
  return (
    <>
      {props.query.data === undefined && <PageHead title="Gestión" hidden />}
      <Loaded {...props} skeleton={BARS} />
    </>
  )
}
