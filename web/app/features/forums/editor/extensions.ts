import { type AnyExtension, Node } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import Mention from '@tiptap/extension-mention'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { isLinkAddress, isPictureAddress } from './link-address'
import type { MentionList } from './mention-list'

const cellOf = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ align: { default: null } }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const Row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})

/** Pasted tables stay tables: their cells can be written in, and the whole is removed like a picture. */
const TABLES = [Table, Row, cellOf('tableCell', 'td'), cellOf('tableHeader', 'th')]

/** As the server reads it: `<span data-mencion="12">@Nombre</span>`. */
const MentionNode = Mention.extend({
  addAttributes: () => ({
    id: { default: null, parseHTML: (element: HTMLElement) => element.dataset.mencion },
    label: { default: '', parseHTML: (element: HTMLElement) => (element.textContent ?? '').replace(/^@/, '') },
  }),
  parseHTML: () => [{ tag: 'span[data-mencion]' }],
  renderHTML: ({ node }) => ['span', { 'data-mencion': node.attrs.id }, `@${node.attrs.label}`],
  renderText: ({ node }) => `@${node.attrs.label}`,
})

/** Refuses the pictures that the server drops. */
const AllowedImage = Image.extend({
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element: HTMLElement) => (isPictureAddress(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
})

type Options = {
  placeholder: string
  mentions: MentionList
  mayMention: () => boolean
  checks: AnyExtension[] | undefined
}

/** No more than the allow-list of `server/src/kit/html/html.ts`. */
export const extensionsOf = ({ placeholder, mentions, mayMention, checks }: Options) => [
  ...(checks ?? []),
  StarterKit.configure({
    ...(checks && { document: false }),
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address, { defaultProtocol }) =>
        isLinkAddress(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `${defaultProtocol}://${address}`),
    },
  }),
  Placeholder.configure({ placeholder }),
  AllowedImage.configure({ allowBase64: false }),
  ...TABLES,
  MentionNode.configure({ suggestion: { char: '@', allow: mayMention, render: () => mentions.renderer } }),
]
