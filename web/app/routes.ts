import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The same screen for each of a brand's legal pages. */
const written = (path: string) => route(path, 'features/pages/written-page.tsx', { id: `pagina ${path}` })

export default [
  layout('shell/bare-layout.tsx', [
    layout('shell/public-layout.tsx', { id: 'public, bare' }, [route('marcas', 'features/brands/brands-page.tsx')]),
    layout('shell/campus-layout.tsx', { id: 'campus, bare' }, [
      route('login/:marca?', 'features/accounts/access/login-page.tsx'),
      route('registro', 'features/accounts/access/register-page.tsx'),
      route('restablecer/:idusuario', 'features/accounts/access/reset-page.tsx'),
      route('verificar-correo/:idusuario', 'features/accounts/access/verify-page.tsx'),
      route('pasarela-de-prueba/:numero', 'features/orders/payment/sandbox-page.tsx'),
    ]),
  ]),
  // Opens the first brand where there is none (root.tsx); afterwards it leads on.
  route('empezar', 'features/accounts/access/first-done.tsx'),
  layout('shell/certificate-layout.tsx', [
    layout('shell/public-layout.tsx', { id: 'public, certificate' }, [
      route('certificado/*', 'features/certificates/verification-page.tsx'),
    ]),
  ]),
  layout('shell/focus-layout.tsx', [
    layout('shell/campus-layout.tsx', { id: 'campus, alone' }, [
      layout('shell/guard.tsx', { id: 'guard, alone' }, [route('prompt', 'features/prompts/prompts-page.tsx')]),
    ]),
  ]),
  // The back office has its own site map: backoffice/shell/screens.ts.
  layout('shell/campus-layout.tsx', { id: 'campus, staff' }, [
    route('gestion/*', 'backoffice/shell/backoffice-layout.tsx'),
  ]),
  layout('shell/app-layout.tsx', [
    layout('shell/public-layout.tsx', [
      index('features/catalogue/landing/landing-page.tsx'),
      written('terminos'),
      written('privacidad'),
      written('reembolsos'),
      route('cursos/:idcategoria?', 'features/catalogue/list/catalogue-page.tsx'),
      route('detallecurso/:idcurso?', 'features/catalogue/course/course-detail-page.tsx'),
      route('detallecurso/:idcurso/leccion/:idleccion', 'features/catalogue/course/free-lesson-page.tsx'),
      route('libro-de-reclamaciones', 'features/complaints/complaints-page.tsx'),
      route('preguntas-frecuentes', 'features/pages/questions-page.tsx'),
      route('premios', 'features/awards/awards-page.tsx'),
      route('referidos', 'features/referrals/referrals-page.tsx'),
      route('*', 'shell/not-found.tsx'),
    ]),
    layout('shell/campus-layout.tsx', [
      route('carrito', 'features/orders/cart/cart-page.tsx'),
      route('pago', 'features/orders/payment/payment-page.tsx'),
      layout('shell/guard.tsx', [
        route('inicio', 'features/learning/dashboard/dashboard-page.tsx'),
        route('miscursos', 'features/learning/courses/my-courses-page.tsx'),
        route('miscursos/:idcurso/modulos/:idmodulo?', 'features/learning/courses/modules-page.tsx'),
        // The comments are a route inside the lesson's: features do not import each other.
        route('miscursos/:idcurso/modulos/:idmodulo/leccion/:idleccion', 'features/learning/lesson/lesson-page.tsx', [
          index('features/comments/lesson-comments.tsx'),
        ]),
        route('examen/:idexamen/:idmodulocurso/:tipo', 'features/exams/exam-page.tsx'),
        route('compras', 'features/orders/payment/purchases-page.tsx'),
        route('miscertificados', 'features/certificates/my-certificates-page.tsx'),
        route('certificado-modulo/:id_curso', 'features/certificates/module-certificates-page.tsx'),
        route('soporte', 'features/support/support-page.tsx'),
        route('miscursos/:idCurso/foros', 'features/forums/list/list-page.tsx'),
        route('foros', 'features/forums/list/my-forums-page.tsx'),
        route('foro/:idForo', 'features/forums/thread/forum-page.tsx'),
        route('notificaciones', 'features/notifications/notifications-page.tsx'),
        route('notificaciones/preferencias', 'features/notifications/preferences-page.tsx'),
        route('calendario', 'features/calendar/calendar-page.tsx'),
        route('perfil', 'features/accounts/profile/profile-page.tsx'),
      ]),
    ]),
  ]),
  route('plataformas', 'features/brands/platforms.ts'),
] satisfies RouteConfig
