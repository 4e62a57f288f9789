/** What only the browser says; the rest is the server's or the contract's. */
export const TEXTS = {
  unexpected: 'Ocurrió un error inesperado',
  /** The registration page's (storefront.md section 8). */
  registrationFailed: 'Ocurrió un error inesperado.',
  mailSent: 'Correo Enviado',
  badLink: 'El enlace no es válido o ha caducado.',
  ended: 'Tu sesión terminó',
  changed: 'Tu contraseña fue actualizada. Ya puedes iniciar sesión.',
} as const
