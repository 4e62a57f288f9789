import { describe, expect, it } from 'vitest'
import routes from '../routes'
import { soonOf } from './soon-texts'

type Route = { id?: string; path?: string; children?: Route[] }

const paths = (list: readonly Route[]): string[] =>
  list.flatMap((route) => [
    ...(route.id?.startsWith('soon ') ? [`/${route.path}`] : []),
    ...paths(route.children ?? []),
  ])

describe('soonOf', () => {
  it.each(paths(routes))('says what %s will be', (path) => {
    const address = path.replaceAll(/\/:\w+\??/g, '/1')
    expect(soonOf(address).title).not.toBe('Muy pronto')
  })
})
