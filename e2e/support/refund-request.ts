import type { Page } from '@playwright/test'

/** Mocks two requests and opens the first, so that nothing is written. */
export async function showRefundRequest(page: Page): Promise<void> {
  const course = (id_curso: number, nombre: string, completadas: number) => ({
    ...{ id_curso, nombre, completadas, lecciones: 12, monto: 134.1 },
    motivo: 'Me equivoqué de curso: ya manejo Excel y buscaba uno de Power BI.',
  })
  const request = {
    numero: '3f2a9c1b-7d44-4e0b-9a51-0c6f2d8be104',
    total: 268.2,
    pagada_en: '2026-11-21T15:31:00.000Z',
    pedida_en: '2026-11-23T15:00:00.000Z',
    medio: 'Visa',
    ya_devuelto: 0,
    enviada: null,
    comprador: { id: 1, nombres: 'María Fernanda', apellidos: 'Quispe Huamán', correo: 'maria@prueba.pe' },
    cursos: [
      course(901, 'Animación 3D con Blender desde cero', 0),
      course(902, 'Excel para la gestión de proyectos', 2),
    ],
  }
  const other = { ...request, numero: '77aa9c1b-7d44-4e0b-9a51-0c6f2d8be105', cursos: request.cursos.slice(1) }
  const data = { data: [request, other], total: 2, per_page: 50, current_page: 1, last_page: 1 }
  await page.route(/\/api\/ordenes\/devoluciones\?/, (route) => route.fulfill({ json: { data } }))
  await page.reload()
  await page.getByRole('navigation', { name: 'Devoluciones pedidas' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Devolver S/ 268.20' }).waitFor()
}
