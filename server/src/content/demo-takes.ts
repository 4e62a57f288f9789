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
]
