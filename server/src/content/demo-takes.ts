/** By keys; `modulo` is null for a final exam. */
export type ExamPlace = { curso: string; modulo: string | null; clave: string }

/** `dias` ago; the first `fallas` questions are wrong; `abiertas` answer the open ones, of which those with `notas` are graded. */
export type Take = {
  correo: string
  examen: ExamPlace
  dias: number
  fallas: number
  abiertas: string[]
  notas: { puntos: number; comentario: string }[]
}

/** Two of its questions are open. */
export const OPEN_EXAM: ExamPlace = {
  curso: 'guion-y-narrativa-audiovisual',
  modulo: '03-del-papel-a-la-pantalla',
  clave: 'examen',
}

const comentario = 'Vas bien encaminado: nombra el obstáculo y di qué cambia en la escena.'

export const TAKES: readonly Take[] = [
  {
    correo: 'alumna@demo.pe',
    examen: { curso: 'diseno-de-marca-para-emprendedores', modulo: null, clave: 'examen-final' },
    dias: 29,
    fallas: 1,
    abiertas: [
      'Para las familias de mi barrio que desayunan apuradas, «Madrugada» es la panadería que ya tiene el pan caliente a las cinco y media, porque horneamos de noche. El logotipo cruza una espiga con un sol que recién asoma; lo probé en el sello de las bolsas y a 16 píxeles.',
    ],
    notas: [
      {
        puntos: 27,
        comentario:
          'Muy buena promesa, concreta y con prueba. Para cerrar: cuenta qué pasó cuando lo mostraste tres segundos.',
      },
    ],
  },
  {
    correo: 'alumna@demo.pe',
    examen: { curso: 'guion-y-narrativa-audiovisual', modulo: '01-idea-y-personaje', clave: 'examen' },
    dias: 7,
    fallas: 1,
    abiertas: [],
    notas: [],
  },
  {
    correo: 'alumno1@demo.pe',
    examen: { curso: 'presentaciones-que-convencen', modulo: '01-la-historia', clave: 'examen' },
    dias: 5,
    fallas: 1,
    abiertas: [],
    notas: [],
  },
  {
    correo: 'alumno3@demo.pe',
    examen: { curso: 'clases-virtuales-que-funcionan', modulo: '01-disenar', clave: 'examen' },
    dias: 5,
    fallas: 1,
    abiertas: [],
    notas: [],
  },
  {
    correo: 'killari.mamani@alumnos.demo.pe',
    examen: OPEN_EXAM,
    dias: 4,
    fallas: 0,
    abiertas: [
      'En el prólogo de Tears of Steel, ella quiere que él la acepte con su brazo de metal y él quiere irse al espacio. El obstáculo es el miedo de él. Al final de la escena ya no se miran.',
      'Plano general del puente vacío, para que se sienta la distancia. Plano medio de la niña que corre. Primer plano de su cara al ver la mochila. Plano detalle de la carta mojada.',
    ],
    notas: [],
  },
  {
    correo: 'fiorella.caceres@alumnos.demo.pe',
    examen: OPEN_EXAM,
    dias: 2,
    fallas: 0,
    abiertas: [
      'Sintel quiere recuperar a su dragón y el anciano quiere que descanse. La herida se lo impide. Cambia que ella decide contar su historia.',
      'Empiezo con un plano detalle de las manos que amasan, luego un plano medio del panadero, un plano general de la cola en la calle y el primer plano del último pan.',
    ],
    notas: [{ puntos: 13, comentario }],
  },
  {
    correo: 'daniela.quiroz@alumnos.demo.pe',
    examen: OPEN_EXAM,
    dias: 9,
    fallas: 7,
    abiertas: [
      'Los dos personajes pelean y al final uno gana.',
      'Un plano general de la ciudad y después los personajes.',
    ],
    notas: [
      { puntos: 5, comentario },
      { puntos: 4, comentario },
    ],
  },
  {
    correo: 'renzo.villanueva@alumnos.demo.pe',
    examen: OPEN_EXAM,
    dias: 3,
    fallas: 0,
    abiertas: [
      'En Big Buck Bunny el conejo quiere una mañana tranquila y las ardillas quieren molestarlo. Él no se atreve a responder. Cambia cuando recoge la flor y decide poner trampas.',
      'Plano general de la azotea al amanecer. Plano medio del chico que tiende la ropa. Plano detalle de la carta en el bolsillo. Primer plano cuando lee la primera línea.',
    ],
    notas: [],
  },
  {
    correo: 'ximena.ayala@alumnos.demo.pe',
    examen: OPEN_EXAM,
    dias: 1,
    fallas: 0,
    abiertas: [
      'Sintel quiere entrar al templo y el guardián quiere cerrarle el paso. La nieve y su herida se lo impiden. Entra sola y sale acompañada.',
      'Cuatro planos: general del mercado, medio de la vendedora, detalle de las monedas, primer plano cuando descubre que falta una.',
    ],
    notas: [],
  },
  {
    correo: 'bruno.espinoza@alumnos.demo.pe',
    examen: OPEN_EXAM,
    dias: 1,
    fallas: 0,
    abiertas: [
      'En Cosmos Laundromat, Franck quiere que todo termine y Victor quiere que firme el trato. Franck no cree en nadie. Al final de la escena acepta, aunque no sabe qué.',
      'Empiezo en negro con sonido de lluvia. Plano detalle de una gotera, plano medio del padre con el balde, plano general de la casa inundada, primer plano de la hija que se ríe.',
    ],
    notas: [],
  },
  {
    correo: 'nayra.choque@alumnos.demo.pe',
    examen: OPEN_EXAM,
    dias: 5,
    fallas: 0,
    abiertas: [
      'La niña quiere que su abuela le cuente el final del cuento y la abuela quiere dormir. El obstáculo es que la abuela lo olvidó. Cambia que lo inventan juntas.',
      'Plano general del cerro con las dos figuras, plano medio de espaldas, plano detalle de las manos, primer plano de la abuela que mira la cámara.',
    ],
    notas: [{ puntos: 12, comentario }],
  },
]
