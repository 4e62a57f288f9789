import { plainText } from '@campus/contract/plain-text'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet, useLoaderData } from 'react-router'
import { expect, it } from 'vitest'
import { ByRouter } from '../../../lib/router-way'
import PurchaseAssurances from './assurances.island'

/** As web/app/root.tsx draws it. */
const Root = () => createElement(ByRouter, null, createElement(Outlet))

const BRAND = { id: 2, nombre: 'Qhapaq', cobra_en_linea: true, devolucion_dias: 7, devolucion_avance: 20 }

const Page = () => createElement(PurchaseAssurances, useLoaderData<{ price: number; certified: boolean }>())

function textOf(price: number, brand: Partial<typeof BRAND> = {}, certified = false): string {
  const Stub = createRoutesStub([
    { id: 'root', path: '/', Component: Root, children: [{ id: 'page', index: true, Component: Page }] },
  ])
  const root = { brand: { ...BRAND, ...brand }, brands: [], colors: { primary: [], accent: [] }, courses: [] }
  const page = createElement(Stub, { hydrationData: { loaderData: { root, page: { price, certified } } } })
  return plainText(renderToString(page)).replaceAll('\u00a0', ' ')
}

it('promises the refund in the words of the refund page', () => {
  expect(textOf(149)).toContain('7 días para arrepentirte')
  expect(textOf(149, { devolucion_avance: 30 }, true)).toContain(
    'Te devolvemos todo si completaste menos del 30 % de las lecciones y no obtuviste un certificado.',
  )
  expect(textOf(149), 'of a course that gives none').not.toContain('certificado')
  expect(textOf(149, { devolucion_dias: 1 })).toContain('1 día para arrepentirte')
})

it('promises none where the academy gives none', () => {
  const text = textOf(149, { devolucion_dias: 0 })
  expect(text).toContain('Pago seguro')
  expect(text).not.toMatch(/arrepentirte|devolvemos/)
})

it('says nothing of money for what costs nothing or is not sold here', () => {
  for (const text of [textOf(0, {}, true), textOf(149, { cobra_en_linea: false }, true)]) {
    expect(text).toContain('Mira uno de muestra')
    expect(text).not.toMatch(/arrepentirte|devolvemos|Pago seguro/)
  }
  expect(textOf(0)).toBe('')
})
