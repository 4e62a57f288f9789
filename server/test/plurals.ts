/** Singular and plural: the 22 that readers reported, then what an academy writes. */
export const PLURALS = `
  evaluación evaluaciones, resolución resoluciones, animación animaciones, examen exámenes, imagen imágenes, joven jóvenes,
  interés intereses, luz luces, lápiz lápices, raíz raíces, canción canciones, lección lecciones, módulo módulos, país países,
  título títulos, curso cursos, clase clases, alumno alumnos, fórmula fórmulas, gráfico gráficos, tema temas, foro foros,

  capa capas, composición composiciones, fotograma fotogramas, guion guiones, pincel pinceles, color colores, mes meses,
  red redes, margen márgenes, vez veces, voz voces, matriz matrices, índice índices, enlace enlaces, personaje personajes,
  botón botones, orden órdenes, base bases, cruz cruces, pie pies, vértice vértices, rol roles, robot robots, carácter caracteres`
  .trim()
  .split(/,\s*/)
  .map((pair): [singular: string, plural: string] => {
    const [singular = '', plural = ''] = pair.split(' ')
    return [singular, plural]
  })

export const withoutAccents = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '')
