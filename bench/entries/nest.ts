/** NestJS 12 on its Fastify platform: a module, a controller, a guard and an exception filter. */
import 'reflect-metadata'
import {
  type ArgumentsHost,
  Body,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  HttpException,
  Injectable,
  Module,
  Post,
  Put,
  Query as QueryParameters,
  Req,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as notes from './notes.ts'

type AuthenticatedRequest = FastifyRequest & { account: notes.Account }

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>()
    request.account = notes.authenticate(request.headers.authorization)
    return true
  }
}

@Catch()
class Refusals implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>()
    if (error instanceof notes.Refusal) {
      if (error.status === 401) reply.header('WWW-Authenticate', 'Token')
      if (error.status === 405) reply.header('Allow', 'GET, HEAD')
      reply.code(error.status).send(error.body)
    } else if (error instanceof HttpException && error.getStatus() === 404) {
      reply.code(404).send(notes.notFound)
    } else {
      console.error(error)
      reply.code(500).send({ error: 'Server Error (500)' })
    }
  }
}

@Controller()
@UseGuards(TokenGuard)
class NotesController {
  @Get('/me/')
  me(@Req() request: AuthenticatedRequest) {
    return notes.me(request.account)
  }

  @Put('/me/')
  notAllowed(@Req() request: AuthenticatedRequest): never {
    throw new notes.Refusal(405, notes.notAllowed(request.method))
  }

  @Get('/notes/')
  list(@Req() request: FastifyRequest, @QueryParameters() query: notes.Query) {
    return notes.numberedPage(`http://${request.host}/notes/`, query)
  }

  @Get('/window/')
  window(@Req() request: FastifyRequest, @QueryParameters() query: notes.Query) {
    return notes.windowOf(`http://${request.host}/window/`, query)
  }

  @Get('/timeline/')
  timeline(@Req() request: FastifyRequest, @QueryParameters() query: notes.Query) {
    return notes.timeline(`http://${request.host}/timeline/`, query)
  }

  @Post('/notes/')
  add(@Body() body: unknown) {
    return notes.add(notes.newNote(body))
  }
}

@Module({ controllers: [NotesController], providers: [TokenGuard] })
class NotesModule {}

const app = await NestFactory.create<NestFastifyApplication>(
  NotesModule,
  new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true } }),
  {
    logger: ['error'],
  },
)
app.useGlobalFilters(new Refusals())
await app.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
