import { createClient } from '@turnpike/client'

export default createClient({ url: 'https://api.example.com' })
