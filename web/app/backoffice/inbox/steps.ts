import type { FirstSteps } from '@campus/contract/inbox'
import { coursePath } from '../courses/paths'

const STEPS = [
  {
    key: 'marca',
    path: 'ajustes',
    label: 'Completa los datos de la academia',
    text: 'Razón social, RUC y dirección, que piden las boletas y facturas; correo y logo. Y qué avance pides antes de un examen (0: los exámenes se pueden dar desde el primer día).',
  },
  {
    key: 'oferta',
    path: '/gestion/ajustes#campo-oferta',
    label: '¿Qué se ve junto a tus precios?',
    text: 'Nada, promociones con fecha, o siempre un precio tachado. Mientras no elijas, nada.',
  },
  {
    key: 'cobros',
    path: 'cobros-y-correo#mercadopago',
    label: 'Conecta MercadoPago',
    text: 'Sin esto no se vende en línea; lo que cobras tú se registra igual en Ventas.',
    others: 'Lo conecta quien administra la plataforma.',
  },
  {
    key: 'correo',
    path: 'cobros-y-correo#correo',
    label: 'Conecta el correo',
    text: 'Sin esto ningún correo sale: ni invitaciones, ni compras, ni contraseñas.',
    others: 'Lo conecta quien administra la plataforma.',
  },
  {
    key: 'docente',
    path: 'equipo',
    label: 'Invita a tu primer docente',
    text: 'Sus cursos llevan su nombre y su foto. Si tú también enseñas, basta tu rol de docente.',
  },
  {
    key: 'curso',
    path: 'cursos',
    label: 'Publica tu primer curso',
    text: 'Crea uno, o cambia el de ejemplo: está oculto hasta que lo publiques.',
  },
  { key: 'examen', path: 'cursos', label: 'Agrega un examen', text: 'Sin examen no hay nota ni certificado.' },
  {
    key: 'alumno',
    path: 'matriculas/nueva',
    label: 'Recibe a tu primer alumno',
    text: 'Comparte tu tienda: quien compra queda matriculado. A quien te pagó de otra forma lo matriculas aquí.',
  },
] as const

export type Step = {
  key: string
  path: string
  label: string
  text: string
  /** For people who may not open its screen. */
  others?: string
  done: boolean
}

/** The first-day checklist. */
export const firstSteps = ({ sin_examen, ...done }: FirstSteps): Step[] =>
  STEPS.map((step) => ({
    ...step,
    ...(step.key === 'examen' && sin_examen !== null && { path: coursePath(sin_examen) }),
    done: done[step.key],
  }))
