/** What only the browser says around certificates; the specification's texts stand verbatim (campus.md section 8). */
export const T = {
  title: 'Mis Certificados',
  loadError: 'Hubo un error al cargar los certificados.',
  emptyTitle: 'Aún no tienes certificados',
  emptyText: 'Matricúlate en un curso y aprueba sus exámenes: cada certificado que ganes aparecerá aquí.',
  missing: 'Lo que falta',
  revoked: 'Revocado',
  revokedNote: (day: string, reason: string) =>
    `La academia revocó este certificado el ${day}: ${reason.replace(/\.$/, '')}. Escríbenos por Soporte si crees que es un error.`,
  download: 'Descargar PDF',
  unavailable: 'Certificado no disponible.',

  verifyTitle: 'Verificar un certificado',
  verifyLead: 'Escribe el código que está al pie del certificado para comprobar que es auténtico.',
  codeLabel: 'Código del certificado',
  codeHint: 'Por ejemplo: CERT-ABCDEFGHI. También puedes escribirlo en minúsculas o con espacios.',
  codeError: 'Ese código no está completo. Son la palabra CERT, un guion y 9 letras.',
  verify: 'Verificar',
  valid: 'Certificado válido',
  validText: 'Este certificado es auténtico y está vigente.',
  revokedTitle: 'Certificado revocado',
  revokedText: 'Certificado no disponible. La academia lo emitió y después lo revocó: ya no acredita este aprendizaje.',
  unknownText: 'No hay ningún certificado con este código. Revisa que esté escrito tal como aparece en el documento.',
  busyTitle: 'Demasiadas consultas seguidas',
  busyText: 'Espera un minuto y vuelve a abrir esta página. Tu certificado sigue en su sitio.',
  awayTitle: 'No pudimos comprobarlo ahora',
  awayText: 'El servicio no está disponible en este momento. Inténtalo en unos segundos.',
} as const
