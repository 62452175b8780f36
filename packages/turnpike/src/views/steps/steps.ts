import { withoutStack } from '../../errors/without-stack.ts'
import { denyingPermission } from '../../permissions/check.ts'
import { negotiate } from '../../rendering/negotiate.ts'
import { policyName } from '../../rules/policy-name.ts'
import type { RequestWatch } from '../../telemetry/request-watch.ts'
import { checkThrottles } from '../../throttling/check.ts'
import { answer } from '../answers/answer.ts'
import { callHandler, callInTransaction } from '../interceptor.ts'
import { answerException } from './answer-exception.ts'
import { identify } from './identify.ts'
import { refuse } from './refuse.ts'

/** The steps of the dispatch, which a watch runs in its own way. */
export const plainSteps = {
  negotiate,
  identify,
  denyingPermission,
  checkThrottles,
  callInTransaction,
  callHandler,
  answer,
  answerException,
  refuse,
}

export type Steps = typeof plainSteps

/** The same steps, followed by a watch. */
export const watchedSteps = (watch: RequestWatch): Steps => ({
  negotiate: (...given) => watch.step('negotiate', () => negotiate(...given)),
  identify: (...given) => watch.step('authenticate', () => identify(...given)),

  async denyingPermission(...given) {
    const denying = await watch.step('permissions', () => denyingPermission(...given))
    if (denying !== null) watch.denied(policyName(denying))
    return denying
  },

  checkThrottles: (...given) => watch.step('throttles', () => checkThrottles(...given)),
  callHandler: (...given) => watch.step('handler', () => callHandler(...given)),
  callInTransaction: (transactions, handler, request, view, findings) =>
    watch.step('transaction', () =>
      callInTransaction(transactions, handler, request, view, findings, (...given) =>
        watch.step('handler', () => callHandler(...given)),
      ),
    ),
  answer: (...given) => watch.step('render', () => answer(...given)),

  answerException(raised, ...context) {
    watch.failed(raised)
    return answerException(raised, ...context)
  },

  refuse(reason, exception, ...context) {
    watch.failed(withoutStack(exception))
    return refuse(reason, exception, ...context)
  },
})
