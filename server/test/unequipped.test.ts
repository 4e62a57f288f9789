import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { createConnections } from '../src/platform/connections/connections.ts'
import type { App } from '../src/platform/http/http.ts'
import { aCourse, aPerson } from './builders.ts'
import { useApp } from './harness.ts'

/** Production without MercadoPago and without SMTP_URL. */
const t = useApp()

const SALE = /Pago seguro|MercadoPago|Comprar|OFERTA EXPIRA|Agregar al carrito|href="\/carrito"|carrito\?agregar/i
const ASK = 'Escríbenos para matricularte'

let paid: number
let free: number

async function aSite(production = true): Promise<App> {
  const config = { ...t.deps.config, production }
  const connections = createConnections(config, t.deps.db)
  const site = await buildApp({ ...t.deps, config, connections }, { pages: 'built' })
  onTestFinished(() => site.close())
  return site
}

const pageOf = async (site: App, url: string) => {
  const { statusCode, body } = await site.inject({ url, headers: { accept: 'text/html' } })
  expect([url, statusCode]).toEqual([url, 200])
  // What a person reads and follows; the data of scripts is not shown.
  return body.replaceAll(/<script\b.*?<\/script>/gs, '').replaceAll('&amp;', '&')
}

/** How the brand may be reached. */
const reach = (redes: object, correo: string, telefono: string) =>
  t.database
    .sql`UPDATE clientes SET redes = ${JSON.stringify(redes)}::jsonb, correo = ${correo}, telefono = ${telefono}`

beforeAll(async () => {
  paid = (await aCourse(t.deps.db, { nombre: 'Guion & cámara' })).id
  free = (await aCourse(t.deps.db, { nombre: 'Primeros pasos' })).id
  await t.database.sql`UPDATE cursos SET costo_centimos = 0 WHERE id = ${free}`
  await t.database.sql`UPDATE clientes SET nombre = 'Aula'`
  await reach({ whatsapp: 'https://wa.me/51987654321' }, 'hola@aula.pe', '+51 1 555 0199')
})

describe('without a gateway', () => {
  it('no page promises a payment, and the course’s leads to the academy', async () => {
    const site = await aSite()
    for (const url of ['/', '/cursos', `/detallecurso/${paid}`, '/carrito', '/pago'])
      expect([url, SALE.exec(await pageOf(site, url))?.[0]]).toEqual([url, undefined])
    const course = await pageOf(site, `/detallecurso/${paid}`)
    expect(course).toContain(ASK)
    expect(course).toContain('S/')
    const chat = new URL(/https:\/\/wa\.me\/[^"]*matricularme[^"]*/.exec(course)?.[0] ?? 'x:')
    expect([chat.pathname, chat.searchParams.get('text')]).toEqual([
      '/51987654321',
      'Hola, quiero matricularme en «Guion & cámara».',
    ])
    const cart = await pageOf(site, '/carrito')
    expect(cart).toContain(ASK)
    expect(cart).toContain('Aquí todavía no se paga en línea')
    expect(cart).toContain('https://wa.me/51987654321?text=')
  })

  it('a course without a price is still had at once', async () => {
    const site = await aSite()
    const page = await pageOf(site, `/detallecurso/${free}`)
    expect(page).toContain('Matricularme gratis')
    expect(page).not.toContain(ASK)
    expect(page).not.toMatch(/Pago seguro|Comprar ahora/)
  })

  it('offers mail, telephone and the support form where there is no WhatsApp', async () => {
    const linkOf = async () => {
      const page = await pageOf(await aSite(), `/detallecurso/${paid}`)
      return /<a\b[^>]*href="([^"]+)"[^>]*>(?:(?!<\/a>).)*Escríbenos para matricularte/s.exec(page)?.[1]
    }
    await reach({}, 'hola@aula.pe', '+51 1 555 0199')
    expect(await linkOf()).toMatch(/^mailto:hola@aula\.pe\?subject=Quiero%20matricularme&body=Hola/)
    await reach({}, '', '+51 1 555 0199')
    expect(await linkOf()).toBe('tel:+5115550199')
    await reach({}, '', '')
    expect(await linkOf()).toMatch(/^\/soporte\?mensaje=Hola/)
    await reach({ whatsapp: 'https://wa.me/51987654321' }, 'hola@aula.pe', '+51 1 555 0199')
  })

  it('refuses a purchase with its own code, and enrols for free', async () => {
    const site = await aSite()
    const person = await aPerson(t.deps.db)
    const token = await t.tokenOf(person.id)
    const buy = (id: number) =>
      site.inject({
        method: 'POST',
        url: '/api/mercadopago/preference',
        headers: { authorization: `Bearer ${token}` },
        payload: { items: [{ id, nombre: 'x', costo: 1, quantity: 1 }] },
      })
    const refused = await buy(paid)
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'SIN_PAGOS',
      'Esta academia todavía no cobra en línea. Escríbele para matricularte.',
    ])
    expect((await buy(free)).json().init_point).toContain('/pago?orden=')
    const mine = await t.call('GET', `/api/cursos/usuario/${person.id}`, { token })
    expect(mine.body.data.map(({ id }: { id: number }) => id)).toEqual([free])
  })
})

describe('without SMTP_URL', () => {
  it('recovery says so and whom to write to, alike for every mail', async () => {
    const site = await aSite()
    const page = await pageOf(site, '/login?vista=recuperar')
    expect(page).toContain('Este campus todavía no envía correos')
    expect(page).toContain('https://wa.me/51987654321?text=')
    expect(page).toContain('mailto:hola@aula.pe')
    expect(page).not.toMatch(/te enviaremos|Enviar enlace/)
    const { correo } = await aPerson(t.deps.db)
    const ask = async (email: string) =>
      (await site.inject({ method: 'POST', url: '/api/recuperar-contrasena', payload: { email } })).body
    const known = await ask(correo)
    expect(JSON.parse(known).message).toMatch(/^Este campus todavía no envía correos\./)
    expect(await ask('nadie@prueba.pe')).toBe(known)
  })

  it('the complaints book promises no copy by mail', async () => {
    const page = await pageOf(await aSite(), '/libro-de-reclamaciones')
    expect(page).toContain('podrás descargar tu copia')
    expect(page).not.toMatch(/copia (en tu|por) correo/)
  })
})

it('outside production the sandbox sells and mails are files', async () => {
  const site = await aSite(false)
  const course = await pageOf(site, `/detallecurso/${paid}`)
  expect(course).toContain('¡Comprar ahora!')
  expect(course).not.toContain(ASK)
  expect(await pageOf(site, '/carrito')).not.toContain(ASK)
  expect(await pageOf(site, '/login?vista=recuperar')).toContain('te enviaremos un enlace')
  expect(await pageOf(site, '/libro-de-reclamaciones')).toContain('recibirás una copia en tu correo')
})
