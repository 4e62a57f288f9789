import type { Brand } from '@campus/contract/brands'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { BrandContext } from '../../lib/brand'
import { useInvitationText } from './copy-link'

const Said = ({ mailed }: { mailed?: string }) => useInvitationText(mailed)

function said(envia_correos: boolean, mailed?: string): string {
  const brand = { nombre: 'Qhapaq', envia_correos } as Brand
  return renderToString(createElement(BrandContext, { value: brand }, createElement(Said, mailed ? { mailed } : {})))
}

it('promises a mail only where mails go out', () => {
  expect(said(true)).toBe('Le enviamos un correo para crear su contraseña.')
  expect(said(true, 'Le enviamos el enlace.')).toBe('Le enviamos el enlace.')
  expect(said(false)).toBe('Todavía no salen correos: cópiale el enlace.')
  expect(said(false, 'Le enviamos el enlace.')).toBe('Todavía no salen correos: cópiale el enlace.')
})
