import { describe, expect, it } from 'vitest'
import { bodyOf, draftOf, FIELDS, isWorthKeeping, newEnvio, parseDraft, type Values } from './sheet-draft'

const empty = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Values
const begun: Values = { ...empty, tipo_documento: 'DNI', bien: 'servicio', canal_respuesta: 'correo' }

describe('what the device keeps', () => {
  it('comes back as it was, but for the agreement', () => {
    const values = { ...begun, nombres: 'Ñusta', menor: 'on', conforme: 'on' }
    const back = parseDraft(JSON.stringify(draftOf('e', values)))
    expect(back).toEqual({ envio: 'e', values: { ...values, conforme: undefined } })
  })

  it.each([null, '', '{', '[]', '{"envio":1,"values":{}}', '{"envio":"a"}', '{"envio":"a","values":null}', '7'])(
    '%j is no draft',
    (raw) => expect(parseDraft(raw)).toBeNull(),
  )

  it('has known fields of text alone', () => {
    expect(parseDraft('{"envio":"a","values":{"nombres":"Ana","otro":"x","detalle":5}}')).toEqual({
      envio: 'a',
      values: { nombres: 'Ana' },
    })
  })

  it('is nothing while nobody wrote', () => {
    expect(isWorthKeeping(begun)).toBe(false)
    expect(isWorthKeeping({ ...begun, detalle: '  ' })).toBe(false)
    expect(isWorthKeeping({ ...begun, tipo: 'queja' })).toBe(true)
  })
})

it('a form’s ticks become yes and no', () => {
  expect(bodyOf('e', { ...begun, conforme: 'on' })).toMatchObject({ envio: 'e', menor: false, conforme: true })
})

it('each sheet has an identifier of its own, a UUID', () => {
  const made = Array.from({ length: 200 }, newEnvio)
  expect(new Set(made).size).toBe(200)
  for (const envio of made) expect(envio).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
})
