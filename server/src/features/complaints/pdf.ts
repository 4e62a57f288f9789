import { buffer } from 'node:stream/consumers'
import { printColoursOf } from '@campus/contract/palette'
import { COMPLAINT_KINDS, COMPLAINT_NOTES, TIME_ZONE } from '@campus/contract/rules'
import { choose, newDocument, picture, printable } from '../../kit/pdf/pdf.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { findBrand, type StoredBrand } from '../brands/brands.ts'
import { dayText, type Sheet, sheetNumber } from './complaints.ts'
import { choice, ensureRoom, footers, heading, line, longText, newPage, note, type Pen, WIDTH } from './pdf-form.ts'

const money = new Intl.NumberFormat('es-PE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const dayParts = new Intl.DateTimeFormat('es-PE', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: TIME_ZONE,
})
const clock = new Intl.DateTimeFormat('es-PE', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: TIME_ZONE,
})

const dateOf = (moment: string) => dayParts.format(new Date(moment))
const timeOf = (moment: string) => clock.format(new Date(moment))

function title(pen: Pen, logo: Buffer | null, brand: string): void {
  const { doc, palette } = pen
  const left = (WIDTH * 2) / 5
  if (logo) doc.image(logo, 40, pen.y, { fit: [left, 36], valign: 'center' })
  else {
    const name = printable(doc, brand, 'strong')
    choose(doc, name, 15).fillColor(palette.ink)
    doc.text(name.text, 40, pen.y + 10, { width: left })
  }
  const right = { width: (WIDTH * 3) / 5, align: 'right' as const }
  doc.font('strong').fontSize(17).fillColor(palette.ink)
  doc.text('Libro de Reclamaciones', 40 + left, pen.y + 2, right)
  doc.font('text').fontSize(9.5).fillColor(palette.soft)
  doc.text('Hoja de reclamación', 40 + left, pen.y + 25, right)
  pen.y += 46
}

function provider(pen: Pen, sheet: Sheet): void {
  const { razon_social, nombre, ruc, direccion } = sheet.proveedor
  const [day = '', month = '', year = ''] = dateOf(sheet.creado_en).split('/')
  line(pen, [
    { label: 'Hoja N.º', value: sheetNumber(sheet), share: 0.4, strong: true },
    { label: 'Día', value: day, share: 0.12 },
    { label: 'Mes', value: month, share: 0.12 },
    { label: 'Año', value: year, share: 0.14 },
    { label: 'Hora (Lima)', value: timeOf(sheet.creado_en), share: 0.22 },
  ])
  line(pen, [
    { label: 'Proveedor: razón social', value: razon_social || nombre, share: 0.7 },
    { label: 'RUC', value: ruc, share: 0.3 },
  ])
  line(pen, [
    { label: 'Domicilio del establecimiento', value: direccion, share: 0.7 },
    { label: 'Código de identificación', value: nombre, share: 0.3 },
  ])
}

function consumer(pen: Pen, sheet: Sheet): void {
  heading(pen, '1. Identificación del consumidor reclamante')
  line(pen, [
    { label: 'Nombre', value: `${sheet.nombres} ${sheet.apellidos}`, share: 0.64 },
    { label: sheet.tipo_documento, value: sheet.numero_documento, share: 0.36 },
  ])
  line(pen, [{ label: 'Domicilio', value: sheet.domicilio, share: 1 }])
  line(pen, [
    { label: 'Correo electrónico', value: sheet.correo, share: 0.64 },
    { label: 'Teléfono', value: sheet.telefono, share: 0.36 },
  ])
  line(pen, [
    { label: 'Padre, madre o apoderado (si es menor de edad)', value: sheet.apoderado ?? 'No corresponde', share: 1 },
  ])
}

function goods(pen: Pen, sheet: Sheet): void {
  const { bien, monto_centimos, bien_descripcion } = sheet
  heading(pen, '2. Identificación del bien contratado')
  const amount = monto_centimos === null ? 'No indicado' : `S/ ${money.format(monto_centimos / 100)}`
  const marks = [
    { text: 'Producto', marked: bien === 'producto' },
    { text: 'Servicio', marked: bien === 'servicio' },
  ]
  choice(pen, marks, { label: 'Monto reclamado', value: amount, share: 0.4 })
  longText(pen, 'Descripción', bien_descripcion, 30)
}

function claim(pen: Pen, sheet: Sheet): void {
  heading(pen, '3. Detalle de la reclamación y pedido del consumidor')
  choice(pen, [
    { text: 'Reclamo (1)', marked: sheet.tipo === 'reclamo' },
    { text: 'Queja (2)', marked: sheet.tipo === 'queja' },
  ])
  longText(pen, 'Detalle', sheet.detalle)
  longText(pen, 'Pedido', sheet.pedido, 40)
  const signed = `Enviada el ${dateOf(sheet.creado_en)} a las ${timeOf(sheet.creado_en)} (hora de Lima). La conformidad que el consumidor marcó al enviarla reemplaza su firma.`
  const channel = sheet.canal_respuesta === 'correo' ? 'Correo electrónico' : 'Domicilio'
  line(pen, [
    { label: 'Firma del consumidor', value: signed, share: 0.68 },
    { label: 'Desea la respuesta en', value: channel, share: 0.32 },
  ])
}

function answer(pen: Pen, sheet: Sheet): void {
  heading(pen, '4. Observaciones y acciones adoptadas por el proveedor')
  longText(pen, 'Respuesta', sheet.respuesta ?? '', 64)
  line(pen, [
    { label: 'Último día para responder', value: dayText(sheet.vence), share: 0.5 },
    {
      label: 'Fecha de comunicación de la respuesta',
      value: sheet.respondido_en ? dateOf(sheet.respondido_en) : '',
      share: 0.5,
    },
  ])
}

function smallPrint(pen: Pen): void {
  const { reclamo, queja } = COMPLAINT_KINDS
  ensureRoom(pen, 68)
  pen.y += 4
  note(pen, `(1) ${reclamo.nombre}: ${reclamo.texto}`)
  note(pen, `(2) ${queja.nombre}: ${queja.texto}`)
  for (const text of COMPLAINT_NOTES) note(pen, `* ${text}`)
}

export const sheetFile = (sheet: Sheet): string => `Hoja-de-reclamacion-${sheetNumber(sheet)}.pdf`

/** All that is printed: the sheet, with the provider's data of the day it was written, in the brand's looks of now. */
export type Printed = { sheet: Sheet; brand: Pick<StoredBrand, 'logo' | 'color_primario' | 'color_acento'> }

export async function readPrinted(db: Db, sheet: Sheet): Promise<Printed> {
  const { logo, color_primario, color_acento } = await findBrand(db, sheet.id_cliente)
  return { sheet, brand: { logo, color_primario, color_acento } }
}

/** Laid out like Anexo I of DS 011-2011-PCM. */
export async function sheetPdf(storage: Storage, { sheet, brand }: Printed): Promise<Buffer> {
  const logo = await picture(storage, brand.logo, '#ffffff')
  const number = sheetNumber(sheet)
  const doc = await newDocument({
    autoFirstPage: false,
    bufferPages: true,
    lang: 'es-PE',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `Hoja de reclamación N.º ${number}`,
      Author: sheet.proveedor.razon_social || sheet.proveedor.nombre,
      Subject: 'Libro de Reclamaciones',
      CreationDate: new Date(sheet.creado_en),
    },
  })
  const bytes = buffer(doc)
  const pen: Pen = { doc, palette: printColoursOf(brand.color_primario, brand.color_acento), y: 0 }
  newPage(pen)
  title(pen, logo, sheet.proveedor.nombre)
  for (const part of [provider, consumer, goods, claim, answer]) {
    part(pen, sheet)
    pen.y += 5
  }
  smallPrint(pen)
  footers(doc, pen.palette, `Libro de Reclamaciones · Hoja N.º ${number} · ${sheet.proveedor.nombre}`)
  doc.end()
  return bytes
}
