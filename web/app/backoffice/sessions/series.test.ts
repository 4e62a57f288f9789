import type { SessionRow } from '@campus/contract/catalogue.staff'
import { expect, it } from 'vitest'
import { formatDay } from '../../lib/format'
import { moveOf, seriesText } from './series'

it('says how a series goes and when it ends', () => {
  const end = (day: string) => formatDay(day)
  expect(seriesText('2099-03-07', '7', '8')).toBe(`8 clases, cada sábado: la última, el ${end('2099-04-25')}.`)
  expect(seriesText('2099-03-07', '14', '2')).toBe(
    `2 clases, un sábado sí y otro no: la última, el ${end('2099-03-21')}.`,
  )
  expect(seriesText('2099-12-31', '1', '2')).toBe(`2 clases, cada día: la última, el ${end('2100-01-01')}.`)
})

it('says nothing of a single class, or before there is a day', () => {
  expect([seriesText('2099-03-07', '', '8'), seriesText('', '7', '8'), seriesText('2099-03-07', '7', '')]).toEqual([
    '',
    '',
    '',
  ])
})

const CLASS = { inicio: '2099-03-08T00:30:00+00:00' } as SessionRow

it('says how far a class moves, once the new moment is typed', () => {
  expect(moveOf(CLASS, { fecha: '2099-03-09', hora_inicio: '18:00' })).toBe((48 - 1.5) * 3_600_000)
  expect(moveOf(CLASS, { fecha: '2099-03-07', hora_inicio: '19:30' })).toBe(0)
  expect(moveOf(CLASS, { fecha: '', hora_inicio: '19:30' })).toBeNull()
})
