export type Names = { nombres: string; apellidos: string }

/** They belong to the word that follows: «de la Cruz». */
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y'])

function groupsOf(text: string): string[] {
  const groups: string[] = []
  let open = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    open = open ? `${open} ${word}` : word
    if (PARTICLES.has(word.toLowerCase())) continue
    groups.push(open)
    open = ''
  }
  return open ? [...groups, open] : groups
}

/** As names are written in Peru: two last names where there are three words or more. */
export function splitName(text: string): Names {
  const groups = groupsOf(text)
  const given = Math.max(1, groups.length - 2)
  return { nombres: groups.slice(0, given).join(' '), apellidos: groups.slice(given).join(' ') }
}

const capitalized = (word: string) => word.charAt(0).toLocaleUpperCase('es') + word.slice(1).toLocaleLowerCase('es')

/** To show until the owner writes it: `luz.rojas85@prueba.pe` is perhaps Luz Rojas. Last names may be missing. */
export function nameOfMail(correo: string): Names {
  const [mailbox = ''] = correo.split(/[@+]/)
  const words = mailbox.match(/\p{L}+/gu) ?? []
  const { nombres, apellidos } = splitName(words.map(capitalized).join(' '))
  return { nombres: nombres || 'Estudiante', apellidos }
}
