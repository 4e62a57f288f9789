export const TEXTS = {
  attendanceDone: 'Asistencia registrada',
  closingDone: 'Cierre registrado',
  attendanceError: 'No se pudo registrar la asistencia.',
  closingError: 'No se pudo registrar el cierre.',
  completedDone: 'Lección completada',
  waits: 'Se registrará al volver la señal.',
  undo: 'Deshacer',
  clear: 'Deshacer: quitar la marca de completada',
  undone: 'La lección ya no está marcada como completada.',
  finish: 'Completar y seguir',
  autoComplete: 'Completar al terminar el video',
  error: 'No pudimos cargar la lección.',
} as const
