import { expect, it } from 'vitest'
import { fileOfData, isUnreachable, keptStyles } from './clean-paste'

it.each([
  ['font-size:11pt;font-weight:700;font-style:normal;color:#000', 'font-weight:700;font-style:normal'],
  ['font-size:11pt;text-decoration:line-through;white-space:pre-wrap', 'text-decoration:line-through'],
  ['font-weight:700; text-decoration: underline line-through', 'font-weight:700;text-decoration:line-through'],
  ['text-decoration-line:line-through', 'text-decoration:line-through'],
  ['text-decoration:underline;color:#1155cc', ''],
  ['mso-bidi-font-weight:normal', ''],
  ['', ''],
])('of %j stays %j', (style, kept) => {
  expect(keptStyles(style)).toBe(kept)
})

it.each([
  ['file:///C:/Users/Ana/foto.png', true],
  ['data:image/png;base64,iVBORw0KGgo=', true],
  ['cid:image001.png@01D', true],
  ['blob:https://docs.google.com/7c', true],
  ['https://example.com/foto.png', false],
  ['/api/storage/imagenes/a-1280.webp', false],
  ['', false],
])('the picture %j is told to its author: %s', (address, told) => {
  expect(isUnreachable(address)).toBe(told)
})

it('a picture inside the text becomes a file', async () => {
  const file = fileOfData('data:image/PNG;base64,aG9sYQ==')
  expect([file?.type, await file?.text()]).toEqual(['image/png', 'hola'])
  for (const wrong of [
    'data:image/png;base64,',
    'data:image/png;base64,%',
    'data:text/html;base64,aG9sYQ==',
    'file:///a',
  ])
    expect(fileOfData(wrong), wrong).toBeNull()
})
