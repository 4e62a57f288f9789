import { lettersAndDigits } from '@campus/contract/codes'
import { Day, Email, Phone } from '@campus/contract/common'
import { foldText } from '@campus/contract/folding'
import { cellsByColumn } from '@campus/contract/people-columns'
import { BUYER_DOCUMENTS, type BuyerDocument } from '@campus/contract/receipt-names'
import { DOCUMENT_RULES } from '@campus/contract/receipt-rules'
import { DNI_TEXT, Dni, isPrintedTogether, PersonName, TOGETHER } from '@campus/contract/registration'
import { line } from '@campus/contract/text-fields'
import { z } from 'zod'
import type { PeopleColumn, PeopleParameters, PeopleRow } from './people-file.ts'

/** `2026-12-31`, or as Peru writes days. */
const LastDay = z
  .string()
  .transform((typed) => {
    const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(typed) ?? []
    return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed.slice(0, 10)
  })
  .pipe(Day)

const KINDS: Record<string, BuyerDocument> = {
  ce: 'CE',
  'carne de extranjeria': 'CE',
  'carnet de extranjeria': 'CE',
  pasaporte: 'Pasaporte',
}

const REGIONS = new Intl.DisplayNames(['es'], { type: 'region', fallback: 'none' })
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes by the name of their country. */
const COUNTRIES = new Map(
  LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).flatMap((code) => {
    const name = REGIONS.of(code)
    return name ? [[foldText(name), code] as const] : []
  }),
)

const countryOf = (typed: string): string | undefined => {
  const code = typed.toUpperCase()
  return /^[A-Z]{2}$/.test(code) && REGIONS.of(code) ? code : COUNTRIES.get(foldText(typed))
}

const Person = z
  .object({
    correo: Email.transform((mail) => mail.toLowerCase()),
    nombres: PersonName('Faltan los nombres.'),
    apellidos: PersonName('Faltan los apellidos.'),
    telefono: Phone,
    ciudad: line(100, 'La ciudad puede tener hasta 100 caracteres.'),
    grupo: line(80, 'El nombre del grupo puede tener hasta 80 caracteres.'),
  })
  .refine(isPrintedTogether, TOGETHER)

type Written = Partial<Record<'numero_documento' | 'telefono' | 'ciudad' | 'pais' | 'grupo' | 'vence', string>>
export type ListedStudent = { correo: string; nombres: string; apellidos: string; curso?: number } & Written & {
    tipo_documento?: BuyerDocument
  }

/** Why a line cannot be imported. */
export class Wrong extends Error {
  readonly campo: 'correo' | 'otro'
  constructor(text: string, campo: 'correo' | 'otro' = 'otro') {
    super(text)
    this.campo = campo
  }
}

type Cells = Partial<Record<PeopleColumn, string>>
type Document = Pick<ListedStudent, 'tipo_documento' | 'numero_documento'>

function otherDocument(kind: string, number: string): Document {
  const tipo_documento = KINDS[foldText(kind).replaceAll('.', '').trim()]
  if (!tipo_documento) throw new Wrong(`El tipo de documento es ${BUYER_DOCUMENTS.join(', ')}.`)
  const [form, text] = DOCUMENT_RULES[tipo_documento]
  if (!form.test(number)) throw new Wrong(text)
  return { tipo_documento, numero_documento: number }
}

/** Spreadsheets drop the zeros that a DNI begins with. */
function documentOf({ tipo_documento: kind = 'DNI', numero_documento = '' }: Cells): Document & { aviso?: string } {
  const number = lettersAndDigits(numero_documento)
  if (number === '') return {}
  if (lettersAndDigits(kind) !== 'DNI') return otherDocument(kind, number)
  const whole = /^\d{6,7}$/.test(number) ? number.padStart(8, '0') : number
  const checked = Dni.safeParse(whole)
  if (!checked.success) throw new Wrong(checked.error.issues[0]?.message ?? DNI_TEXT)
  const aviso = `Excel quita los ceros: ${whole} llegó como ${number}.`
  return { tipo_documento: 'DNI', numero_documento: whole, ...(whole !== number && { aviso }) }
}

function placeOf({ pais: country = '', vence: day = '' }: Cells, curso: number | undefined) {
  const pais = countryOf(country)
  if (country !== '' && !pais) throw new Wrong('Escribe el país por su nombre, o por su código de dos letras.')
  const vence = LastDay.safeParse(day).data
  if (day !== '' && !vence) throw new Wrong('Escribe el último día así: 31/12/2026.')
  return { ...(pais && { pais }), ...(vence && { vence }), ...(curso && { curso }) }
}

const BLANK = { correo: '', nombres: '', apellidos: '', telefono: '', ciudad: '', grupo: '' }
const EXTRA = 'Tiene más celdas que títulos: pon entre comillas el texto que lleva el separador.'

/** The person of a line, checked without the database; `aviso`: what was corrected. @throws Wrong */
export function readLine(
  { columnas }: PeopleParameters,
  { celdas, curso, error }: PeopleRow,
): { person: ListedStudent; aviso?: string | undefined } {
  if (error) throw new Wrong(error)
  if (celdas.slice(columnas.length).some(Boolean)) throw new Wrong(EXTRA)
  const cells = cellsByColumn({ columns: columnas }, celdas)
  const checked = Person.safeParse({ ...BLANK, ...cells })
  if (!checked.success) throw new Wrong(checked.error.issues[0]?.message ?? '')
  const { telefono, ciudad, grupo, ...person } = checked.data
  const { aviso, ...document } = documentOf(cells)
  const place = placeOf(cells, curso)
  if (!curso && (grupo || place.vence)) throw new Wrong('El grupo y el último día van con un curso.')
  const more = { ...(telefono && { telefono }), ...(ciudad && { ciudad }), ...(grupo && { grupo }) }
  return { person: { ...person, ...document, ...more, ...place }, aviso }
}
