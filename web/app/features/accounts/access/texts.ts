export const TEXTS = {
  unexpected: 'Ocurrió un error inesperado',
  registrationFailed: 'Ocurrió un error inesperado.',
  mailSent: 'Correo Enviado',
  mailStored: 'Pedido guardado',
  recoverLead: 'Escribe tu correo y te enviaremos un enlace para crear una contraseña nueva.',
  unsentLead: (brand: string) =>
    `Este campus todavía no envía correos, así que no podemos mandarte un enlace. Escríbele a ${brand} y te ayuda a entrar.`,
  operator: '¿Administras este campus?',
  operatorText: 'El enlace se guarda en el servidor, en la carpeta «correo» de sus datos. Sirve una hora.',
  badLink: 'El enlace no es válido o ha caducado.',
  changed: 'Tu contraseña fue actualizada. Ya puedes iniciar sesión.',
} as const
