import { POINTS } from '@campus/contract/rules'

/** "y esa persona paga 10 % menos", only where the academy takes something off. */
const off = (percent: number, words: string) => (percent > 0 ? `${words} paga ${percent} % menos` : '')

/** What the referrals' screen says; the literal ones are storefront.md's. */
export const T = {
  title: 'Referidos',
  lead: (percent: number) =>
    `Comparte tu código: por cada compra pagada con él ganas ${POINTS.referido} puntos${off(percent, ' y quien lo usa')}.`,
  description: (brand: string, percent: number) =>
    `Invita a estudiar en ${brand}: crea tu código de referido, compártelo y gana ${POINTS.referido} puntos por cada compra pagada con él${off(percent, '; quien lo usa')}.`,
  mine: 'Mis códigos',
  create: 'Crear mi código',
  createAnother: 'Crear otro código',
  created: 'Código creado',
  createError: 'No se pudo crear el código.',
  emptyTitle: 'Todavía no tienes un código',
  emptyText: 'Créalo en un toque y envíalo a quien quieras invitar.',
  loadError: 'No se pudieron cargar tus códigos.',
  code: 'Código',
  uses: 'Usos',
  points: 'Puntos',
  copyTitle: 'Copiado',
  copyText: 'El código de referido ha sido copiado al portapapeles.',
  usesNote: 'Un uso es una compra pagada.',
  share: 'Comparte tu código',
  shareText: 'Quien abra el enlace encontrará tu código ya puesto en su carrito.',
  staffTitle: 'Los códigos son de los alumnos',
  staffText: 'Así los encuentran ellos en esta página.',
  visitorTitle: 'Entra para crear tu código',
  visitorText: 'Es gratis: solo necesitas una cuenta de la academia.',
  login: 'Iniciar sesión',
  register: 'Crear una cuenta',
  how: 'Cómo funciona',
  rulesTitle: 'Reglas',
  rules: [
    'Puedes tener hasta dos códigos.',
    'Nadie puede usar su propio código.',
    'Los puntos llegan cuando el pago se confirma; una compra gratuita no suma.',
  ],
  ranking: 'Mira en qué puesto vas',
  invitedTitle: 'Te invitaron a estudiar',
  invitedText: (percent: number) =>
    percent > 0
      ? `Ya está en tu carrito: pagarás ${percent} % menos.`
      : 'Ya está en tu carrito: quien te invitó ganará puntos cuando compres.',
  invitedAction: 'Ver los cursos',
  invitedFailed: 'No pudimos revisar tu invitación.',
  invitedUseless: 'Este código no se puede usar',
} as const

/** The four steps, from the code to the points. */
export const steps = (percent: number): { title: string; text: string }[] => [
  { title: 'Crea tu código', text: 'Es tuyo y no caduca.' },
  { title: 'Compártelo', text: 'Por WhatsApp, por correo o con su enlace.' },
  {
    title: 'Lo usan al comprar',
    text: `Se escribe en el carrito, en «Código de referido»${off(percent, ', y quien lo usa')}.`,
  },
  {
    title: `Ganas ${POINTS.referido} puntos`,
    text: 'Por cada compra pagada. Suman en el ranking del mes.',
  },
]
