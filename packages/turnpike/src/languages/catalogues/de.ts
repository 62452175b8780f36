import type { MessageCatalogue } from '../catalogue.ts'

export const catalogue: MessageCatalogue = {
  'The username is empty.': 'Der Benutzername ist leer.',
  'The username has more than {limit} characters.':
    'Der Benutzername hat mehr als {limit} Zeichen.',
  'The username has half of a surrogate pair.': 'Der Benutzername enthält ein halbes Surrogatpaar.',
  'The username has a control character.': 'Der Benutzername enthält ein Steuerzeichen.',
  'The username begins or ends with a space.':
    'Der Benutzername beginnt oder endet mit einem Leerzeichen.',
  'The username has the invisible or formatting character U+{code}: leave it out.':
    'Der Benutzername enthält das unsichtbare Zeichen oder Formatierungszeichen U+{code}: Lassen Sie es weg.',
  'The email address has more than {limit} characters.':
    'Die E-Mail-Adresse hat mehr als {limit} Zeichen.',
  'The email address is invalid: write it as name@example.com.':
    'Die E-Mail-Adresse ist ungültig: Schreiben Sie sie in der Form name@example.com.',
  '{username} is the last active staff user with a password: add another one first, or nobody could administer the service.':
    '{username} ist das letzte aktive Teammitglied mit einem Passwort: Legen Sie zuerst ein weiteres an, sonst kann niemand mehr den Dienst verwalten.',
  'There is already a user {username}.': 'Den Benutzer {username} gibt es bereits.',
  'Invalid {kind} header. No credentials provided.':
    'Ungültiger Header „{kind}“. Es wurden keine Anmeldedaten angegeben.',
  'Invalid basic header. Credentials string should not contain spaces.':
    'Ungültiger Header „basic“. Die Anmeldedaten dürfen keine Leerzeichen enthalten.',
  'Invalid token header. Token string should not contain spaces.':
    'Ungültiger Header „token“. Das Token darf keine Leerzeichen enthalten.',
  'Invalid username/password.': 'Ungültiger Benutzername oder ungültiges Passwort.',
  'Invalid basic header. Credentials not correctly base64 encoded.':
    'Ungültiger Header „basic“. Die Anmeldedaten sind nicht korrekt in Base64 codiert.',
  'Several remote users were named.': 'Es wurden mehrere Remote-Benutzer genannt.',
  'The remote user has a name that no user can have.':
    'Der Remote-Benutzer hat einen Namen, den kein Benutzer haben kann.',
  'User inactive or deleted.': 'Der Benutzer ist inaktiv oder gelöscht.',
  'Invalid token header. Token string should not contain invalid characters.':
    'Ungültiger Header „token“. Das Token enthält ungültige Zeichen.',
  'Invalid token.': 'Ungültiges Token.',
  'A server error occurred.': 'Auf dem Server ist ein Fehler aufgetreten.',
  'Server Error (500)': 'Serverfehler (500)',
  'Bad Request (400)': 'Ungültige Anfrage (400)',
  'Not found.': 'Nicht gefunden.',
  'Malformed request.': 'Die Anfrage ist fehlerhaft.',
  'Invalid input.': 'Ungültige Eingabe.',
  'Incorrect authentication credentials.': 'Die Anmeldedaten sind falsch.',
  'Authentication credentials were not provided.': 'Es wurden keine Anmeldedaten angegeben.',
  'You do not have permission to perform this action.':
    'Sie sind nicht berechtigt, diese Aktion auszuführen.',
  'Could not satisfy the request Accept header.':
    'Keines der Formate im Header Accept ist verfügbar.',
  'This conflicts with other data.': 'Dies steht im Widerspruch zu anderen Daten.',
  'This has changed since it was read. Read it again.':
    'Die Daten wurden geändert, seit sie gelesen wurden. Lesen Sie sie erneut.',
  'Request body is too large.': 'Der Inhalt der Anfrage ist zu groß.',
  'Send If-Match with the ETag that you have read.':
    'Senden Sie If-Match mit dem ETag, den Sie gelesen haben.',
  'Request was throttled.': 'Die Anfrage wurde gedrosselt.',
  'Service temporarily unavailable, try again later.':
    'Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es später erneut.',
  "Method '{method}' not allowed.": 'Die Methode „{method}“ ist nicht erlaubt.',
  'Unsupported media type "{type}" in request.':
    'Der Medientyp „{type}“ der Anfrage wird nicht unterstützt.',
  'Expected available in {seconds} second.': 'Voraussichtlich in {seconds} Sekunde verfügbar.',
  'Expected available in {seconds} seconds.': {
    one: 'Voraussichtlich in {seconds} Sekunde verfügbar.',
    other: 'Voraussichtlich in {seconds} Sekunden verfügbar.',
  },
  'The request body ended early.': 'Der Inhalt der Anfrage endete vorzeitig.',
  'Invalid cursor: it was made for another list or ordering.':
    'Ungültiger Cursor: Er gehört zu einer anderen Liste oder Sortierung.',
  'Invalid cursor': 'Ungültiger Cursor',
  'Invalid offset: the greatest is {limit}.': 'Ungültiger Offset: Der größte ist {limit}.',
  'Invalid page.': 'Ungültige Seite.',
  'Invalid page: this list is not fully counted, so its last page is unknown.':
    'Ungültige Seite: Diese Liste ist nicht vollständig gezählt, daher ist ihre letzte Seite unbekannt.',
  'Unsupported charset "{charset}" in request Content-Type header.':
    'Der Zeichensatz „{charset}“ im Header Content-Type wird nicht unterstützt.',
  '{format} parse error - the body is not UTF-8.':
    'Fehler beim Lesen von {format} - der Inhalt ist nicht in UTF-8 codiert.',
  'Form parse error - more than {limit} fields.': {
    one: 'Fehler beim Lesen des Formulars - mehr als {limit} Feld.',
    other: 'Fehler beim Lesen des Formulars - mehr als {limit} Felder.',
  },
  'nested deeper than {limit} levels.': {
    one: 'tiefer als {limit} Ebene verschachtelt.',
    other: 'tiefer als {limit} Ebenen verschachtelt.',
  },
  'more than {limit} list items and object members.':
    'mehr als {limit} Listenelemente und Objektfelder.',
  'a number is too large.': 'eine Zahl ist zu groß.',
  'an integer beyond 2^53 - 1 would be rounded: send it as a string.':
    'eine ganze Zahl über 2^53 - 1 würde gerundet: Senden Sie sie als Zeichenkette.',
  'JSON parse error - {reason}': 'Fehler beim Lesen von JSON - {reason}',
  'the body is not JSON.': 'der Inhalt ist kein JSON.',
  'the content type has no boundary.': 'der Content-Type hat kein boundary.',
  'the body is not multipart.': 'der Inhalt ist nicht multipart.',
  'a part has no name.': 'ein Teil hat keinen Namen.',
  'the field {field} is a file.': 'das Feld {field} ist eine Datei.',
  'more than {limit} files.': 'mehr als {limit} Dateien.',
  'Multipart form parse error - {reason}': 'Fehler beim Lesen des Multipart-Formulars - {reason}',
  'Unsupported content encoding "{encoding}" in request.':
    'Die Inhaltscodierung „{encoding}“ der Anfrage wird nicht unterstützt.',
  'This needs credentials with the scope {scopes}.':
    'Dafür sind Anmeldedaten mit dem Scope {scopes} nötig.',
  '{first} and {next}': '{first} und {next}',
  'The signature has been used before.': 'Die Signatur wurde bereits verwendet.',
  'Invalid signature.': 'Ungültige Signatur.',
  'This field is required.': 'Dieses Feld ist erforderlich.',
  'This field may not be null.': 'Dieses Feld darf nicht null sein.',
  'No data provided': 'Keine Daten angegeben',
  'The data is nested too deeply.': 'Die Daten sind zu tief verschachtelt.',
  'This field is not expected.': 'Dieses Feld ist nicht vorgesehen.',
  'Not a valid string.': 'Keine gültige Zeichenkette.',
  'This field may not be blank.': 'Dieses Feld darf nicht leer sein.',
  'Ensure this field has no more than {limit} characters.':
    'Dieses Feld darf höchstens {limit} Zeichen lang sein.',
  'Ensure this field has at least {limit} characters.':
    'Dieses Feld muss mindestens {limit} Zeichen lang sein.',
  'Null characters are not allowed.': 'Nullzeichen sind nicht erlaubt.',
  'Surrogate characters are not allowed: U+{surrogate}.':
    'Surrogatzeichen sind nicht erlaubt: U+{surrogate}.',
  'A valid integer is required.': 'Eine ganze Zahl ist erforderlich.',
  'A valid number is required.': 'Eine gültige Zahl ist erforderlich.',
  'String value too large.': 'Die Zeichenkette ist zu lang.',
  'Ensure this value is less than or equal to {limit}.':
    'Dieser Wert muss kleiner oder gleich {limit} sein.',
  'Ensure this value is greater than or equal to {limit}.':
    'Dieser Wert muss größer oder gleich {limit} sein.',
  'Ensure this value is less than {limit}.': 'Dieser Wert muss kleiner als {limit} sein.',
  'Ensure this value is greater than {limit}.': 'Dieser Wert muss größer als {limit} sein.',
  'Ensure this value is a multiple of {step}.': 'Dieser Wert muss ein Vielfaches von {step} sein.',
  'Ensure that there are no more than {limit} digits in total.': {
    one: 'Insgesamt ist höchstens {limit} Ziffer erlaubt.',
    other: 'Insgesamt sind höchstens {limit} Ziffern erlaubt.',
  },
  'Ensure that there are no more than {limit} decimal places.': {
    one: 'Höchstens {limit} Nachkommastelle ist erlaubt.',
    other: 'Höchstens {limit} Nachkommastellen sind erlaubt.',
  },
  'Ensure that there are no more than {limit} digits before the decimal point.': {
    one: 'Höchstens {limit} Ziffer vor dem Komma ist erlaubt.',
    other: 'Höchstens {limit} Ziffern vor dem Komma sind erlaubt.',
  },
  'Must be a valid boolean.': 'Muss ein gültiger Wahrheitswert sein.',
  'Enter a valid email address.': 'Geben Sie eine gültige E-Mail-Adresse ein.',
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].':
    'Datum und Uhrzeit haben das falsche Format. Verwenden Sie eines dieser Formate: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  'Datetime value out of range.': 'Datum und Uhrzeit liegen außerhalb des erlaubten Bereichs.',
  'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.':
    'Das Datum hat das falsche Format. Verwenden Sie eines dieser Formate: YYYY-MM-DD.',
  'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].':
    'Die Uhrzeit hat das falsche Format. Verwenden Sie eines dieser Formate: hh:mm[:ss[.uuuuuu]].',
  'Enter a valid URL.': 'Geben Sie eine gültige URL ein.',
  'Must be a valid UUID.': 'Muss eine gültige UUID sein.',
  'Enter a valid IPv4 address.': 'Geben Sie eine gültige IPv4-Adresse ein.',
  'Enter a valid IPv6 address.': 'Geben Sie eine gültige IPv6-Adresse ein.',
  'Enter a valid duration.': 'Geben Sie eine gültige Dauer ein.',
  'Enter a valid phone number.': 'Geben Sie eine gültige Telefonnummer ein.',
  'Enter a valid value.': 'Geben Sie einen gültigen Wert ein.',
  '"{choice}" is not a valid choice.': '„{choice}“ ist keine gültige Auswahl.',
  'Expected a list of items but got type "{type}".':
    'Erwartet wurde eine Liste, erhalten wurde der Typ „{type}“.',
  'This list may not be empty.': 'Diese Liste darf nicht leer sein.',
  'Ensure this field has no more than {limit} elements.': {
    one: 'Dieses Feld darf höchstens {limit} Element haben.',
    other: 'Dieses Feld darf höchstens {limit} Elemente haben.',
  },
  'Ensure this field has at least {limit} elements.': {
    one: 'Dieses Feld muss mindestens {limit} Element haben.',
    other: 'Dieses Feld muss mindestens {limit} Elemente haben.',
  },
  'Invalid data. Expected a dictionary, but got {type}.':
    'Ungültige Daten. Erwartet wurde ein Objekt, erhalten wurde {type}.',
  'Not a valid file.': 'Keine gültige Datei.',
  'Ensure this file has no more than {limit} bytes.': {
    one: 'Diese Datei darf höchstens {limit} Byte groß sein.',
    other: 'Diese Datei darf höchstens {limit} Bytes groß sein.',
  },
  'Ensure this file has at least {limit} bytes.': {
    one: 'Diese Datei muss mindestens {limit} Byte groß sein.',
    other: 'Diese Datei muss mindestens {limit} Bytes groß sein.',
  },
  'Unable to log in with provided credentials.':
    'Die Anmeldung mit diesen Anmeldedaten ist nicht möglich.',
  'The password is empty. For a user without a password, pass null.':
    'Das Passwort ist leer. Für einen Benutzer ohne Passwort übergeben Sie null.',
  'The password is longer than {limit} bytes.': 'Das Passwort ist länger als {limit} Bytes.',
  'The password has a zero byte.': 'Das Passwort enthält ein Nullbyte.',
  'The password has half of a surrogate pair.': 'Das Passwort enthält ein halbes Surrogatpaar.',
  'The password needs at least {limit} characters.':
    'Das Passwort braucht mindestens {limit} Zeichen.',
  'The password is too similar to the username.': 'Das Passwort ist dem Benutzernamen zu ähnlich.',
  'The password is too similar to the email address.':
    'Das Passwort ist der E-Mail-Adresse zu ähnlich.',
  'The password is too common: many people use it.':
    'Das Passwort ist zu verbreitet: Viele verwenden es.',
  'The password is known from a data breach: choose another one.':
    'Das Passwort ist aus einem Datenleck bekannt: Wählen Sie ein anderes.',
  'Referer checking failed - no Referer. Send an Origin or a Referer header over https.':
    'Prüfung des Referer fehlgeschlagen - kein Referer. Senden Sie über https einen Header Origin oder Referer.',
  'Referer checking failed - Referer is malformed.':
    'Prüfung des Referer fehlgeschlagen - der Referer ist fehlerhaft.',
  'Referer checking failed - Referer is insecure while host is secure.':
    'Prüfung des Referer fehlgeschlagen - der Referer ist unsicher, der Host aber sicher.',
  'Referer checking failed - {referer} does not match any trusted origins. {advice}':
    'Prüfung des Referer fehlgeschlagen - {referer} gehört zu keinem vertrauenswürdigen Ursprung. {advice}',
  'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.':
    'Seiten einer anderen Website, die mit der Sitzung schreiben dürfen, gehören in CSRF_TRUSTED_ORIGINS.',
  "Origin checking failed - {origin} does not match any trusted origins. The service's own origin is {own}: if that is wrong, set BASE_URL, or TRUSTED_PROXIES for the proxy in front. {advice}":
    'Prüfung des Ursprungs fehlgeschlagen - {origin} gehört zu keinem vertrauenswürdigen Ursprung. Der eigene Ursprung des Dienstes ist {own}: Wenn das falsch ist, setzen Sie BASE_URL, oder TRUSTED_PROXIES für den vorgeschalteten Proxy. {advice}',
  'Origin checking failed - the request comes from another site (Sec-Fetch-Site: {site}). {advice}':
    'Prüfung des Ursprungs fehlgeschlagen - die Anfrage kommt von einer anderen Website (Sec-Fetch-Site: {site}). {advice}',
  'CSRF Failed: {problem}': 'CSRF-Prüfung fehlgeschlagen: {problem}',
  'CSRF cookie not set. The login page sets {name} when it is fetched.':
    'Das CSRF-Cookie fehlt. Die Anmeldeseite setzt {name}, wenn sie abgerufen wird.',
  'CSRF token missing. Send the value of the cookie {name} in {header}.':
    'Das CSRF-Token fehlt. Senden Sie den Wert des Cookies {name} in {header}.',
  "the '{header}' HTTP header": 'dem HTTP-Header „{header}“',
  'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.':
    'Das CSRF-Token aus {place} ist falsch. Senden Sie den aktuellen Wert von {name}: Die Anmeldung erneuert ihn.',
  'CSRF token from {place} has incorrect length. Send the current value of {name}: login renews it.':
    'Das CSRF-Token aus {place} hat die falsche Länge. Senden Sie den aktuellen Wert von {name}: Die Anmeldung erneuert ihn.',
  'CSRF token from {place} has invalid characters. Send the current value of {name}: login renews it.':
    'Das CSRF-Token aus {place} enthält ungültige Zeichen. Senden Sie den aktuellen Wert von {name}: Die Anmeldung erneuert ihn.',
  'Surrogate characters are not allowed.': 'Surrogatzeichen sind nicht erlaubt.',
  'Ensure this search has no more than {limit} characters.':
    'Diese Suche darf höchstens {limit} Zeichen lang sein.',
  'Ensure this search has no more than {limit} words.': {
    one: 'Diese Suche darf höchstens {limit} Wort haben.',
    other: 'Diese Suche darf höchstens {limit} Wörter haben.',
  },
  'This field must be unique.': 'Dieses Feld muss eindeutig sein.',
  'These values must be unique.': 'Diese Werte müssen eindeutig sein.',
  'A value may not be null.': 'Ein Wert darf nicht null sein.',
  'The referenced object does not exist.': 'Das referenzierte Objekt existiert nicht.',
  'A referenced object does not exist.': 'Ein referenziertes Objekt existiert nicht.',
  'This value does not fit the field.': 'Dieser Wert passt nicht in das Feld.',
  'A value does not fit its field.': 'Ein Wert passt nicht in sein Feld.',
  'This field is read-only.': 'Dieses Feld ist schreibgeschützt.',
  'A value was sent for a read-only field.':
    'Für ein schreibgeschütztes Feld wurde ein Wert gesendet.',
  'The fields {fields} must make a unique set.':
    'Die Felder {fields} müssen zusammen eindeutig sein.',
  'The user does not exist, or has been removed.':
    'Der Benutzer existiert nicht oder wurde entfernt.',
  'You are signed in as {username}, who is not staff. Sign out, then sign in as a staff user.':
    'Sie sind als {username} angemeldet und gehören nicht zum Team. Melden Sie sich ab und dann als Teammitglied an.',
  'Sign in first.': 'Melden Sie sich zuerst an.',
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.':
    'If-None-Match verbietet das: Das Element existiert, und If-None-Match nennt seinen Tag oder alle Tags.',
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.':
    'If-Match passt nie zu einem schwachen Entity-Tag: Senden Sie den ETag so, wie ihn dieser Dienst gesendet hat, ohne W/.',
  '{name} must be * or a list of entity tags in quotes, such as "abc".':
    '{name} muss * oder eine Liste von Entity-Tags in Anführungszeichen sein, etwa "abc".',
  'Cannot be ordered by "{named}". Fields that may be used: {fields}.':
    'Eine Sortierung nach „{named}“ ist nicht möglich. Erlaubte Felder: {fields}.',
  'Unknown query parameter. Did you mean {meant}?':
    'Unbekannter Query-Parameter. Meinten Sie {meant}?',
  'Unknown query parameter.': 'Unbekannter Query-Parameter.',
  'Not a valid value.': 'Kein gültiger Wert.',
  'Internal Server Error': 'Interner Serverfehler',
  'Bad Request': 'Ungültige Anfrage',
  Unauthorized: 'Nicht angemeldet',
  Forbidden: 'Verboten',
  'Not Found': 'Nicht gefunden',
  'Method Not Allowed': 'Methode nicht erlaubt',
  'Not Acceptable': 'Nicht akzeptabel',
  Conflict: 'Konflikt',
  'Precondition Failed': 'Vorbedingung nicht erfüllt',
  'Content Too Large': 'Inhalt zu groß',
  'Unsupported Media Type': 'Nicht unterstützter Medientyp',
  'Precondition Required': 'Vorbedingung erforderlich',
  'Too Many Requests': 'Zu viele Anfragen',
  'Service Unavailable': 'Dienst nicht verfügbar',
  'This needs the role {role}.': 'Dafür ist die Rolle {role} nötig.',
  'Invalid API key.': 'Ungültiger API-Schlüssel.',
  'API keys are managed with a password, a session or a token, not with an API key.':
    'API-Schlüssel werden mit einem Passwort, einer Sitzung oder einem Token verwaltet, nicht mit einem API-Schlüssel.',
  'The name has a character that cannot be shown.':
    'Der Name enthält ein Zeichen, das nicht angezeigt werden kann.',
  'The name begins or ends with a space.': 'Der Name beginnt oder endet mit einem Leerzeichen.',
  '{text} is not a scope: a scope has 1 to 100 printable ASCII characters without spaces, quotes and backslashes, such as notes:read.':
    '{text} ist kein Scope: Ein Scope besteht aus 1 bis 100 druckbaren ASCII-Zeichen ohne Leerzeichen, Anführungszeichen und Backslashes, etwa notes:read.',
  '{text} is neither an address nor a range such as 10.0.0.0/8.':
    '{text} ist weder eine Adresse noch ein Bereich wie 10.0.0.0/8.',
  'It must expire by {moment}.': 'Die Gültigkeit muss spätestens am {moment} enden.',
  'It must expire in the future.': 'Das Ende der Gültigkeit muss in der Zukunft liegen.',
  'Invalid API key header. No key provided.':
    'Ungültiger API-Schlüssel-Header. Es wurde kein Schlüssel angegeben.',
  'Invalid API key header. One key without spaces and commas is expected.':
    'Ungültiger API-Schlüssel-Header. Erwartet wird ein Schlüssel ohne Leerzeichen und Kommas.',
  'Token is invalid or expired.': 'Das Token ist ungültig oder abgelaufen.',
  'No active account found with the given credentials.':
    'Zu diesen Anmeldedaten gibt es kein aktives Konto.',
  'Authorization header must contain two space-delimited values':
    'Der Header Authorization muss aus zwei durch ein Leerzeichen getrennten Werten bestehen',
  'Given token not valid for any token type': 'Das Token ist für keinen Tokentyp gültig',
  'Token is invalid or expired': 'Das Token ist ungültig oder abgelaufen',
  'Token has no id': 'Das Token hat keine ID',
  'Token has no type': 'Das Token hat keinen Typ',
  'Token has wrong type': 'Das Token hat den falschen Typ',
  "Token has no '{claim}' claim": 'Das Token hat keinen Claim „{claim}“',
  'Token is blacklisted': 'Das Token ist gesperrt',
  'Token contained no recognizable user identification':
    'Das Token nennt keinen erkennbaren Benutzer',
  'User not found': 'Den Benutzer gibt es nicht',
  'User is inactive': 'Der Benutzer ist inaktiv',
  'No active account found with the given credentials':
    'Zu diesen Anmeldedaten gibt es kein aktives Konto',
  'No active account found for the given token.': 'Zu diesem Token gibt es kein aktives Konto.',
  'The refresh token is invalid, expired or revoked. Sign in again.':
    'Das Refresh-Token ist ungültig, abgelaufen oder widerrufen. Melden Sie sich erneut an.',
  'The requested scope is invalid.': 'Der angeforderte Scope ist ungültig.',
  'Scopes cannot be requested here.': 'Hier können keine Scopes angefordert werden.',
  'The scope {scope} cannot be requested. Valid scopes: {scopes}.':
    'Der Scope {scope} kann nicht angefordert werden. Gültige Scopes: {scopes}.',
  'The URL of the request cannot be signed.': 'Die URL der Anfrage kann nicht signiert werden.',
  'The value of {component} is not ASCII: use the parameter bs.':
    'Der Wert von {component} ist nicht ASCII: Verwenden Sie den Parameter bs.',
  'The query has the parameter {name} more than once: cover @query.':
    'Die Query hat den Parameter {name} mehrmals: Signieren Sie @query.',
  'The field {name} may have been sent in several lines: cover it without bs.':
    'Das Feld {name} wurde eventuell in mehreren Zeilen gesendet: Signieren Sie es ohne bs.',
  '{name} is not known to be a structured field.':
    '{name} ist nicht als strukturiertes Feld bekannt.',
  'The field {name} is not a valid structured field.':
    'Das Feld {name} ist kein gültiges strukturiertes Feld.',
  'The signature covers {component}, which the request does not have.':
    'Die Signatur umfasst {component}, aber die Anfrage enthält das nicht.',
  '{text} does not name a component of a request.':
    '{text} benennt keine Komponente einer Anfrage.',
  'The signature covers more than {limit} components.':
    'Die Signatur umfasst mehr als {limit} Komponenten.',
  'The signature covers a component twice.': 'Die Signatur umfasst eine Komponente zweimal.',
  'A component of the signature is not a string.':
    'Eine Komponente der Signatur ist keine Zeichenkette.',
  'The component @query-param needs the parameter name, and no other.':
    'Die Komponente @query-param braucht den Parameter name und keinen anderen.',
  'A signature of a request cannot cover {name}.':
    'Die Signatur einer Anfrage kann {name} nicht umfassen.',
  'The component {name} takes no parameters.': 'Die Komponente {name} hat keine Parameter.',
  '{name} is not the name of a field in lower case.':
    '{name} ist kein Feldname in Kleinbuchstaben.',
  'Signatures of trailers (tr) are not supported.':
    'Signaturen von Trailern (tr) werden nicht unterstützt.',
  'Signatures of the request of a response (req) are not supported.':
    'Signaturen der Anfrage einer Antwort (req) werden nicht unterstützt.',
  'The component {name} has an invalid parameter {parameter}.':
    'Die Komponente {name} hat den ungültigen Parameter {parameter}.',
  'The component {name} has the parameter bs and another one.':
    'Die Komponente {name} hat außer dem Parameter bs noch einen anderen.',
  'The body does not match its Content-Digest.': 'Der Inhalt passt nicht zu seinem Content-Digest.',
  'Content-Digest has neither sha-256 nor sha-512.':
    'Content-Digest enthält weder sha-256 noch sha-512.',
  'Content-Digest is not a dictionary of structured fields.':
    'Content-Digest ist kein Dictionary strukturierter Felder.',
  'The signature does not cover content-digest.': 'Die Signatur umfasst content-digest nicht.',
  'The request has Signature, but no Signature-Input.':
    'Die Anfrage hat Signature, aber kein Signature-Input.',
  'A member of Signature-Input is not a list.': 'Ein Eintrag von Signature-Input ist keine Liste.',
  'Signature-Input is empty.': 'Signature-Input ist leer.',
  'The request has {count} signatures that could be meant. Send one.':
    'Die Anfrage hat {count} Signaturen, die gemeint sein könnten. Senden Sie eine.',
  'The request has no Signature with the label {label}.':
    'Die Anfrage hat keine Signature mit dem Label {label}.',
  '{field} is not a dictionary of structured fields.':
    '{field} ist kein Dictionary strukturierter Felder.',
  '{field} has a label twice.': '{field} hat ein Label zweimal.',
  'The signature has no keyid.': 'Die Signatur hat keine keyid.',
  'The signature has no created.': 'Die Signatur hat kein created.',
  'The signature has no nonce.': 'Die Signatur hat keine nonce.',
  'A parameter of the signature has a value of the wrong type.':
    'Ein Parameter der Signatur hat einen Wert des falschen Typs.',
  'The algorithm {alg} is not accepted. Accepted: {accepted}.':
    'Der Algorithmus {alg} wird nicht akzeptiert. Akzeptiert: {accepted}.',
  'The signature was created in the future.': 'Die Signatur wurde in der Zukunft erzeugt.',
  'The signature has expired.': 'Die Signatur ist abgelaufen.',
  'The signature does not cover {name}.': 'Die Signatur umfasst {name} nicht.',
  'The user does not exist.': 'Der Benutzer existiert nicht.',
  'The API keys of {username} have changed since this form was opened, so nothing was done. If you have reloaded the page, the key is there already. To create another one, send the form again.':
    'Die API-Schlüssel von {username} haben sich geändert, seit dieses Formular geöffnet wurde. Daher wurde nichts unternommen. Wenn Sie die Seite neu geladen haben, gibt es den Schlüssel schon. Senden Sie das Formular erneut, um einen weiteren zu erstellen.',
  'Enter a name.': 'Geben Sie einen Namen ein.',
  'Enter a date such as {example}.': 'Geben Sie ein Datum wie {example} ein.',
  'Enter a date or tick this, not both.':
    'Geben Sie ein Datum ein oder kreuzen Sie dies an, nicht beides.',
  'There is a token already. Reveal its key, or regenerate it.':
    'Es gibt bereits ein Token. Zeigen Sie seinen Schlüssel an oder erzeugen Sie es neu.',
  'There is no token any more.': 'Es gibt kein Token mehr.',
  'The token cannot be read. Regenerate it.':
    'Das Token kann nicht gelesen werden. Erzeugen Sie es neu.',
  'There is no token.': 'Es gibt kein Token.',
  'The token was changed meanwhile, so nothing was done. Check it again.':
    'Das Token wurde inzwischen geändert. Daher wurde nichts unternommen. Prüfen Sie es erneut.',
  'Enter a username.': 'Geben Sie einen Benutzernamen ein.',
  'You cannot remove your own password, because you might be locked out. Ask another admin.':
    'Sie können Ihr eigenes Passwort nicht entfernen, weil Sie sich aussperren könnten. Bitten Sie eine andere Person mit Admin-Zugang.',
  'Enter a password or tick this, not both.':
    'Geben Sie ein Passwort ein oder kreuzen Sie dies an, nicht beides.',
  'Enter a password, or tick “No password”.':
    'Geben Sie ein Passwort ein oder kreuzen Sie „Kein Passwort“ an.',
  'The two passwords differ.': 'Die beiden Passwörter stimmen nicht überein.',
  'You cannot deactivate yourself: ask another admin to do it.':
    'Sie können sich nicht selbst deaktivieren: Bitten Sie eine andere Person mit Admin-Zugang darum.',
  'You cannot remove your own staff rights, because then there might be nobody who can restore them. Ask another admin.':
    'Sie können sich die eigenen Teamrechte nicht entziehen, weil sie dann vielleicht niemand wiederherstellen könnte. Bitten Sie eine andere Person mit Admin-Zugang.',
  'The token has no valid lifetime.': 'Das Token hat keine zulässige Gültigkeitsdauer.',
  'The token has expired.': 'Das Token ist abgelaufen.',
  'The token is not valid yet.': 'Das Token ist noch nicht gültig.',
  'The token is for another audience.': 'Das Token ist für eine andere Audience bestimmt.',
  'The token is not known to be an access token.': 'Das Token ist nicht als Access-Token bekannt.',
  'The token is not an access token.': 'Das Token ist kein Access-Token.',
  'The token is bound to a key that the issuer does not name.':
    'Das Token ist an einen Schlüssel gebunden, den der Aussteller nicht nennt.',
  'The token is too long.': 'Das Token ist zu lang.',
  'The token is of a user who is inactive.': 'Das Token gehört zu einem inaktiven Benutzer.',
  'The token is expired, revoked or unknown.':
    'Das Token ist abgelaufen, widerrufen oder unbekannt.',
  'The Authorization header has no token.': 'Der Header Authorization enthält kein Token.',
  'The token in the Authorization header has characters that tokens cannot have.':
    'Das Token im Header Authorization enthält Zeichen, die Tokens nicht enthalten können.',
  'Send the token as DPoP, with a proof.': 'Senden Sie das Token als DPoP, mit einem Nachweis.',
  'The token is bound to no key: it cannot be sent as DPoP.':
    'Das Token ist an keinen Schlüssel gebunden: Es kann nicht als DPoP gesendet werden.',
  'The token is bound to a key: send it as DPoP, with a proof.':
    'Das Token ist an einen Schlüssel gebunden: Senden Sie es als DPoP, mit einem Nachweis.',
  'The token is bound to a key, which this service does not check.':
    'Das Token ist an einen Schlüssel gebunden, was dieser Dienst nicht prüft.',
  'The token is bound to something that cannot be read.':
    'Das Token ist an etwas gebunden, das nicht gelesen werden kann.',
  'The token is bound by {member}, which this service does not check.':
    'Das Token ist durch {member} gebunden, was dieser Dienst nicht prüft.',
  'The DPoP proof has no iat.': 'Der DPoP-Nachweis hat kein iat.',
  'The DPoP proof is from the future.': 'Der DPoP-Nachweis stammt aus der Zukunft.',
  'The DPoP proof is too old.': 'Der DPoP-Nachweis ist zu alt.',
  'The DPoP proof has no jti.': 'Der DPoP-Nachweis hat kein jti.',
  'The DPoP proof is for another method.': 'Der DPoP-Nachweis gilt für eine andere Methode.',
  'The DPoP proof is for another URL.': 'Der DPoP-Nachweis gilt für eine andere URL.',
  'The DPoP proof is for another token.': 'Der DPoP-Nachweis gilt für ein anderes Token.',
  'The DPoP proof was used before.': 'Der DPoP-Nachweis wurde bereits verwendet.',
  'There is no DPoP proof.': 'Es gibt keinen DPoP-Nachweis.',
  'The DPoP proof is not the only one.': 'Der DPoP-Nachweis ist nicht der einzige.',
  'The DPoP proof needs the nonce in DPoP-Nonce.':
    'Der DPoP-Nachweis braucht die nonce in DPoP-Nonce.',
  'The DPoP proof is not of the type dpop+jwt.': 'Der DPoP-Nachweis hat nicht den Typ dpop+jwt.',
  'The DPoP proof has a signature that is not one of {algorithms}.':
    'Der DPoP-Nachweis hat eine Signatur, deren Algorithmus nicht akzeptiert wird. Akzeptiert: {algorithms}.',
  'The DPoP proof was made with another key than that of the token.':
    'Der DPoP-Nachweis wurde mit einem anderen Schlüssel als dem des Tokens erzeugt.',
  'The DPoP proof is not a JWT.': 'Der DPoP-Nachweis ist kein JWT.',
  'The DPoP proof has no public key.': 'Der DPoP-Nachweis hat keinen öffentlichen Schlüssel.',
  'The DPoP proof has a key that is not public.':
    'Der DPoP-Nachweis hat einen Schlüssel, der nicht öffentlich ist.',
  'The DPoP proof has a key of an unknown kind.':
    'Der DPoP-Nachweis hat einen Schlüssel unbekannter Art.',
  'The DPoP proof has a key that is not whole.':
    'Der DPoP-Nachweis hat einen unvollständigen Schlüssel.',
  'The DPoP proof has a wrong signature.': 'Der DPoP-Nachweis hat eine falsche Signatur.',
  'The DPoP proof has expired.': 'Der DPoP-Nachweis ist abgelaufen.',
  'The DPoP proof has a wrong {claim}.': 'Der DPoP-Nachweis hat einen falschen Wert für {claim}.',
  'The DPoP proof cannot be verified.': 'Der DPoP-Nachweis kann nicht überprüft werden.',
  'The token is invalid.': 'Das Token ist ungültig.',
  'The token is not a signed JWT.': 'Das Token ist kein signiertes JWT.',
  'The token is encrypted (JWE). Send a signed one.':
    'Das Token ist verschlüsselt (JWE). Senden Sie ein signiertes.',
  'The algorithm of the token is not accepted.':
    'Der Algorithmus des Tokens wird nicht akzeptiert.',
  'The type of the token is not accepted.': 'Der Typ des Tokens wird nicht akzeptiert.',
  'The token is from another issuer.': 'Das Token stammt von einem anderen Aussteller.',
  'The signature of the token is invalid.': 'Die Signatur des Tokens ist ungültig.',
  'The token needs an extension that is not supported.':
    'Das Token braucht eine Erweiterung, die nicht unterstützt wird.',
  'The token has a missing or invalid claim.': 'Im Token fehlt ein Claim, oder einer ist ungültig.',
  'The token is not of a known user.': 'Das Token gehört zu keinem bekannten Benutzer.',
}
