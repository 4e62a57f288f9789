import { expect, it } from 'vitest'
import { keptStyles } from './clean-paste'

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
