import { describe, expect, it } from 'vitest'
import { newEnvio } from '../../lib/envio'
import { bodyOf, draftOf, FIELDS, hasContent, parseDraft, type Values } from './sheet-draft'

const empty = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Values
const begun: Values = { ...empty, tipo_documento: 'DNI', bien: 'servicio', canal_respuesta: 'correo' }

describe('a stored draft', () => {
  it('is restored, except for the agreement', () => {
    const values = { ...begun, nombres: 'Ñusta', menor: 'on', conforme: 'on' }
    const back = parseDraft(JSON.stringify(draftOf('e', values)))
    expect(back).toEqual({ envio: 'e', values: { ...values, conforme: undefined } })
  })

  it.each([null, '', '{', '[]', '{"envio":1,"values":{}}', '{"envio":"a"}', '{"envio":"a","values":null}', '7'])(
    '%j is no draft',
    (raw) => expect(parseDraft(raw)).toBeNull(),
  )

  it('ignores unknown fields and values that are no text', () => {
    expect(parseDraft('{"envio":"a","values":{"nombres":"Ana","otro":"x","detalle":5}}')).toEqual({
      envio: 'a',
      values: { nombres: 'Ana' },
    })
  })

  it('is not stored while the form is untouched', () => {
    expect(hasContent(begun)).toBe(false)
    expect(hasContent({ ...begun, detalle: '  ' })).toBe(false)
    expect(hasContent({ ...begun, tipo: 'queja' })).toBe(true)
  })
})

it('checkboxes become booleans', () => {
  expect(bodyOf('e', { ...begun, conforme: 'on' })).toMatchObject({ envio: 'e', menor: false, conforme: true })
})

it('each sheet has its own UUID', () => {
  const made = Array.from({ length: 200 }, newEnvio)
  expect(new Set(made).size).toBe(200)
  for (const envio of made) expect(envio).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
})
