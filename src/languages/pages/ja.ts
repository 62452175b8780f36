import type { Catalogue } from '../catalogue.ts'

export const catalogue: Catalogue = {
  'Skip to the content': '本文へ移動',
  'There is no page at this address.': 'このアドレスにページはありません。',
  'The service cannot accept this request.': 'サービスはこのリクエストを受け付けられません。',
  'Something went wrong on our side. The error was logged.':
    'サービス側で問題が発生しました。エラーは記録されました。',
}
