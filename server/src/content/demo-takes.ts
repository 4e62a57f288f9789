/** `dias` ago; `sabe`: the closed questions are right; `puntos` of the open ones that are graded. */
type Take = { correo: string; dias: number; sabe: boolean; abiertas: [string, string]; puntos: number[] }

export const TAKES: readonly Take[] = [
  {
    correo: 'killari.mamani@alumnos.demo.pe',
    dias: 4,
    sabe: true,
    abiertas: [
      'En el prólogo de Tears of Steel, ella quiere que él la acepte con su brazo de metal y él quiere irse al espacio. El obstáculo es el miedo de él. Al final de la escena ya no se miran.',
      'Plano general del puente vacío, para que se sienta la distancia. Plano medio de la niña que corre. Primer plano de su cara al ver la mochila. Plano detalle de la carta mojada.',
    ],
    puntos: [],
  },
  {
    correo: 'fiorella.caceres@alumnos.demo.pe',
    dias: 2,
    sabe: true,
    abiertas: [
      'Sintel quiere recuperar a su dragón y el anciano quiere que descanse. La herida se lo impide. Cambia que ella decide contar su historia.',
      'Empiezo con un plano detalle de las manos que amasan, luego un plano medio del panadero, un plano general de la cola en la calle y el primer plano del último pan.',
    ],
    puntos: [13],
  },
  {
    correo: 'daniela.quiroz@alumnos.demo.pe',
    dias: 9,
    sabe: false,
    abiertas: [
      'Los dos personajes pelean y al final uno gana.',
      'Un plano general de la ciudad y después los personajes.',
    ],
    puntos: [5, 4],
  },
  {
    correo: 'renzo.villanueva@alumnos.demo.pe',
    dias: 3,
    sabe: true,
    abiertas: [
      'En Big Buck Bunny el conejo quiere una mañana tranquila y las ardillas quieren molestarlo. Él no se atreve a responder. Cambia cuando recoge la flor y decide poner trampas.',
      'Plano general de la azotea al amanecer. Plano medio del chico que tiende la ropa. Plano detalle de la carta en el bolsillo. Primer plano cuando lee la primera línea.',
    ],
    puntos: [],
  },
  {
    correo: 'ximena.ayala@alumnos.demo.pe',
    dias: 1,
    sabe: true,
    abiertas: [
      'Sintel quiere entrar al templo y el guardián quiere cerrarle el paso. La nieve y su herida se lo impiden. Entra sola y sale acompañada.',
      'Cuatro planos: general del mercado, medio de la vendedora, detalle de las monedas, primer plano cuando descubre que falta una.',
    ],
    puntos: [],
  },
  {
    correo: 'bruno.espinoza@alumnos.demo.pe',
    dias: 1,
    sabe: true,
    abiertas: [
      'En Cosmos Laundromat, Franck quiere que todo termine y Victor quiere que firme el trato. Franck no cree en nadie. Al final de la escena acepta, aunque no sabe qué.',
      'Empiezo en negro con sonido de lluvia. Plano detalle de una gotera, plano medio del padre con el balde, plano general de la casa inundada, primer plano de la hija que se ríe.',
    ],
    puntos: [],
  },
  {
    correo: 'nayra.choque@alumnos.demo.pe',
    dias: 5,
    sabe: true,
    abiertas: [
      'La niña quiere que su abuela le cuente el final del cuento y la abuela quiere dormir. El obstáculo es que la abuela lo olvidó. Cambia que lo inventan juntas.',
      'Plano general del cerro con las dos figuras, plano medio de espaldas, plano detalle de las manos, primer plano de la abuela que mira la cámara.',
    ],
    puntos: [12],
  },
]
