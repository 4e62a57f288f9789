import { expect, it } from 'vitest'
import { contactsOf, enrolContacts } from './contact'

const BRAND = { redes: { whatsapp: 'https://wa.me/51987654321' }, correo: 'hola@aula.pe', telefono: '+51 1 555-0199' }
const hrefs = (brand: Parameters<typeof contactsOf>[0]) =>
  contactsOf(brand, 'Una duda', 'Hola & adiós').map(({ href }) => href)

it('offers WhatsApp, mail and telephone in this order, with what to say', () => {
  expect(hrefs(BRAND)).toEqual([
    'https://wa.me/51987654321?text=Hola%20%26%20adi%C3%B3s',
    'mailto:hola@aula.pe?subject=Una%20duda&body=Hola%20%26%20adi%C3%B3s',
    'tel:+5115550199',
  ])
})

it.each([
  [
    'https://api.whatsapp.com/send?phone=51987654321&text=otro',
    'https://api.whatsapp.com/send?phone=51987654321&text=Hola%20%26%20adi%C3%B3s',
  ],
  ['https://chat.whatsapp.com/AbC', 'https://chat.whatsapp.com/AbC'],
])('writes into %s only where it takes a text', (whatsapp, expected) => {
  expect(hrefs({ ...BRAND, redes: { whatsapp } })[0]).toBe(expected)
})

it('falls back to the support form of the campus', () => {
  const [only, ...none] = contactsOf({ redes: {}, correo: '', telefono: '' }, 'x', 'Hola a todos')
  expect([only?.href, none]).toEqual(['/soporte?mensaje=Hola%20a%20todos', []])
})

it('names the courses', () => {
  const text = (courses: string[]) => decodeURIComponent(enrolContacts(BRAND, courses)[0]?.href ?? '')
  expect(text([])).toContain('quiero matricularme en un curso.')
  expect(text(['Guion', 'Pódcast'])).toContain('quiero matricularme en «Guion» y «Pódcast».')
})
