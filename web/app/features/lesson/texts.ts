/** Texts of this screen; the first four are the specification's (campus.md section 8). */
export const T = {
  attendanceDone: 'Asistencia registrada',
  closingDone: 'Cierre registrado',
  attendanceError: 'No se pudo registrar la asistencia.',
  closingError: 'No se pudo registrar el cierre.',
  completedDone: 'Lección completada',
  completedError: 'No se pudo marcar la lección como completada.',
  error: 'No pudimos cargar la lección.',
} as const
