import type { MessageCatalogue } from '../catalogue.ts'

export const catalogue: MessageCatalogue = {
  'The username is empty.': 'Il nome utente è vuoto.',
  'The username has more than {limit} characters.': 'Il nome utente ha più di {limit} caratteri.',
  'The username has half of a surrogate pair.':
    'Il nome utente contiene metà di una coppia surrogata.',
  'The username has a control character.': 'Il nome utente contiene un carattere di controllo.',
  'The username begins or ends with a space.': 'Il nome utente inizia o finisce con uno spazio.',
  'The username has the invisible or formatting character U+{code}: leave it out.':
    'Il nome utente contiene il carattere invisibile o di formattazione U+{code}: rimuoverlo.',
  'The email address has more than {limit} characters.':
    "L'indirizzo e-mail ha più di {limit} caratteri.",
  'The email address is invalid: write it as name@example.com.':
    "L'indirizzo e-mail non è valido: scriverlo nella forma nome@example.com.",
  '{username} is the last active staff user with a password: add another one first, or nobody could administer the service.':
    "{username} è l'ultimo membro attivo dello staff con una password: aggiungerne prima un altro, altrimenti nessuno potrebbe amministrare il servizio.",
  'There is already a user {username}.': 'Esiste già un utente {username}.',
  'Invalid {kind} header. No credentials provided.':
    'Intestazione «{kind}» non valida. Nessuna credenziale fornita.',
  'Invalid basic header. Credentials string should not contain spaces.':
    'Intestazione «basic» non valida. Le credenziali non devono contenere spazi.',
  'Invalid token header. Token string should not contain spaces.':
    'Intestazione «token» non valida. Il token non deve contenere spazi.',
  'Invalid username/password.': 'Nome utente o password non validi.',
  'Invalid basic header. Credentials not correctly base64 encoded.':
    'Intestazione «basic» non valida. Le credenziali non sono codificate correttamente in base64.',
  'Several remote users were named.': 'Sono stati indicati più utenti remoti.',
  'The remote user has a name that no user can have.':
    "L'utente remoto ha un nome che nessun utente può avere.",
  'User inactive or deleted.': 'Utente inattivo o eliminato.',
  'Invalid token header. Token string should not contain invalid characters.':
    'Intestazione «token» non valida. Il token non deve contenere caratteri non validi.',
  'Invalid token.': 'Token non valido.',
  'A server error occurred.': 'Si è verificato un errore del server.',
  'Server Error (500)': 'Errore del server (500)',
  'Bad Request (400)': 'Richiesta non valida (400)',
  'Not found.': 'Non trovato.',
  'Malformed request.': 'Richiesta malformata.',
  'Invalid input.': 'Dati inseriti non validi.',
  'Incorrect authentication credentials.': 'Credenziali di autenticazione errate.',
  'Authentication credentials were not provided.':
    'Non sono state fornite credenziali di autenticazione.',
  'You do not have permission to perform this action.':
    "Non si dispone dell'autorizzazione per eseguire questa azione.",
  'Could not satisfy the request Accept header.':
    "Impossibile soddisfare l'intestazione Accept della richiesta.",
  'This conflicts with other data.': 'Conflitto con altri dati.',
  'This has changed since it was read. Read it again.':
    'I dati sono cambiati da quando sono stati letti. Leggerli di nuovo.',
  'Request body is too large.': 'Il corpo della richiesta è troppo grande.',
  'Send If-Match with the ETag that you have read.': "Inviare If-Match con l'ETag letto.",
  'Request was throttled.': 'La richiesta è stata limitata.',
  'Service temporarily unavailable, try again later.':
    'Servizio temporaneamente non disponibile, riprovare più tardi.',
  "Method '{method}' not allowed.": 'Metodo «{method}» non consentito.',
  'Unsupported media type "{type}" in request.':
    'Tipo di contenuto «{type}» della richiesta non supportato.',
  'Expected available in {seconds} second.': 'Disponibile tra {seconds} secondo.',
  'Expected available in {seconds} seconds.': {
    one: 'Disponibile tra {seconds} secondo.',
    other: 'Disponibile tra {seconds} secondi.',
  },
  'The request body ended early.': 'Il corpo della richiesta è terminato prima del previsto.',
  'Invalid cursor: it was made for another list or ordering.':
    'Cursore non valido: è stato creato per un altro elenco o ordinamento.',
  'Invalid cursor': 'Cursore non valido',
  'Invalid offset: the greatest is {limit}.': 'Offset non valido: il massimo è {limit}.',
  'Invalid page.': 'Pagina non valida.',
  'Invalid page: this list is not fully counted, so its last page is unknown.':
    'Pagina non valida: questo elenco non è contato per intero, quindi la sua ultima pagina è sconosciuta.',
  'Unsupported charset "{charset}" in request Content-Type header.':
    "Set di caratteri «{charset}» dell'intestazione Content-Type non supportato.",
  '{format} parse error - the body is not UTF-8.':
    'Errore di lettura {format} - il corpo non è in UTF-8.',
  'Form parse error - more than {limit} fields.': {
    one: 'Errore di lettura del modulo - più di {limit} campo.',
    other: 'Errore di lettura del modulo - più di {limit} campi.',
  },
  'nested deeper than {limit} levels.': {
    one: 'più di {limit} livello di annidamento.',
    other: 'più di {limit} livelli di annidamento.',
  },
  'more than {limit} list items and object members.':
    'più di {limit} elementi di liste e membri di oggetti.',
  'a number is too large.': 'un numero è troppo grande.',
  'an integer beyond 2^53 - 1 would be rounded: send it as a string.':
    'un intero oltre 2^53 - 1 verrebbe arrotondato: inviarlo come stringa.',
  'JSON parse error - {reason}': 'Errore di lettura JSON - {reason}',
  'the body is not JSON.': 'il corpo non è JSON.',
  'the content type has no boundary.': 'il tipo di contenuto non ha un boundary.',
  'the body is not multipart.': 'il corpo non è multipart.',
  'a part has no name.': 'una parte non ha un nome.',
  'the field {field} is a file.': 'il campo {field} è un file.',
  'more than {limit} files.': 'più di {limit} file.',
  'Multipart form parse error - {reason}': 'Errore di lettura del modulo multipart - {reason}',
  'Unsupported content encoding "{encoding}" in request.':
    'Codifica del contenuto «{encoding}» della richiesta non supportata.',
  'This needs credentials with the scope {scopes}.':
    'Sono necessarie credenziali con lo scope {scopes}.',
  '{first} and {next}': '{first} e {next}',
  'The signature has been used before.': 'La firma è già stata usata.',
  'Invalid signature.': 'Firma non valida.',
  'This field is required.': 'Questo campo è obbligatorio.',
  'This field may not be null.': 'Questo campo non può essere nullo.',
  'No data provided': 'Nessun dato fornito',
  'The data is nested too deeply.': 'I dati sono annidati troppo in profondità.',
  'This field is not expected.': 'Questo campo non è previsto.',
  'Not a valid string.': 'Non è una stringa valida.',
  'This field may not be blank.': 'Questo campo non può essere vuoto.',
  'Ensure this field has no more than {limit} characters.': {
    one: 'Assicurarsi che questo campo non abbia più di {limit} carattere.',
    other: 'Assicurarsi che questo campo non abbia più di {limit} caratteri.',
  },
  'Ensure this field has at least {limit} characters.': {
    one: 'Assicurarsi che questo campo abbia almeno {limit} carattere.',
    other: 'Assicurarsi che questo campo abbia almeno {limit} caratteri.',
  },
  'Null characters are not allowed.': 'I caratteri nulli non sono consentiti.',
  'Surrogate characters are not allowed: U+{surrogate}.':
    'I caratteri surrogati non sono consentiti: U+{surrogate}.',
  'A valid integer is required.': 'È richiesto un numero intero valido.',
  'A valid number is required.': 'È richiesto un numero valido.',
  'String value too large.': 'Stringa troppo lunga.',
  'Ensure this value is less than or equal to {limit}.':
    'Assicurarsi che questo valore sia minore o uguale a {limit}.',
  'Ensure this value is greater than or equal to {limit}.':
    'Assicurarsi che questo valore sia maggiore o uguale a {limit}.',
  'Ensure this value is less than {limit}.': 'Assicurarsi che questo valore sia minore di {limit}.',
  'Ensure this value is greater than {limit}.':
    'Assicurarsi che questo valore sia maggiore di {limit}.',
  'Ensure this value is a multiple of {step}.':
    'Assicurarsi che questo valore sia un multiplo di {step}.',
  'Ensure that there are no more than {limit} digits in total.': {
    one: 'Assicurarsi che non ci sia più di {limit} cifra in totale.',
    other: 'Assicurarsi che non ci siano più di {limit} cifre in totale.',
  },
  'Ensure that there are no more than {limit} decimal places.': {
    one: 'Assicurarsi che non ci sia più di {limit} cifra decimale.',
    other: 'Assicurarsi che non ci siano più di {limit} cifre decimali.',
  },
  'Ensure that there are no more than {limit} digits before the decimal point.': {
    one: 'Assicurarsi che non ci sia più di {limit} cifra prima della virgola.',
    other: 'Assicurarsi che non ci siano più di {limit} cifre prima della virgola.',
  },
  'Must be a valid boolean.': 'Deve essere un valore booleano valido.',
  'Enter a valid email address.': 'Inserire un indirizzo e-mail valido.',
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].':
    'Data e ora hanno un formato errato. Usare uno di questi formati: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  'Datetime value out of range.': "Data e ora fuori dall'intervallo consentito.",
  'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.':
    'La data ha un formato errato. Usare uno di questi formati: YYYY-MM-DD.',
  'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].':
    "L'ora ha un formato errato. Usare uno di questi formati: hh:mm[:ss[.uuuuuu]].",
  'Enter a valid URL.': 'Inserire un URL valido.',
  'Must be a valid UUID.': 'Deve essere un UUID valido.',
  'Enter a valid IPv4 address.': 'Inserire un indirizzo IPv4 valido.',
  'Enter a valid IPv6 address.': 'Inserire un indirizzo IPv6 valido.',
  'Enter a valid duration.': 'Inserire una durata valida.',
  'Enter a valid phone number.': 'Inserire un numero di telefono valido.',
  'Enter a valid value.': 'Inserire un valore valido.',
  '"{choice}" is not a valid choice.': '«{choice}» non è una scelta valida.',
  'Expected a list of items but got type "{type}".':
    'Era attesa una lista, ma è stato ricevuto il tipo «{type}».',
  'This list may not be empty.': 'Questa lista non può essere vuota.',
  'Ensure this field has no more than {limit} elements.': {
    one: 'Assicurarsi che questo campo non abbia più di {limit} elemento.',
    other: 'Assicurarsi che questo campo non abbia più di {limit} elementi.',
  },
  'Ensure this field has at least {limit} elements.': {
    one: 'Assicurarsi che questo campo abbia almeno {limit} elemento.',
    other: 'Assicurarsi che questo campo abbia almeno {limit} elementi.',
  },
  'Invalid data. Expected a dictionary, but got {type}.':
    'Dati non validi. Era atteso un oggetto, ma è stato ricevuto {type}.',
  'Not a valid file.': 'Non è un file valido.',
  'Ensure this file has no more than {limit} bytes.':
    'Assicurarsi che questo file non superi {limit} byte.',
  'Ensure this file has at least {limit} bytes.':
    'Assicurarsi che questo file abbia almeno {limit} byte.',
  'Unable to log in with provided credentials.': 'Impossibile accedere con le credenziali fornite.',
  'The password is empty. For a user without a password, pass null.':
    'La password è vuota. Per un utente senza password, passare null.',
  'The password is longer than {limit} bytes.': 'La password supera {limit} byte.',
  'The password has a zero byte.': 'La password contiene un byte nullo.',
  'The password has half of a surrogate pair.':
    'La password contiene metà di una coppia surrogata.',
  'The password needs at least {limit} characters.':
    'La password deve avere almeno {limit} caratteri.',
  'The password is too similar to the username.': 'La password è troppo simile al nome utente.',
  'The password is too similar to the email address.':
    "La password è troppo simile all'indirizzo e-mail.",
  'The password is too common: many people use it.':
    'La password è troppo comune: la usano in molti.',
  'The password is known from a data breach: choose another one.':
    "La password è nota da una violazione di dati: sceglierne un'altra.",
  'Referer checking failed - no Referer. Send an Origin or a Referer header over https.':
    "Verifica del Referer non riuscita - Referer assente. Inviare un'intestazione Origin o Referer tramite https.",
  'Referer checking failed - Referer is malformed.':
    'Verifica del Referer non riuscita - il Referer è malformato.',
  'Referer checking failed - Referer is insecure while host is secure.':
    "Verifica del Referer non riuscita - il Referer non è sicuro mentre l'host lo è.",
  'Referer checking failed - {referer} does not match any trusted origins. {advice}':
    'Verifica del Referer non riuscita - {referer} non corrisponde a nessuna origine attendibile. {advice}',
  'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.':
    'Le pagine di un altro sito che possono scrivere con la sessione vanno indicate in CSRF_TRUSTED_ORIGINS.',
  "Origin checking failed - {origin} does not match any trusted origins. The service's own origin is {own}: if that is wrong, set BASE_URL, or TRUSTED_PROXIES for the proxy in front. {advice}":
    "Verifica dell'origine non riuscita - {origin} non corrisponde a nessuna origine attendibile. L'origine del servizio è {own}: se è errata, impostare BASE_URL, oppure TRUSTED_PROXIES per il proxy a monte. {advice}",
  'Origin checking failed - the request comes from another site (Sec-Fetch-Site: {site}). {advice}':
    "Verifica dell'origine non riuscita - la richiesta proviene da un altro sito (Sec-Fetch-Site: {site}). {advice}",
  'CSRF Failed: {problem}': 'Verifica CSRF non riuscita: {problem}',
  'CSRF cookie not set. The login page sets {name} when it is fetched.':
    'Cookie CSRF assente. La pagina di accesso imposta {name} quando viene caricata.',
  'CSRF token missing. Send the value of the cookie {name} in {header}.':
    'Token CSRF assente. Inviare il valore del cookie {name} in {header}.',
  "the '{header}' HTTP header": 'intestazione HTTP «{header}»',
  'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.':
    "Il token CSRF (da: {place}) è errato. Inviare il valore attuale di {name}: l'accesso lo rinnova.",
  'CSRF token from {place} has incorrect length. Send the current value of {name}: login renews it.':
    "Il token CSRF (da: {place}) ha una lunghezza errata. Inviare il valore attuale di {name}: l'accesso lo rinnova.",
  'CSRF token from {place} has invalid characters. Send the current value of {name}: login renews it.':
    "Il token CSRF (da: {place}) contiene caratteri non validi. Inviare il valore attuale di {name}: l'accesso lo rinnova.",
  'Surrogate characters are not allowed.': 'I caratteri surrogati non sono consentiti.',
  'Ensure this search has no more than {limit} characters.': {
    one: 'Assicurarsi che questa ricerca non abbia più di {limit} carattere.',
    other: 'Assicurarsi che questa ricerca non abbia più di {limit} caratteri.',
  },
  'Ensure this search has no more than {limit} words.': {
    one: 'Assicurarsi che questa ricerca non abbia più di {limit} parola.',
    other: 'Assicurarsi che questa ricerca non abbia più di {limit} parole.',
  },
  'This field must be unique.': 'Questo campo deve essere univoco.',
  'These values must be unique.': 'Questi valori devono essere univoci.',
  'A value may not be null.': 'Un valore non può essere nullo.',
  'The referenced object does not exist.': "L'oggetto a cui si fa riferimento non esiste.",
  'A referenced object does not exist.': 'Un oggetto a cui si fa riferimento non esiste.',
  'This value does not fit the field.': 'Questo valore non è adatto al campo.',
  'A value does not fit its field.': 'Un valore non è adatto al suo campo.',
  'This field is read-only.': 'Questo campo è di sola lettura.',
  'A value was sent for a read-only field.':
    'È stato inviato un valore per un campo di sola lettura.',
  'The fields {fields} must make a unique set.':
    'I campi {fields} devono formare un insieme univoco.',
  'The user does not exist, or has been removed.': "L'utente non esiste o è stato rimosso.",
  'You are signed in as {username}, who is not staff. Sign out, then sign in as a staff user.':
    "L'accesso è stato eseguito come {username}, che non fa parte dello staff. Uscire e accedere come membro dello staff.",
  'Sign in first.': 'Accedere prima.',
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.':
    "If-None-Match lo impedisce: l'elemento esiste e If-None-Match indica il suo tag o tutti i tag.",
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.':
    "If-Match non corrisponde mai a un tag di entità debole: inviare l'ETag come lo ha inviato questo servizio, senza W/.",
  '{name} must be * or a list of entity tags in quotes, such as "abc".':
    '{name} deve essere * o un elenco di tag di entità tra virgolette, come "abc".',
  'Cannot be ordered by "{named}". Fields that may be used: {fields}.':
    'Impossibile ordinare per «{named}». Campi utilizzabili: {fields}.',
  'Unknown query parameter. Did you mean {meant}?':
    'Parametro di query sconosciuto. Forse si intendeva {meant}?',
  'Unknown query parameter.': 'Parametro di query sconosciuto.',
  'Not a valid value.': 'Non è un valore valido.',
  'Internal Server Error': 'Errore interno del server',
  'Bad Request': 'Richiesta non valida',
  Unauthorized: 'Non autenticato',
  Forbidden: 'Vietato',
  'Not Found': 'Non trovato',
  'Method Not Allowed': 'Metodo non consentito',
  'Not Acceptable': 'Non accettabile',
  Conflict: 'Conflitto',
  'Precondition Failed': 'Precondizione non soddisfatta',
  'Content Too Large': 'Contenuto troppo grande',
  'Unsupported Media Type': 'Tipo di contenuto non supportato',
  'Precondition Required': 'Precondizione richiesta',
  'Too Many Requests': 'Troppe richieste',
  'Service Unavailable': 'Servizio non disponibile',
  'This needs the role {role}.': 'È necessario il ruolo {role}.',
  'Invalid API key.': 'Chiave API non valida.',
  'API keys are managed with a password, a session or a token, not with an API key.':
    'Le chiavi API si gestiscono con una password, una sessione o un token, non con una chiave API.',
  'The name has a character that cannot be shown.':
    'Il nome contiene un carattere che non può essere mostrato.',
  'The name begins or ends with a space.': 'Il nome inizia o finisce con uno spazio.',
  '{text} is not a scope: a scope has 1 to 100 printable ASCII characters without spaces, quotes and backslashes, such as notes:read.':
    '{text} non è uno scope: uno scope ha da 1 a 100 caratteri ASCII stampabili senza spazi, virgolette e barre rovesciate, come notes:read.',
  '{text} is neither an address nor a range such as 10.0.0.0/8.':
    '{text} non è né un indirizzo né un intervallo come 10.0.0.0/8.',
  'It must expire by {moment}.': 'Deve scadere entro il {moment}.',
  'It must expire in the future.': 'La scadenza deve essere nel futuro.',
  'Invalid API key header. No key provided.':
    'Intestazione della chiave API non valida. Nessuna chiave fornita.',
  'Invalid API key header. One key without spaces and commas is expected.':
    'Intestazione della chiave API non valida. È attesa una sola chiave senza spazi né virgole.',
  'Token is invalid or expired.': 'Il token non è valido o è scaduto.',
  'No active account found with the given credentials.':
    'Nessun account attivo corrisponde alle credenziali fornite.',
  'Authorization header must contain two space-delimited values':
    "L'intestazione Authorization deve contenere due valori separati da uno spazio",
  'Given token not valid for any token type': 'Il token non è valido per nessun tipo di token',
  'Token is invalid or expired': 'Il token non è valido o è scaduto',
  'Token has no id': 'Il token non ha un identificatore',
  'Token has no type': 'Il token non ha un tipo',
  'Token has wrong type': 'Il token ha un tipo errato',
  "Token has no '{claim}' claim": 'Il token non ha il claim «{claim}»',
  'Token is blacklisted': 'Il token è nella lista nera',
  'Token contained no recognizable user identification':
    'Il token non contiene alcuna identificazione utente riconoscibile',
  'User not found': 'Utente non trovato',
  'User is inactive': "L'utente non è attivo",
  'No active account found with the given credentials':
    'Nessun account attivo corrisponde alle credenziali fornite',
  'No active account found for the given token.':
    'Nessun account attivo corrisponde al token fornito.',
  'The refresh token is invalid, expired or revoked. Sign in again.':
    'Il token di aggiornamento non è valido, è scaduto o è stato revocato. Accedere di nuovo.',
  'The requested scope is invalid.': 'Lo scope richiesto non è valido.',
  'Scopes cannot be requested here.': 'Qui non si possono richiedere scope.',
  'The scope {scope} cannot be requested. Valid scopes: {scopes}.':
    'Lo scope {scope} non può essere richiesto. Scope validi: {scopes}.',
  'The URL of the request cannot be signed.': "L'URL della richiesta non può essere firmato.",
  'The value of {component} is not ASCII: use the parameter bs.':
    'Il valore di {component} non è ASCII: usare il parametro bs.',
  'The query has the parameter {name} more than once: cover @query.':
    'La query contiene il parametro {name} più volte: coprire @query.',
  'The field {name} may have been sent in several lines: cover it without bs.':
    'Il campo {name} potrebbe essere stato inviato su più righe: coprirlo senza bs.',
  '{name} is not known to be a structured field.': '{name} non è noto come campo strutturato.',
  'The field {name} is not a valid structured field.':
    'Il campo {name} non è un campo strutturato valido.',
  'The signature covers {component}, which the request does not have.':
    'La firma copre {component}, che la richiesta non contiene.',
  '{text} does not name a component of a request.':
    '{text} non indica un componente di una richiesta.',
  'The signature covers more than {limit} components.': 'La firma copre più di {limit} componenti.',
  'The signature covers a component twice.': 'La firma copre due volte un componente.',
  'A component of the signature is not a string.': 'Un componente della firma non è una stringa.',
  'The component @query-param needs the parameter name, and no other.':
    'Il componente @query-param richiede il parametro name e nessun altro.',
  'A signature of a request cannot cover {name}.':
    'La firma di una richiesta non può coprire {name}.',
  'The component {name} takes no parameters.': 'Il componente {name} non ammette parametri.',
  '{name} is not the name of a field in lower case.':
    '{name} non è il nome di un campo in minuscolo.',
  'Signatures of trailers (tr) are not supported.':
    'Le firme dei trailer (tr) non sono supportate.',
  'Signatures of the request of a response (req) are not supported.':
    'Le firme della richiesta di una risposta (req) non sono supportate.',
  'The component {name} has an invalid parameter {parameter}.':
    'Il componente {name} ha un parametro {parameter} non valido.',
  'The component {name} has the parameter bs and another one.':
    'Il componente {name} ha il parametro bs e un altro.',
  'The body does not match its Content-Digest.': 'Il corpo non corrisponde al suo Content-Digest.',
  'Content-Digest has neither sha-256 nor sha-512.':
    'Content-Digest non contiene né sha-256 né sha-512.',
  'Content-Digest is not a dictionary of structured fields.':
    'Content-Digest non è un dizionario di campi strutturati.',
  'The signature does not cover content-digest.': 'La firma non copre content-digest.',
  'The request has Signature, but no Signature-Input.':
    'La richiesta ha Signature, ma non Signature-Input.',
  'A member of Signature-Input is not a list.': 'Un membro di Signature-Input non è una lista.',
  'Signature-Input is empty.': 'Signature-Input è vuoto.',
  'The request has {count} signatures that could be meant. Send one.':
    'La richiesta ha {count} firme possibili. Inviarne una.',
  'The request has no Signature with the label {label}.':
    "La richiesta non ha una Signature con l'etichetta {label}.",
  '{field} is not a dictionary of structured fields.':
    '{field} non è un dizionario di campi strutturati.',
  '{field} has a label twice.': "{field} ha un'etichetta ripetuta.",
  'The signature has no keyid.': 'La firma non ha keyid.',
  'The signature has no created.': 'La firma non ha created.',
  'The signature has no nonce.': 'La firma non ha nonce.',
  'A parameter of the signature has a value of the wrong type.':
    'Un parametro della firma ha un valore del tipo errato.',
  'The algorithm {alg} is not accepted. Accepted: {accepted}.':
    "L'algoritmo {alg} non è accettato. Accettati: {accepted}.",
  'The signature was created in the future.': 'La firma è stata creata nel futuro.',
  'The signature has expired.': 'La firma è scaduta.',
  'The signature does not cover {name}.': 'La firma non copre {name}.',
  'The user does not exist.': "L'utente non esiste.",
  'The API keys of {username} have changed since this form was opened, so nothing was done. If you have reloaded the page, the key is there already. To create another one, send the form again.':
    "Le chiavi API di {username} sono cambiate dall'apertura di questo modulo, quindi non è stato fatto nulla. Se la pagina è stata ricaricata, la chiave esiste già. Per crearne un'altra, inviare di nuovo il modulo.",
  'Enter a name.': 'Inserire un nome.',
  'Enter a date such as {example}.': 'Inserire una data come {example}.',
  'Enter a date or tick this, not both.':
    'Inserire una data o selezionare questa casella, non entrambe.',
  'There is a token already. Reveal its key, or regenerate it.':
    'Esiste già un token. Mostrarne la chiave o rigenerarlo.',
  'There is no token any more.': 'Il token non esiste più.',
  'The token cannot be read. Regenerate it.': 'Il token non può essere letto. Rigenerarlo.',
  'There is no token.': "Non c'è alcun token.",
  'The token was changed meanwhile, so nothing was done. Check it again.':
    'Il token è stato modificato nel frattempo, quindi non è stato fatto nulla. Controllarlo di nuovo.',
  'Enter a username.': 'Inserire un nome utente.',
  'You cannot remove your own password, because you might be locked out. Ask another admin.':
    "Non si può rimuovere la propria password, perché si rischierebbe di perdere l'accesso. Chiedere a un altro amministratore.",
  'Enter a password or tick this, not both.':
    'Inserire una password o selezionare questa casella, non entrambe.',
  'Enter a password, or tick “No password”.':
    'Inserire una password o selezionare «Nessuna password».',
  'The two passwords differ.': 'Le due password non coincidono.',
  'You cannot deactivate yourself: ask another admin to do it.':
    'Non è possibile disattivare sé stessi: chiedere a un altro amministratore.',
  'You cannot remove your own staff rights, because then there might be nobody who can restore them. Ask another admin.':
    'Non si possono rimuovere i propri diritti di staff, perché potrebbe non restare nessuno in grado di ripristinarli. Chiedere a un altro amministratore.',
  'The token has no valid lifetime.': 'Il token non ha una durata valida.',
  'The token has expired.': 'Il token è scaduto.',
  'The token is not valid yet.': 'Il token non è ancora valido.',
  'The token is for another audience.': "Il token è destinato a un'altra audience.",
  'The token is not known to be an access token.': 'Il token non è noto come token di accesso.',
  'The token is not an access token.': 'Il token non è un token di accesso.',
  'The token is bound to a key that the issuer does not name.':
    "Il token è legato a una chiave che l'emittente non indica.",
  'The token is too long.': 'Il token è troppo lungo.',
  'The token is of a user who is inactive.': 'Il token è di un utente inattivo.',
  'The token is expired, revoked or unknown.': 'Il token è scaduto, revocato o sconosciuto.',
  'The Authorization header has no token.':
    "L'intestazione Authorization non contiene alcun token.",
  'The token in the Authorization header has characters that tokens cannot have.':
    "Il token nell'intestazione Authorization contiene caratteri che un token non può contenere.",
  'Send the token as DPoP, with a proof.': 'Inviare il token come DPoP, con una prova.',
  'The token is bound to no key: it cannot be sent as DPoP.':
    'Il token non è legato ad alcuna chiave: non può essere inviato come DPoP.',
  'The token is bound to a key: send it as DPoP, with a proof.':
    'Il token è legato a una chiave: inviarlo come DPoP, con una prova.',
  'The token is bound to a key, which this service does not check.':
    'Il token è legato a una chiave, cosa che questo servizio non verifica.',
  'The token is bound to something that cannot be read.':
    'Il token è legato a qualcosa che non può essere letto.',
  'The token is bound by {member}, which this service does not check.':
    'Il token è legato tramite {member}, cosa che questo servizio non verifica.',
  'The DPoP proof has no iat.': 'La prova DPoP non ha iat.',
  'The DPoP proof is from the future.': 'La prova DPoP viene dal futuro.',
  'The DPoP proof is too old.': 'La prova DPoP è troppo vecchia.',
  'The DPoP proof has no jti.': 'La prova DPoP non ha jti.',
  'The DPoP proof is for another method.': 'La prova DPoP è per un altro metodo.',
  'The DPoP proof is for another URL.': 'La prova DPoP è per un altro URL.',
  'The DPoP proof is for another token.': 'La prova DPoP è per un altro token.',
  'The DPoP proof was used before.': 'La prova DPoP è già stata usata.',
  'There is no DPoP proof.': "Non c'è alcuna prova DPoP.",
  'The DPoP proof is not the only one.': "La prova DPoP non è l'unica.",
  'The DPoP proof needs the nonce in DPoP-Nonce.': 'La prova DPoP richiede il nonce in DPoP-Nonce.',
  'The DPoP proof is not of the type dpop+jwt.': 'La prova DPoP non ha il tipo dpop+jwt.',
  'The DPoP proof has a signature that is not one of {algorithms}.':
    'La prova DPoP ha una firma il cui algoritmo non è accettato. Accettati: {algorithms}.',
  'The DPoP proof was made with another key than that of the token.':
    'La prova DPoP è stata creata con una chiave diversa da quella del token.',
  'The DPoP proof is not a JWT.': 'La prova DPoP non è un JWT.',
  'The DPoP proof has no public key.': 'La prova DPoP non ha una chiave pubblica.',
  'The DPoP proof has a key that is not public.': 'La prova DPoP ha una chiave che non è pubblica.',
  'The DPoP proof has a key of an unknown kind.':
    'La prova DPoP ha una chiave di tipo sconosciuto.',
  'The DPoP proof has a key that is not whole.': 'La prova DPoP ha una chiave incompleta.',
  'The DPoP proof has a wrong signature.': 'La prova DPoP ha una firma errata.',
  'The DPoP proof has expired.': 'La prova DPoP è scaduta.',
  'The DPoP proof has a wrong {claim}.': 'La prova DPoP ha un valore errato per {claim}.',
  'The DPoP proof cannot be verified.': 'La prova DPoP non può essere verificata.',
  'The token is invalid.': 'Il token non è valido.',
  'The token is not a signed JWT.': 'Il token non è un JWT firmato.',
  'The token is encrypted (JWE). Send a signed one.':
    'Il token è cifrato (JWE). Inviarne uno firmato.',
  'The algorithm of the token is not accepted.': "L'algoritmo del token non è accettato.",
  'The type of the token is not accepted.': 'Il tipo del token non è accettato.',
  'The token is from another issuer.': 'Il token proviene da un altro emittente.',
  'The signature of the token is invalid.': 'La firma del token non è valida.',
  'The token needs an extension that is not supported.':
    "Il token richiede un'estensione non supportata.",
  'The token has a missing or invalid claim.': 'Il token ha un claim mancante o non valido.',
  'The token is not of a known user.': 'Il token non è di un utente noto.',
}
