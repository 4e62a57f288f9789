import { POINTS } from '@campus/contract/rules'

/** "y esa persona paga 10 % menos", only where the brand gives a discount. */
const off = (percent: number, words: string) => (percent > 0 ? `${words} paga ${percent} % menos` : '')

export const TEXTS = {
  title: 'Referidos',
  lead: (percent: number) =>
    `Comparte tu código: por cada compra pagada con él ganas ${POINTS.referido} puntos${off(percent, ' y quien lo usa')}.`,
  description: (brand: string) =>
    `Invita a estudiar en ${brand}: comparte tu código y gana ${POINTS.referido} puntos por cada compra pagada con él.`,
  invitation: 'Tu invitación',
  invitedDescription: (brand: string, percent: number) =>
    `Te invitan a estudiar en ${brand}${percent > 0 ? `, con ${percent} % menos en tu compra` : ''}: elige tu curso y empieza hoy.`,
  mine: 'Mis códigos',
  create: 'Crear mi código',
  createAnother: 'Crear otro código',
  created: 'Código creado',
  createError: 'No se pudo crear el código.',
  emptyTitle: 'Todavía no tienes un código',
  emptyText: 'Créalo en un toque y envíalo a quien quieras invitar.',
  loadError: 'No se pudieron cargar tus códigos.',
  code: 'Código',
  uses: 'Compras',
  points: 'Puntos',
  copyTitle: 'Copiado',
  copyText: 'El código de referido ha sido copiado al portapapeles.',
  share: 'Comparte tu código',
  shareText: 'Quien abra el enlace encontrará tu código ya puesto en su carrito.',
  staffTitle: 'Los códigos son de los alumnos',
  staffText: 'Así los encuentran ellos en esta página.',
  guestTitle: 'Entra para crear tu código',
  guestText: 'Es gratis: solo necesitas una cuenta de la academia.',
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
  invitedTitle: (name: string | null, brand: string) =>
    name ? `${name} te invita a estudiar en ${brand}` : `Te invitaron a estudiar en ${brand}`,
  invitedText: (percent: number) =>
    percent > 0
      ? `El código ya está puesto: pagas ${percent} % menos en tu compra.`
      : 'El código ya está puesto: elige tu curso y empieza hoy.',
  invitedLead: 'Elige tu curso y empieza hoy.',
  invitedAction: 'Ver los cursos',
  invitedFailed: 'No pudimos revisar tu invitación.',
  invitedUseless: 'Este código no se puede usar',
} as const

export const steps = (percent: number): { title: string; text: string }[] => [
  { title: 'Crea tu código', text: 'Es tuyo y no vence.' },
  { title: 'Compártelo', text: 'Por WhatsApp, por correo o con su enlace.' },
  {
    title: 'Lo usan al comprar',
    text: `Se escribe en el carrito, en «Código de referido o cupón»${off(percent, ', y quien lo usa')}.`,
  },
  {
    title: `Ganas ${POINTS.referido} puntos`,
    text: 'Por cada compra pagada. Suman en el ranking del mes.',
  },
]
