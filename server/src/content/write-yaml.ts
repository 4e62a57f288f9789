import { Document, parse, type Scalar, visit } from 'yaml'

const PLAIN = /^[\p{L}¿¡][^:#'"[\]{}&*!|>%`\\\n]*$/u

/** In a form that the reader takes for just these letters: no codes in quotes, no comments, no numbers. */
function styleOf(text: string): Scalar.Type {
  if (text.includes('\n')) return 'BLOCK_LITERAL'
  return PLAIN.test(text) && parse(text) === text ? 'PLAIN' : 'QUOTE_SINGLE'
}

/** A file of facts; what is undefined is left out. */
export function toYaml(data: object): string {
  const document = new Document(data)
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key' && typeof node.value === 'string') node.type = styleOf(node.value)
    },
  })
  return document.toString({ lineWidth: 0 })
}
