import type { MessageCatalogue } from '../catalogue.ts'

export const catalogue: MessageCatalogue = {
  'The username is empty.': 'El nombre de usuario está vacío.',
  'The username has more than {limit} characters.':
    'El nombre de usuario tiene más de {limit} caracteres.',
  'The username has half of a surrogate pair.':
    'El nombre de usuario contiene la mitad de un par sustituto.',
  'The username has a control character.': 'El nombre de usuario contiene un carácter de control.',
  'The username begins or ends with a space.':
    'El nombre de usuario empieza o termina con un espacio.',
  'The username has the invisible or formatting character U+{code}: leave it out.':
    'El nombre de usuario contiene el carácter invisible o de formato U+{code}: elimínelo.',
  'The email address has more than {limit} characters.':
    'La dirección de correo electrónico tiene más de {limit} caracteres.',
  'The email address is invalid: write it as name@example.com.':
    'La dirección de correo electrónico no es válida: escríbala en la forma nombre@example.com.',
  '{username} is the last active staff user with a password: add another one first, or nobody could administer the service.':
    '{username} es el último miembro activo del personal con contraseña: añada otro antes, o nadie podría administrar el servicio.',
  'There is already a user {username}.': 'Ya existe un usuario {username}.',
  'Invalid {kind} header. No credentials provided.':
    'Cabecera «{kind}» no válida. No se han proporcionado credenciales.',
  'Invalid basic header. Credentials string should not contain spaces.':
    'Cabecera «basic» no válida. Las credenciales no deben contener espacios.',
  'Invalid token header. Token string should not contain spaces.':
    'Cabecera «token» no válida. El token no debe contener espacios.',
  'Invalid username/password.': 'Nombre de usuario o contraseña no válidos.',
  'Invalid basic header. Credentials not correctly base64 encoded.':
    'Cabecera «basic» no válida. Las credenciales no están codificadas correctamente en base64.',
  'Several remote users were named.': 'Se han indicado varios usuarios remotos.',
  'The remote user has a name that no user can have.':
    'El usuario remoto tiene un nombre que ningún usuario puede tener.',
  'User inactive or deleted.': 'Usuario inactivo o eliminado.',
  'Invalid token header. Token string should not contain invalid characters.':
    'Cabecera «token» no válida. El token no debe contener caracteres no válidos.',
  'Invalid token.': 'Token no válido.',
  'A server error occurred.': 'Se ha producido un error en el servidor.',
  'Server Error (500)': 'Error del servidor (500)',
  'Bad Request (400)': 'Solicitud incorrecta (400)',
  'Not found.': 'No encontrado.',
  'Malformed request.': 'Solicitud con formato incorrecto.',
  'Invalid input.': 'Entrada no válida.',
  'Incorrect authentication credentials.': 'Credenciales de autenticación incorrectas.',
  'Authentication credentials were not provided.':
    'No se han proporcionado credenciales de autenticación.',
  'You do not have permission to perform this action.':
    'No tiene permiso para realizar esta acción.',
  'Could not satisfy the request Accept header.':
    'No se puede satisfacer la cabecera Accept de la solicitud.',
  'This conflicts with other data.': 'Esto entra en conflicto con otros datos.',
  'This has changed since it was read. Read it again.':
    'Los datos han cambiado desde que se leyeron. Vuelva a leerlos.',
  'Request body is too large.': 'El cuerpo de la solicitud es demasiado grande.',
  'Send If-Match with the ETag that you have read.': 'Envíe If-Match con el ETag que ha leído.',
  'Request was throttled.': 'La solicitud ha sido limitada.',
  'Service temporarily unavailable, try again later.':
    'Servicio no disponible temporalmente; inténtelo más tarde.',
  "Method '{method}' not allowed.": 'Método «{method}» no permitido.',
  'Unsupported media type "{type}" in request.':
    'Tipo de medio «{type}» de la solicitud no admitido.',
  'Expected available in {seconds} second.': 'Disponible en {seconds} segundo.',
  'Expected available in {seconds} seconds.': {
    one: 'Disponible en {seconds} segundo.',
    other: 'Disponible en {seconds} segundos.',
  },
  'The request body ended early.': 'El cuerpo de la solicitud terminó antes de tiempo.',
  'Invalid cursor: it was made for another list or ordering.':
    'Cursor no válido: se creó para otra lista u otra ordenación.',
  'Invalid cursor': 'Cursor no válido',
  'Invalid offset: the greatest is {limit}.': 'Desplazamiento no válido: el máximo es {limit}.',
  'Invalid page.': 'Página no válida.',
  'Invalid page: this list is not fully counted, so its last page is unknown.':
    'Página no válida: esta lista no se ha contado por completo, por lo que se desconoce su última página.',
  'Unsupported charset "{charset}" in request Content-Type header.':
    'Juego de caracteres «{charset}» de la cabecera Content-Type no admitido.',
  '{format} parse error - the body is not UTF-8.':
    'Error al analizar {format} - el cuerpo no está en UTF-8.',
  'Form parse error - more than {limit} fields.': {
    one: 'Error al analizar el formulario - más de {limit} campo.',
    other: 'Error al analizar el formulario - más de {limit} campos.',
  },
  'nested deeper than {limit} levels.': {
    one: 'más de {limit} nivel de anidamiento.',
    other: 'más de {limit} niveles de anidamiento.',
  },
  'more than {limit} list items and object members.':
    'más de {limit} elementos de listas y miembros de objetos.',
  'a number is too large.': 'un número es demasiado grande.',
  'an integer beyond 2^53 - 1 would be rounded: send it as a string.':
    'un entero mayor que 2^53 - 1 se redondearía: envíelo como cadena.',
  'JSON parse error - {reason}': 'Error al analizar JSON - {reason}',
  'the body is not JSON.': 'el cuerpo no es JSON.',
  'the content type has no boundary.': 'el tipo de contenido no tiene boundary.',
  'the body is not multipart.': 'el cuerpo no es multipart.',
  'a part has no name.': 'una parte no tiene nombre.',
  'the field {field} is a file.': 'el campo {field} es un archivo.',
  'more than {limit} files.': 'más de {limit} archivos.',
  'Multipart form parse error - {reason}': 'Error al analizar el formulario multipart - {reason}',
  'Unsupported content encoding "{encoding}" in request.':
    'Codificación de contenido «{encoding}» de la solicitud no admitida.',
  'This needs credentials with the scope {scopes}.':
    'Se necesitan credenciales con el ámbito {scopes}.',
  '{first} and {next}': '{first} y {next}',
  'The signature has been used before.': 'La firma ya se ha utilizado.',
  'Invalid signature.': 'Firma no válida.',
  'This field is required.': 'Este campo es obligatorio.',
  'This field may not be null.': 'Este campo no puede ser nulo.',
  'No data provided': 'No se han proporcionado datos',
  'The data is nested too deeply.': 'Los datos están anidados a demasiada profundidad.',
  'This field is not expected.': 'Este campo no se esperaba.',
  'Not a valid string.': 'No es una cadena válida.',
  'This field may not be blank.': 'Este campo no puede estar vacío.',
  'Ensure this field has no more than {limit} characters.': {
    one: 'Asegúrese de que este campo no tenga más de {limit} carácter.',
    other: 'Asegúrese de que este campo no tenga más de {limit} caracteres.',
  },
  'Ensure this field has at least {limit} characters.': {
    one: 'Asegúrese de que este campo tenga al menos {limit} carácter.',
    other: 'Asegúrese de que este campo tenga al menos {limit} caracteres.',
  },
  'Null characters are not allowed.': 'No se permiten caracteres nulos.',
  'Surrogate characters are not allowed: U+{surrogate}.':
    'No se permiten caracteres sustitutos: U+{surrogate}.',
  'A valid integer is required.': 'Se requiere un número entero válido.',
  'A valid number is required.': 'Se requiere un número válido.',
  'String value too large.': 'La cadena es demasiado larga.',
  'Ensure this value is less than or equal to {limit}.':
    'Asegúrese de que este valor sea menor o igual que {limit}.',
  'Ensure this value is greater than or equal to {limit}.':
    'Asegúrese de que este valor sea mayor o igual que {limit}.',
  'Ensure this value is less than {limit}.': 'Asegúrese de que este valor sea menor que {limit}.',
  'Ensure this value is greater than {limit}.':
    'Asegúrese de que este valor sea mayor que {limit}.',
  'Ensure this value is a multiple of {step}.':
    'Asegúrese de que este valor sea múltiplo de {step}.',
  'Ensure that there are no more than {limit} digits in total.': {
    one: 'Asegúrese de que no haya más de {limit} dígito en total.',
    other: 'Asegúrese de que no haya más de {limit} dígitos en total.',
  },
  'Ensure that there are no more than {limit} decimal places.': {
    one: 'Asegúrese de que no haya más de {limit} decimal.',
    other: 'Asegúrese de que no haya más de {limit} decimales.',
  },
  'Ensure that there are no more than {limit} digits before the decimal point.': {
    one: 'Asegúrese de que no haya más de {limit} dígito antes del separador decimal.',
    other: 'Asegúrese de que no haya más de {limit} dígitos antes del separador decimal.',
  },
  'Must be a valid boolean.': 'Debe ser un booleano válido.',
  'Enter a valid email address.': 'Introduzca una dirección de correo electrónico válida.',
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].':
    'La fecha y hora no tienen el formato correcto. Use uno de estos formatos: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  'Datetime value out of range.': 'Fecha y hora fuera del intervalo permitido.',
  'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.':
    'La fecha no tiene el formato correcto. Use uno de estos formatos: YYYY-MM-DD.',
  'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].':
    'La hora no tiene el formato correcto. Use uno de estos formatos: hh:mm[:ss[.uuuuuu]].',
  'Enter a valid URL.': 'Introduzca una URL válida.',
  'Must be a valid UUID.': 'Debe ser un UUID válido.',
  'Enter a valid IPv4 address.': 'Introduzca una dirección IPv4 válida.',
  'Enter a valid IPv6 address.': 'Introduzca una dirección IPv6 válida.',
  'Enter a valid duration.': 'Introduzca una duración válida.',
  'Enter a valid phone number.': 'Introduzca un número de teléfono válido.',
  'Enter a valid value.': 'Introduzca un valor válido.',
  '"{choice}" is not a valid choice.': '«{choice}» no es una opción válida.',
  'Expected a list of items but got type "{type}".':
    'Se esperaba una lista, pero se recibió el tipo «{type}».',
  'This list may not be empty.': 'Esta lista no puede estar vacía.',
  'Ensure this field has no more than {limit} elements.': {
    one: 'Asegúrese de que este campo no tenga más de {limit} elemento.',
    other: 'Asegúrese de que este campo no tenga más de {limit} elementos.',
  },
  'Ensure this field has at least {limit} elements.': {
    one: 'Asegúrese de que este campo tenga al menos {limit} elemento.',
    other: 'Asegúrese de que este campo tenga al menos {limit} elementos.',
  },
  'Invalid data. Expected a dictionary, but got {type}.':
    'Datos no válidos. Se esperaba un objeto, pero se recibió {type}.',
  'Not a valid file.': 'No es un archivo válido.',
  'Ensure this file has no more than {limit} bytes.': {
    one: 'Asegúrese de que este archivo no tenga más de {limit} byte.',
    other: 'Asegúrese de que este archivo no tenga más de {limit} bytes.',
  },
  'Ensure this file has at least {limit} bytes.': {
    one: 'Asegúrese de que este archivo tenga al menos {limit} byte.',
    other: 'Asegúrese de que este archivo tenga al menos {limit} bytes.',
  },
  'Unable to log in with provided credentials.':
    'No es posible iniciar sesión con las credenciales proporcionadas.',
  'The password is empty. For a user without a password, pass null.':
    'La contraseña está vacía. Para un usuario sin contraseña, pase null.',
  'The password is longer than {limit} bytes.': 'La contraseña ocupa más de {limit} bytes.',
  'The password has a zero byte.': 'La contraseña contiene un byte nulo.',
  'The password has half of a surrogate pair.':
    'La contraseña contiene la mitad de un par sustituto.',
  'The password needs at least {limit} characters.':
    'La contraseña necesita al menos {limit} caracteres.',
  'The password is too similar to the username.':
    'La contraseña se parece demasiado al nombre de usuario.',
  'The password is too similar to the email address.':
    'La contraseña se parece demasiado a la dirección de correo electrónico.',
  'The password is too common: many people use it.':
    'La contraseña es demasiado común: mucha gente la usa.',
  'The password is known from a data breach: choose another one.':
    'La contraseña se conoce por una filtración de datos: elija otra.',
  'Referer checking failed - no Referer. Send an Origin or a Referer header over https.':
    'Error en la comprobación de Referer - falta Referer. Envíe una cabecera Origin o Referer por https.',
  'Referer checking failed - Referer is malformed.':
    'Error en la comprobación de Referer - Referer tiene un formato incorrecto.',
  'Referer checking failed - Referer is insecure while host is secure.':
    'Error en la comprobación de Referer - Referer no es seguro y el host sí lo es.',
  'Referer checking failed - {referer} does not match any trusted origins. {advice}':
    'Error en la comprobación de Referer - {referer} no coincide con ningún origen de confianza. {advice}',
  'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.':
    'Las páginas de otro sitio que pueden escribir con la sesión deben figurar en CSRF_TRUSTED_ORIGINS.',
  "Origin checking failed - {origin} does not match any trusted origins. The service's own origin is {own}: if that is wrong, set BASE_URL, or TRUSTED_PROXIES for the proxy in front. {advice}":
    'Error en la comprobación del origen - {origin} no coincide con ningún origen de confianza. El origen propio del servicio es {own}: si no es correcto, configure BASE_URL, o TRUSTED_PROXIES para el proxy que lo precede. {advice}',
  'Origin checking failed - the request comes from another site (Sec-Fetch-Site: {site}). {advice}':
    'Error en la comprobación del origen - la solicitud procede de otro sitio (Sec-Fetch-Site: {site}). {advice}',
  'CSRF Failed: {problem}': 'Error de CSRF: {problem}',
  'CSRF cookie not set. The login page sets {name} when it is fetched.':
    'Falta la cookie CSRF. La página de inicio de sesión establece {name} al cargarse.',
  'CSRF token missing. Send the value of the cookie {name} in {header}.':
    'Falta el token CSRF. Envíe el valor de la cookie {name} en {header}.',
  "the '{header}' HTTP header": 'la cabecera HTTP «{header}»',
  'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.':
    'El token CSRF de {place} es incorrecto. Envíe el valor actual de {name}: el inicio de sesión lo renueva.',
  'CSRF token from {place} has incorrect length. Send the current value of {name}: login renews it.':
    'El token CSRF de {place} tiene una longitud incorrecta. Envíe el valor actual de {name}: el inicio de sesión lo renueva.',
  'CSRF token from {place} has invalid characters. Send the current value of {name}: login renews it.':
    'El token CSRF de {place} contiene caracteres no válidos. Envíe el valor actual de {name}: el inicio de sesión lo renueva.',
  'Surrogate characters are not allowed.': 'No se permiten caracteres sustitutos.',
  'Ensure this search has no more than {limit} characters.': {
    one: 'Asegúrese de que esta búsqueda no tenga más de {limit} carácter.',
    other: 'Asegúrese de que esta búsqueda no tenga más de {limit} caracteres.',
  },
  'Ensure this search has no more than {limit} words.': {
    one: 'Asegúrese de que esta búsqueda no tenga más de {limit} palabra.',
    other: 'Asegúrese de que esta búsqueda no tenga más de {limit} palabras.',
  },
  'This field must be unique.': 'Este campo debe ser único.',
  'These values must be unique.': 'Estos valores deben ser únicos.',
  'A value may not be null.': 'Un valor no puede ser nulo.',
  'The referenced object does not exist.': 'El objeto referenciado no existe.',
  'A referenced object does not exist.': 'Un objeto referenciado no existe.',
  'This value does not fit the field.': 'Este valor no es adecuado para el campo.',
  'A value does not fit its field.': 'Un valor no es adecuado para su campo.',
  'This field is read-only.': 'Este campo es de solo lectura.',
  'A value was sent for a read-only field.': 'Se envió un valor para un campo de solo lectura.',
  'The fields {fields} must make a unique set.':
    'Los campos {fields} deben formar un conjunto único.',
  'The user does not exist, or has been removed.': 'El usuario no existe o se ha eliminado.',
  'You are signed in as {username}, who is not staff. Sign out, then sign in as a staff user.':
    'Ha iniciado sesión como {username}, que no pertenece al personal. Cierre la sesión e iníciela como miembro del personal.',
  'Sign in first.': 'Inicie sesión primero.',
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.':
    'If-None-Match lo impide: el elemento existe, e If-None-Match indica su etiqueta o todas las etiquetas.',
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.':
    'If-Match nunca coincide con una etiqueta de entidad débil: envíe el ETag tal como lo envió este servicio, sin W/.',
  '{name} must be * or a list of entity tags in quotes, such as "abc".':
    '{name} debe ser * o una lista de etiquetas de entidad entre comillas, como "abc".',
  'Cannot be ordered by "{named}". Fields that may be used: {fields}.':
    'No se puede ordenar por «{named}». Campos que se pueden usar: {fields}.',
  'Unknown query parameter. Did you mean {meant}?':
    'Parámetro de consulta desconocido. ¿Quería decir {meant}?',
  'Unknown query parameter.': 'Parámetro de consulta desconocido.',
  'Not a valid value.': 'No es un valor válido.',
  'Internal Server Error': 'Error interno del servidor',
  'Bad Request': 'Solicitud incorrecta',
  Unauthorized: 'No autenticado',
  Forbidden: 'Prohibido',
  'Not Found': 'No encontrado',
  'Method Not Allowed': 'Método no permitido',
  'Not Acceptable': 'No aceptable',
  Conflict: 'Conflicto',
  'Precondition Failed': 'Condición previa no cumplida',
  'Content Too Large': 'Contenido demasiado grande',
  'Unsupported Media Type': 'Tipo de medio no admitido',
  'Precondition Required': 'Condición previa obligatoria',
  'Too Many Requests': 'Demasiadas solicitudes',
  'Service Unavailable': 'Servicio no disponible',
  'This needs the role {role}.': 'Se necesita el rol {role}.',
  'Invalid API key.': 'Clave de API no válida.',
  'API keys are managed with a password, a session or a token, not with an API key.':
    'Las claves de API se gestionan con una contraseña, una sesión o un token, no con una clave de API.',
  'The name has a character that cannot be shown.':
    'El nombre contiene un carácter que no se puede mostrar.',
  'The name begins or ends with a space.': 'El nombre empieza o termina con un espacio.',
  '{text} is not a scope: a scope has 1 to 100 printable ASCII characters without spaces, quotes and backslashes, such as notes:read.':
    '{text} no es un ámbito: un ámbito tiene de 1 a 100 caracteres ASCII imprimibles sin espacios, comillas ni barras invertidas, como notes:read.',
  '{text} is neither an address nor a range such as 10.0.0.0/8.':
    '{text} no es una dirección ni un rango como 10.0.0.0/8.',
  'It must expire by {moment}.': 'Debe caducar a más tardar el {moment}.',
  'It must expire in the future.': 'Debe caducar en el futuro.',
  'Invalid API key header. No key provided.':
    'Cabecera de clave de API no válida. No se ha proporcionado ninguna clave.',
  'Invalid API key header. One key without spaces and commas is expected.':
    'Cabecera de clave de API no válida. Se espera una sola clave sin espacios ni comas.',
  'Token is invalid or expired.': 'El token no es válido o ha caducado.',
  'No active account found with the given credentials.':
    'No existe ninguna cuenta activa con las credenciales proporcionadas.',
  'Authorization header must contain two space-delimited values':
    'La cabecera Authorization debe contener dos valores separados por un espacio',
  'Given token not valid for any token type': 'El token no es válido para ningún tipo de token',
  'Token is invalid or expired': 'El token no es válido o ha caducado',
  'Token has no id': 'El token no tiene identificador',
  'Token has no type': 'El token no tiene tipo',
  'Token has wrong type': 'El token tiene un tipo incorrecto',
  "Token has no '{claim}' claim": 'El token no tiene el atributo «{claim}»',
  'Token is blacklisted': 'El token está en la lista de bloqueados',
  'Token contained no recognizable user identification':
    'El token no contiene ninguna identificación de usuario reconocible',
  'User not found': 'No se encontró el usuario',
  'User is inactive': 'El usuario está inactivo',
  'No active account found with the given credentials':
    'No existe ninguna cuenta activa con las credenciales proporcionadas',
  'No active account found for the given token.':
    'No existe ninguna cuenta activa para el token proporcionado.',
  'The refresh token is invalid, expired or revoked. Sign in again.':
    'El token de actualización no es válido, ha caducado o se ha revocado. Inicie sesión de nuevo.',
  'The requested scope is invalid.': 'El ámbito solicitado no es válido.',
  'Scopes cannot be requested here.': 'Aquí no se pueden solicitar ámbitos.',
  'The scope {scope} cannot be requested. Valid scopes: {scopes}.':
    'No se puede solicitar el ámbito {scope}. Ámbitos válidos: {scopes}.',
  'The URL of the request cannot be signed.': 'La URL de la solicitud no se puede firmar.',
  'The value of {component} is not ASCII: use the parameter bs.':
    'El valor de {component} no es ASCII: use el parámetro bs.',
  'The query has the parameter {name} more than once: cover @query.':
    'La consulta contiene el parámetro {name} más de una vez: cubra @query.',
  'The field {name} may have been sent in several lines: cover it without bs.':
    'El campo {name} puede haberse enviado en varias líneas: cúbralo sin bs.',
  '{name} is not known to be a structured field.':
    'No consta que {name} sea un campo estructurado.',
  'The field {name} is not a valid structured field.':
    'El campo {name} no es un campo estructurado válido.',
  'The signature covers {component}, which the request does not have.':
    'La firma cubre {component}, que la solicitud no contiene.',
  '{text} does not name a component of a request.':
    '{text} no designa un componente de una solicitud.',
  'The signature covers more than {limit} components.':
    'La firma cubre más de {limit} componentes.',
  'The signature covers a component twice.': 'La firma cubre un componente dos veces.',
  'A component of the signature is not a string.': 'Un componente de la firma no es una cadena.',
  'The component @query-param needs the parameter name, and no other.':
    'El componente @query-param necesita el parámetro name, y ningún otro.',
  'A signature of a request cannot cover {name}.':
    'La firma de una solicitud no puede cubrir {name}.',
  'The component {name} takes no parameters.': 'El componente {name} no admite parámetros.',
  '{name} is not the name of a field in lower case.':
    '{name} no es el nombre de un campo en minúsculas.',
  'Signatures of trailers (tr) are not supported.': 'No se admiten firmas de tráileres (tr).',
  'Signatures of the request of a response (req) are not supported.':
    'No se admiten firmas de la solicitud de una respuesta (req).',
  'The component {name} has an invalid parameter {parameter}.':
    'El componente {name} tiene un parámetro {parameter} no válido.',
  'The component {name} has the parameter bs and another one.':
    'El componente {name} tiene el parámetro bs y otro más.',
  'The body does not match its Content-Digest.': 'El cuerpo no coincide con su Content-Digest.',
  'Content-Digest has neither sha-256 nor sha-512.':
    'Content-Digest no contiene sha-256 ni sha-512.',
  'Content-Digest is not a dictionary of structured fields.':
    'Content-Digest no es un diccionario de campos estructurados.',
  'The signature does not cover content-digest.': 'La firma no cubre content-digest.',
  'The request has Signature, but no Signature-Input.':
    'La solicitud tiene Signature, pero no Signature-Input.',
  'A member of Signature-Input is not a list.': 'Un miembro de Signature-Input no es una lista.',
  'Signature-Input is empty.': 'Signature-Input está vacío.',
  'The request has {count} signatures that could be meant. Send one.':
    'La solicitud tiene {count} firmas posibles. Envíe una.',
  'The request has no Signature with the label {label}.':
    'La solicitud no tiene ninguna Signature con la etiqueta {label}.',
  '{field} is not a dictionary of structured fields.':
    '{field} no es un diccionario de campos estructurados.',
  '{field} has a label twice.': '{field} tiene una etiqueta repetida.',
  'The signature has no keyid.': 'La firma no tiene keyid.',
  'The signature has no created.': 'La firma no tiene created.',
  'The signature has no nonce.': 'La firma no tiene nonce.',
  'A parameter of the signature has a value of the wrong type.':
    'Un parámetro de la firma tiene un valor de tipo incorrecto.',
  'The algorithm {alg} is not accepted. Accepted: {accepted}.':
    'El algoritmo {alg} no se acepta. Se aceptan: {accepted}.',
  'The signature was created in the future.': 'La firma se creó en el futuro.',
  'The signature has expired.': 'La firma ha caducado.',
  'The signature does not cover {name}.': 'La firma no cubre {name}.',
  'The user does not exist.': 'El usuario no existe.',
  'The API keys of {username} have changed since this form was opened, so nothing was done. If you have reloaded the page, the key is there already. To create another one, send the form again.':
    'Las claves de API de {username} han cambiado desde que se abrió este formulario, así que no se ha hecho nada. Si ha recargado la página, la clave ya existe. Para crear otra, envíe el formulario de nuevo.',
  'Enter a name.': 'Introduzca un nombre.',
  'Enter a date such as {example}.': 'Introduzca una fecha como {example}.',
  'Enter a date or tick this, not both.':
    'Introduzca una fecha o marque esta casilla, no ambas cosas.',
  'There is a token already. Reveal its key, or regenerate it.':
    'Ya existe un token. Muestre su clave o regenérelo.',
  'There is no token any more.': 'Ya no existe ningún token.',
  'The token cannot be read. Regenerate it.': 'El token no se puede leer. Regenérelo.',
  'There is no token.': 'No existe ningún token.',
  'The token was changed meanwhile, so nothing was done. Check it again.':
    'El token se modificó entretanto, así que no se ha hecho nada. Compruébelo de nuevo.',
  'Enter a username.': 'Introduzca un nombre de usuario.',
  'You cannot remove your own password, because you might be locked out. Ask another admin.':
    'No puede quitar su propia contraseña, porque podría quedarse sin acceso. Pídaselo a otro administrador.',
  'Enter a password or tick this, not both.':
    'Introduzca una contraseña o marque esta casilla, no ambas cosas.',
  'Enter a password, or tick “No password”.':
    'Introduzca una contraseña o marque «Sin contraseña».',
  'The two passwords differ.': 'Las dos contraseñas no coinciden.',
  'You cannot deactivate yourself: ask another admin to do it.':
    'No puede desactivarse: pídaselo a otro administrador.',
  'You cannot remove your own staff rights, because then there might be nobody who can restore them. Ask another admin.':
    'No puede quitarse sus propios permisos de personal, porque podría no quedar nadie que los restaure. Pídaselo a otro administrador.',
  'The token has no valid lifetime.': 'El token no tiene un período de validez válido.',
  'The token has expired.': 'El token ha caducado.',
  'The token is not valid yet.': 'El token todavía no es válido.',
  'The token is for another audience.': 'El token está destinado a otra audiencia.',
  'The token is not known to be an access token.': 'No consta que el token sea un token de acceso.',
  'The token is not an access token.': 'El token no es un token de acceso.',
  'The token is bound to a key that the issuer does not name.':
    'El token está vinculado a una clave que el emisor no indica.',
  'The token is too long.': 'El token es demasiado largo.',
  'The token is of a user who is inactive.': 'El token es de un usuario inactivo.',
  'The token is expired, revoked or unknown.':
    'El token ha caducado, se ha revocado o es desconocido.',
  'The Authorization header has no token.': 'La cabecera Authorization no contiene ningún token.',
  'The token in the Authorization header has characters that tokens cannot have.':
    'El token de la cabecera Authorization contiene caracteres que un token no puede tener.',
  'Send the token as DPoP, with a proof.': 'Envíe el token como DPoP, con una prueba.',
  'The token is bound to no key: it cannot be sent as DPoP.':
    'El token no está vinculado a ninguna clave: no se puede enviar como DPoP.',
  'The token is bound to a key: send it as DPoP, with a proof.':
    'El token está vinculado a una clave: envíelo como DPoP, con una prueba.',
  'The token is bound to a key, which this service does not check.':
    'El token está vinculado a una clave, lo que este servicio no comprueba.',
  'The token is bound to something that cannot be read.':
    'El token está vinculado a algo que no se puede leer.',
  'The token is bound by {member}, which this service does not check.':
    'El token está vinculado mediante {member}, lo que este servicio no comprueba.',
  'The DPoP proof has no iat.': 'La prueba DPoP no tiene iat.',
  'The DPoP proof is from the future.': 'La prueba DPoP es del futuro.',
  'The DPoP proof is too old.': 'La prueba DPoP es demasiado antigua.',
  'The DPoP proof has no jti.': 'La prueba DPoP no tiene jti.',
  'The DPoP proof is for another method.': 'La prueba DPoP es para otro método.',
  'The DPoP proof is for another URL.': 'La prueba DPoP es para otra URL.',
  'The DPoP proof is for another token.': 'La prueba DPoP es para otro token.',
  'The DPoP proof was used before.': 'La prueba DPoP ya se ha utilizado.',
  'There is no DPoP proof.': 'Falta la prueba DPoP.',
  'The DPoP proof is not the only one.': 'La prueba DPoP no es la única.',
  'The DPoP proof needs the nonce in DPoP-Nonce.':
    'La prueba DPoP necesita el nonce indicado en DPoP-Nonce.',
  'The DPoP proof is not of the type dpop+jwt.': 'La prueba DPoP no es del tipo dpop+jwt.',
  'The DPoP proof has a signature that is not one of {algorithms}.':
    'La prueba DPoP tiene una firma que no es una de las siguientes: {algorithms}.',
  'The DPoP proof was made with another key than that of the token.':
    'La prueba DPoP se creó con una clave distinta de la del token.',
  'The DPoP proof is not a JWT.': 'La prueba DPoP no es un JWT.',
  'The DPoP proof has no public key.': 'La prueba DPoP no tiene clave pública.',
  'The DPoP proof has a key that is not public.':
    'La prueba DPoP tiene una clave que no es pública.',
  'The DPoP proof has a key of an unknown kind.':
    'La prueba DPoP tiene una clave de un tipo desconocido.',
  'The DPoP proof has a key that is not whole.': 'La prueba DPoP tiene una clave incompleta.',
  'The DPoP proof has a wrong signature.': 'La prueba DPoP tiene una firma incorrecta.',
  'The DPoP proof has expired.': 'La prueba DPoP ha caducado.',
  'The DPoP proof has a wrong {claim}.': 'La prueba DPoP tiene un valor incorrecto de {claim}.',
  'The DPoP proof cannot be verified.': 'La prueba DPoP no se puede verificar.',
  'The token is invalid.': 'El token no es válido.',
  'The token is not a signed JWT.': 'El token no es un JWT firmado.',
  'The token is encrypted (JWE). Send a signed one.':
    'El token está cifrado (JWE). Envíe uno firmado.',
  'The algorithm of the token is not accepted.': 'El algoritmo del token no se acepta.',
  'The type of the token is not accepted.': 'El tipo del token no se acepta.',
  'The token is from another issuer.': 'El token procede de otro emisor.',
  'The signature of the token is invalid.': 'La firma del token no es válida.',
  'The token needs an extension that is not supported.':
    'El token necesita una extensión que no se admite.',
  'The token has a missing or invalid claim.': 'Falta un claim del token o no es válido.',
  'The token is not of a known user.': 'El token no es de un usuario conocido.',
}
