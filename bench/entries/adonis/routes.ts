import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'
import { notAllowed } from '../answers.ts'
import * as notes from './notes-controller.ts'

server.errorHandler(() => import('./exception-handler.ts'))
router.use([
  () => import('@adonisjs/core/bodyparser_middleware'),
  () => import('@adonisjs/auth/initialize_auth_middleware'),
])

router
  .group(() => {
    router.get('/me/', ({ auth }) => {
      const { username, email, isStaff } = auth.getUserOrFail()
      return { username, email, is_staff: isStaff === 1 }
    })
    router.get('/notes/', notes.numbered)
    router.get('/window/', notes.windowed)
    router.get('/timeline/', notes.timeline)
    router.post('/notes/', notes.store)
    router.route('/me/', ['POST', 'PUT', 'PATCH', 'DELETE'], ({ request, response }) =>
      response.header('Allow', 'GET, HEAD').status(405).send(notAllowed(request.method())),
    )
  })
  .use(async ({ auth }, next) => {
    await auth.authenticate()
    await next()
  })
