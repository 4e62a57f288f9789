import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** One of a brand's written pages: the same screen under each path. */
const written = (path: string) => route(path, 'features/pages/written-page.tsx', { id: `pagina ${path}` })

/** The site map: every path of the two specifications, a line each. */
export default [
  layout('shell/bare-layout.tsx', [
    route('login/:marca?', 'features/accounts/login-page.tsx'),
    route('registro', 'features/accounts/register-page.tsx'),
    route('restablecer/:idusuario', 'features/accounts/reset-page.tsx'),
    route('marcas', 'features/home/brands-page.tsx'),
    route('certificado/:id_certificado?', 'features/certificates/verification-page.tsx'),
    route('pasarela-de-prueba/:numero', 'features/payment/sandbox-page.tsx'),
  ]),
  layout('shell/focus-layout.tsx', [
    layout('shell/guard.tsx', { id: 'guard alone' }, [route('prompt', 'features/prompts/prompts-page.tsx')]),
  ]),
  layout('shell/app-layout.tsx', [
    index('features/landing/landing-page.tsx'),
    written('terminos'),
    written('privacidad'),
    written('reembolsos'),
    layout('shell/themed-layout.tsx', [
      route('cursos/:idcategoria?', 'features/catalogue/catalogue-page.tsx'),
      route('detallecurso/:idcurso?', 'features/course-detail/course-detail-page.tsx'),
      route('libro-de-reclamaciones', 'features/complaints/complaints-page.tsx'),
      route('preguntas-frecuentes', 'features/pages/questions-page.tsx'),
    ]),
    // Their pages ask the API from the browser; those outside are rendered whole on the server and stay lighter.
    layout('shell/queries-layout.tsx', [
      route('premios', 'features/awards/awards-page.tsx'),
      route('referidos', 'features/referrals/referrals-page.tsx'),
      route('carrito', 'features/cart/cart-page.tsx'),
      route('pago', 'features/payment/payment-page.tsx'),
    ]),
    layout('shell/guard.tsx', [
      route('inicio', 'features/dashboard/dashboard-page.tsx'),
      route('miscursos', 'features/courses/my-courses-page.tsx'),
      route('miscursos/:idcurso/modulos/:idmodulo?', 'features/courses/modules-page.tsx'),
      // The comments are a route inside the lesson's: features do not import each other.
      route('miscursos/:idcurso/modulos/:idmodulo/leccion/:idleccion', 'features/lesson/lesson-page.tsx', [
        index('features/comments/lesson-comments.tsx'),
      ]),
      route('examen/:idexamen/:idmodulocurso/:tipo', 'features/exams/exam-page.tsx'),
      route('miscertificados', 'features/certificates/my-certificates-page.tsx'),
      route('certificado-modulo/:id_curso', 'features/certificates/module-certificates-page.tsx'),
      route('miscursos/:idCurso/foros', 'features/forums/list-page.tsx'),
      route('foro/:idForo', 'features/forum/forum-page.tsx'),
      route('notificaciones', 'features/notifications/notifications-page.tsx'),
      route('notificaciones/preferencias', 'features/notifications/preferences-page.tsx'),
      route('calendario', 'features/calendar/calendar-page.tsx'),
      route('perfil', 'features/profile/profile-page.tsx'),
      route('compras', 'features/payment/purchases-page.tsx'),
      route('soporte', 'features/support/support-page.tsx'),
    ]),
    route('*', 'shell/not-found.tsx'),
  ]),
  route('plataformas', 'features/home/platforms.ts'),
] satisfies RouteConfig
