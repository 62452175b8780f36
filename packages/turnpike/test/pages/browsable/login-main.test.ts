import { expect, it } from 'vitest'
import { csrfOf, openSite } from '../site.ts'

it('the login page leads back to the home page, also after a refused sign-in', async () => {
  const { browser } = openSite()
  const anonymous = await browser()
  const trail = /<nav class="trail"[^>]*><ol><li><a href="\/">Home<\/a><\/li><\/ol><\/nav>/

  const login = await (await anonymous.get('/login/?next=/books/')).text()
  expect(login).toMatch(trail)
  const form = { username: 'ann', password: 'wrong', ...csrfOf(login) }
  const refused = await (await anonymous.post('/login/', { form })).text()
  expect(refused).toContain('Unable to log in')
  expect(refused).toMatch(trail)
})
