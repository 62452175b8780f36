/**
 * What the service must do, sentence by sentence and table row by table row, grouped by the parts of
 * the description of its behaviour. Each is quoted by a test of this folder.
 */
export const sentences: Readonly<Record<string, readonly string[]>> = {
  'What the service does': [
    'Bodies are JSON unless stated otherwise.',
    'The service is a JSON API over HTTP.',
    'Every request passes through three concerns, in this order:',
    'Authentication: the request is associated with a user and, optionally, an auth credential object.',
    'Permission and throttling checks. These use the result of authentication.',
    'Authentication alone never allows or denies a request.',
    'Handling, then either a normal response or an error response built by the error rules.',
    'The service also splits large list results into pages using one of three pagination styles.',
    'Credentials can be obtained through a token-issuing endpoint.',
  ],

  'Authenticated identity (per request)': [
    '| user | user record | The user that the request is attributed to. An anonymous user when no scheme authenticates. |',
    '| auth | credential object or null | Null for Basic, Session and remote-user schemes. The token record for token authentication. Null when unauthenticated. |',
    'The anonymous user value and the null auth value can both be replaced by configuration. The keys are `UNAUTHENTICATED_USER` and `UNAUTHENTICATED_TOKEN`.',
  ],

  'Token record': [
    '| key | string | Sent by clients after the keyword in the Authorization header. |',
    '| user | reference to user | One token per user in the built-in scheme. Tokens can be created when missing, or regenerated. |',
  ],

  'User record': [
    '| username | string | Used for Basic authentication, token issuance and remote-user authentication. |',
    '| password | string | Accepted as input only, never returned. |',
    '| pk | identifier | May be returned by a customised token endpoint. |',
    '| email | string | May be returned by a customised token endpoint. |',
  ],

  'Error body': [
    '| Most errors | JSON object with key `detail` (string). |',
    '| Validation error | JSON object whose keys are field names and whose values are lists of message strings. Errors not tied to a field use the key `non_field_errors`, or the string set in the `NON_FIELD_ERRORS_KEY` setting. |',
    '| Nested validation | The error detail may be a list, a dictionary or a nested structure of these. |',
    'Inspection of an error yields three views: the textual detail, the code identifier, and a full form.',
    'The full form maps each message to an object with keys `message` and `code`.',
    'Codes seen: `permission_denied`, `required`, `invalid`.',
  ],

  'Paginated list body (page-number and limit/offset styles)': [
    '| count | integer | Total number of items in the unpaginated set. |',
    '| next | string (URL) or null | Link to the next page. Null when there is none. |',
    '| previous | string (URL) or null | Link to the previous page. Null when there is none. |',
    '| results | array | Only the items of the requested page. |',
  ],

  'Token issuing endpoint': [
    'Available only when the deployer mounts it.',
    'The path is chosen by the deployer: `{base_url}/<token_path>/`.',
    '| Method | POST |',
    '| Request body | JSON or form data with fields `username` (string) and `password` (string). |',
    '| Success response | JSON object with field `token` (string: the token key). |',
    '| Format | Always JSON for request and response, regardless of the configured renderers and parsers. |',
    '| Permissions and throttling | None by default. Throttling can be added by extending the endpoint. |',
    '| Extension | A customised endpoint may return further fields, for example `user_id` and `email`, next to `token`. |',
  ],

  'List endpoints': [
    'Any list endpoint that uses pagination accepts the query parameters of the configured style and returns the paginated body.',
    '| Page number | GET `{base_url}/<list_path>/?page=<page_number>` | `page` (integer, or the string `last` for the final page) |',
    '| Limit/offset | GET `{base_url}/<list_path>/?limit=<n>&offset=<n>` | `limit` (integer), `offset` (integer) |',
    '| Cursor | GET `{base_url}/<list_path>/?cursor=<opaque_cursor>` | `cursor` (opaque string taken from a previous response link) |',
    'Pagination applies automatically only to generic list views. Other views must apply it explicitly.',
    'It can be disabled by setting the pagination class to none.',
  ],

  'Resolution rules': [
    '1. Authentication runs first, before permission and throttling checks.',
    '2. The scheme list is ordered. It is set globally by `DEFAULT_AUTHENTICATION_CLASSES` or per view.',
    '3. Schemes are tried in order. The first scheme that authenticates sets the user and the auth.',
    '4. When no scheme authenticates, the user is the anonymous user and auth is null.',
    '5. A scheme that is not attempted (for example, its header is absent) passes to the next scheme.',
    '6. A scheme that is attempted and fails raises an authentication failure.',
    'An error response is returned at once.',
    'No other scheme is tried and no permission check is made.',
    "7. When a request is denied and unauthenticated, the status depends on the first scheme in the view's list only:",
    'If that scheme supplies a challenge string, the status is 401 and the response carries a `WWW-Authenticate` header with that string.',
    'If it supplies none, the status is 403, with no `WWW-Authenticate` header.',
    '8. A request that authenticated but is denied permission always gets 403, whatever the scheme.',
    '9. Every 401 response includes a `WWW-Authenticate` header. No 403 response includes it.',
    '10. When the service runs behind a web server that hides the Authorization header from the application by default, the server must be set to pass it through for every non-session scheme.',
  ],

  Schemes: [
    '| Basic | HTTP Basic authentication with username and password | user record | null | 401, `WWW-Authenticate: Basic realm="api"` | Suitable for testing. In production only over HTTPS. Clients must not persist the credentials. |',
    '| Token | Header `Authorization: Token <TOKEN_KEY>` (keyword, a single space, then the key) | user record | token record | 401, `WWW-Authenticate: Token` | Needs tokens to exist. In production only over HTTPS. The keyword is configurable (for example `Bearer`). |',
    '| Session | The session cookie of the web session | user record | null | 403 | For AJAX clients in the same session context as the website. |',
    '| Remote user | The web server sets the `REMOTE_USER` environment variable | user record | null | Not shown. | Needs a remote-user authentication backend. By default, users that do not yet exist are created. |',
    'Session authentication enforces CSRF:',
    'A valid CSRF token is required on the unsafe methods PUT, PATCH, POST and DELETE.',
    'Only authenticated requests need a CSRF token. Anonymous requests may omit it.',
    'Login views must always apply CSRF validation themselves.',
  ],

  'Token creation': [
    '1. Automatically when a user is created.',
    '2. In bulk, with a get-or-create step for every existing user.',
    '3. Through the token issuing endpoint (see Endpoints).',
    '4. Through the administration interface.',
    '5. Through a command-line utility taking a username, which returns the token and creates it if absent.',
    'With a regenerate flag (`-r`) it replaces an existing token, for example after a leak.',
  ],

  'Custom schemes': [
    'A custom scheme provides:',
    'An authenticate operation taking the request. It returns a pair (user, auth) on success, or null when it is not attempted. It raises an authentication failure when it is attempted and fails.',
    "An optional operation returning the `WWW-Authenticate` header string. Without it, the scheme's denials are 403.",
    'Example rule: a scheme reads a custom request header naming a username.',
    'No header means null.',
    'An unknown username means failure with the message "No such user".',
    'A known username returns (user, null).',
    'An attribute error raised inside a custom scheme while the user or auth property is read is re-raised as a wrapped attribute error, so that it is not hidden.',
  ],

  Errors: [
    "The error handler converts these to responses: API exceptions raised inside views, the framework's not-found exception and its permission-denied exception.",
    'Each response has an appropriate status and content type, and its body carries the error detail.',
    '| ParseError | Malformed request data when the body is read | 400 |',
    '| ValidationError | the service, field or validator validation fails, including validation with the raise-on-invalid option | 400 |',
    '| AuthenticationFailed | The request includes incorrect authentication | 401, or 403 depending on the scheme (see Authentication) |',
    '| NotAuthenticated | An unauthenticated request fails the permission checks | 401, or 403 depending on the scheme |',
    '| PermissionDenied | An authenticated request fails the permission checks | 403 |',
    '| NotFound (same as the not-found exception) | No resource at the URL | 404 |',
    '| MethodNotAllowed | The request method maps to no handler | 405 |',
    '| NotAcceptable | The Accept header cannot be satisfied by any renderer | 406 |',
    '| UnsupportedMediaType | No parser handles the request content type | 415 |',
    '| Throttled | The throttling checks fail | 429 |',
    '| Unhandled exception | The handler returns nothing for it | 500 |',
    "1. Default detail for a method-not-allowed error has the form `Method '<METHOD>' not allowed.`, in key `detail`, status 405, content type `application/json`.",
    '2. Default detail for permission denied is the text "You do not have permission to perform this action." with code `permission_denied`.',
    'A validation error on a required field uses the code `required` and the text "This field is required.".',
    'A wrong-type value uses the code `invalid`, for example "A valid integer is required.".',
    'A blank value gives "This field may not be blank.".',
    '4. A custom exception class sets three things: the status code, the default detail and the default code. For example, status 503 with code `service_unavailable`.',
    '5. A custom exception handler is configured with the `EXCEPTION_HANDLER` setting.',
    'It receives the exception and a context mapping (which includes the current view under the key `view`).',
    'It returns a response, or null when it cannot handle the exception. On null the exception propagates and a standard 500 is returned.',
    'The default is the built-in handler.',
    '6. The exception handler is used only for responses created by raised exceptions.',
    'Responses returned directly by a view are not passed through it, such as the 400 returned by generic views when the service validation fails.',
    '7. Two generic error views return JSON: one returns 500 with content type `application/json`, the other returns 400 with content type `application/json`.',
    'They are attached as the server-error and bad-request handlers of the URL configuration.',
    '8. Throttled carries an optional wait value (seconds) to wait.',
  ],

  'Pagination settings': [
    '| `DEFAULT_PAGINATION_CLASS` | none | Global pagination style. With none, results are not paginated. |',
    '| `PAGE_SIZE` | none | Global page size. Both settings must be set for page-number and cursor styles to work. It is optional for limit/offset. |',
  ],

  'Page-number style attributes': [
    '| `page_size` | value of `PAGE_SIZE` | Items per page. |',
    '| `page_query_param` | not given | Name of the page query parameter. The example uses `page`. |',
    '| `page_size_query_param` | none | When set, names a query parameter letting the client choose the page size. When none, the client cannot choose. |',
    '| `max_page_size` | none | Upper bound for the requested page size. Valid only when `page_size_query_param` is set. |',
    "| `last_page_strings` | `('last',)` | Values of the page parameter that select the final page. |",
    "| `django_paginator_class` | the framework's standard paginator | The paginator implementation used. |",
    '| `template` | `rest_framework/pagination/numbers.html` | Template for browsable HTML controls. Setting none removes the controls. |',
  ],

  'Limit/offset style attributes': [
    '| `default_limit` | value of `PAGE_SIZE` | Limit used when the client gives none. With `PAGE_SIZE` set, the `limit` parameter is optional. |',
    '| `limit_query_param` | `limit` | Name of the limit parameter (maximum number of items to return). |',
    '| `offset_query_param` | `offset` | Name of the offset parameter (start position in the full unpaginated set). |',
    "| `max_limit` | none | Upper bound for the client's limit. |",
    '| `template` | `rest_framework/pagination/numbers.html` | As above. |',
  ],

  'Cursor style attributes': [
    '| `page_size` | value of `PAGE_SIZE` | Items per page. |',
    '| `cursor_query_param` | `cursor` | Name of the cursor parameter. |',
    '| `ordering` | `-created` | A string or list of strings naming the field(s) for ordering (newest first by default). It can also be overridden by an ordering filter on the view. |',
    '| `template` | `rest_framework/pagination/previous_and_next.html` | As above. |',
  ],

  'Cursor rules': [
    '1. Only forward and backward movement is possible. A client cannot jump to an arbitrary position.',
    '2. The ordering must be fixed.',
    'The ordering field should be unchanging, unique or nearly unique, non-null, convertible to a string, not a float (use decimals), and indexed.',
    '3. The default ordering requires a `created` timestamp on each item.',
    '4. An ordering field that breaks these rules still works but loses the consistency benefits.',
    'With a good ordering, the client never sees the same item twice while items are inserted concurrently.',
    '5. Cost does not grow with dataset size.',
  ],

  'Custom pagination styles': [
    'A custom style provides two operations:',
    'Paginate: takes the initial item set, the request and optionally the view, and returns an iterable holding only the requested page.',
    'Build response: takes the serialized page data and returns a response. It may use state stored during paginate.',
    'A custom style may place next and previous links in a nested `links` object, or in a `Link` header instead of the body.',
    'A style that needs HTML controls sets `display_page_controls` to true while paginating.',
    'The built-in styles all place links in the body.',
  ],
}

/** The sentences that no test quotes yet, each with the reason. This list may only get shorter. */
export const notYet: Readonly<Record<string, string>> = {}
