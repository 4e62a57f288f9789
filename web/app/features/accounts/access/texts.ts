export const TEXTS = {
  unexpected: 'Ocurrió un error inesperado',
  registrationFailed: 'Ocurrió un error inesperado.',
  mailSent: 'Correo Enviado',
  badLink: 'El enlace no es válido o ha caducado.',
  changed: 'Tu contraseña fue actualizada. Ya puedes iniciar sesión.',
} as const
