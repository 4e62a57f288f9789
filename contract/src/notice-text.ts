/** A notification's first line says what happened; details follow it, and its subject is a field of its own. */
export function noticeLines(mensaje: string): { happened: string; details: string } {
  const [happened = '', ...details] = mensaje.split('\n')
  return { happened, details: details.join('\n') }
}
