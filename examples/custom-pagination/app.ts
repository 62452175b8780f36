/**
 * Pagination styles of your own, over a list of 1,000 milestones.
 *
 *   node main.ts
 *   curl 'http://localhost:8000/object/?page=2'
 *   curl -i 'http://localhost:8000/header/?page=2'
 */
import { arrayItems, createApi, routes } from 'turnpike'
import { linkHeaderPagination, linksObjectPagination } from './styles.ts'

const milestones = Array.from({ length: 1000 }, (_, index) => ({
  id: index + 1,
  title: `Milestone ${index + 1}`,
}))

const api = createApi({ PAGE_SIZE: 5 })

export default routes(api, {
  '/object/': api.listView({
    items: arrayItems(milestones),
    pagination: linksObjectPagination(),
  }),
  '/header/': api.listView({
    items: arrayItems(milestones),
    pagination: linkHeaderPagination(),
  }),
})
