import { CSV_BEGINNING, csvLine, timeCell } from '@campus/contract/csv-text'

const HEADINGS = [
  ...['correo', 'nombres', 'apellidos', 'tipo_documento', 'numero_documento', 'telefono'],
  ...['pais', 'ciudad', 'curso', 'grupo', 'vence'],
]

/** A file with every heading, and how its cells are written. */
export const exampleFile = (): Blob =>
  new Blob(
    [
      CSV_BEGINNING,
      csvLine(HEADINGS),
      csvLine([
        ...['rosa.quispe@ejemplo.pe', 'Rosa María', 'Quispe Huamán', 'DNI', '01234567', '987654321'],
        ...['Perú', 'Cusco', 'Nombre del curso', 'Turno mañana', timeCell('31/12/2026')],
      ]),
      csvLine(['luis.soto@ejemplo.pe', 'Luis', 'Soto Díaz', ...Array<string>(8).fill('')]),
    ],
    { type: 'text/csv;charset=utf-8' },
  )
