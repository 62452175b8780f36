import type { MessageCatalogue } from '../catalogue.ts'

export const catalogue: MessageCatalogue = {
  'The username is empty.': 'De gebruikersnaam is leeg.',
  'The username has more than {limit} characters.':
    'De gebruikersnaam heeft meer dan {limit} tekens.',
  'The username has half of a surrogate pair.': 'De gebruikersnaam bevat een half surrogaatpaar.',
  'The username has a control character.': 'De gebruikersnaam bevat een besturingsteken.',
  'The username begins or ends with a space.':
    'De gebruikersnaam begint of eindigt met een spatie.',
  'The username has the invisible or formatting character U+{code}: leave it out.':
    'De gebruikersnaam bevat het onzichtbare teken of opmaakteken U+{code}: laat het weg.',
  'The email address has more than {limit} characters.':
    'Het e-mailadres heeft meer dan {limit} tekens.',
  'The email address is invalid: write it as name@example.com.':
    'Het e-mailadres is ongeldig: schrijf het als naam@example.com.',
  '{username} is the last active staff user with a password: add another one first, or nobody could administer the service.':
    '{username} is het laatste actieve staflid met een wachtwoord: voeg eerst een ander toe, anders kan niemand de dienst nog beheren.',
  'There is already a user {username}.': 'Er is al een gebruiker {username}.',
  'Invalid {kind} header. No credentials provided.':
    'Ongeldige header "{kind}". Geen inloggegevens opgegeven.',
  'Invalid basic header. Credentials string should not contain spaces.':
    'Ongeldige header "basic". De inloggegevens mogen geen spaties bevatten.',
  'Invalid token header. Token string should not contain spaces.':
    'Ongeldige header "token". Het token mag geen spaties bevatten.',
  'Invalid username/password.': 'Ongeldige gebruikersnaam of ongeldig wachtwoord.',
  'Invalid basic header. Credentials not correctly base64 encoded.':
    'Ongeldige header "basic". De inloggegevens zijn niet correct in base64 gecodeerd.',
  'Several remote users were named.': 'Er zijn meerdere externe gebruikers genoemd.',
  'The remote user has a name that no user can have.':
    'De externe gebruiker heeft een naam die geen gebruiker kan hebben.',
  'User inactive or deleted.': 'De gebruiker is inactief of verwijderd.',
  'Invalid token header. Token string should not contain invalid characters.':
    'Ongeldige header "token". Het token mag geen ongeldige tekens bevatten.',
  'Invalid token.': 'Ongeldig token.',
  'A server error occurred.': 'Er is een serverfout opgetreden.',
  'Server Error (500)': 'Serverfout (500)',
  'Bad Request (400)': 'Ongeldig verzoek (400)',
  'Not found.': 'Niet gevonden.',
  'Malformed request.': 'Het verzoek is onjuist opgebouwd.',
  'Invalid input.': 'Ongeldige invoer.',
  'Incorrect authentication credentials.': 'Onjuiste inloggegevens.',
  'Authentication credentials were not provided.': 'Er zijn geen inloggegevens opgegeven.',
  'You do not have permission to perform this action.':
    'U hebt geen toestemming om deze actie uit te voeren.',
  'Could not satisfy the request Accept header.':
    'Kan niet voldoen aan de Accept-header van het verzoek.',
  'This conflicts with other data.': 'Dit is in strijd met andere gegevens.',
  'This has changed since it was read. Read it again.':
    'De gegevens zijn gewijzigd sinds ze zijn gelezen. Lees ze opnieuw.',
  'Request body is too large.': 'De inhoud van het verzoek is te groot.',
  'Send If-Match with the ETag that you have read.':
    'Stuur If-Match met de ETag die u hebt gelezen.',
  'Request was throttled.': 'Het verzoek is afgeremd.',
  'Service temporarily unavailable, try again later.':
    'De dienst is tijdelijk niet beschikbaar, probeer het later opnieuw.',
  "Method '{method}' not allowed.": 'Methode "{method}" niet toegestaan.',
  'Unsupported media type "{type}" in request.':
    'Mediatype "{type}" van het verzoek wordt niet ondersteund.',
  'Expected available in {seconds} second.': 'Naar verwachting over {seconds} seconde beschikbaar.',
  'Expected available in {seconds} seconds.': {
    one: 'Naar verwachting over {seconds} seconde beschikbaar.',
    other: 'Naar verwachting over {seconds} seconden beschikbaar.',
  },
  'The request body ended early.': 'De inhoud van het verzoek eindigde voortijdig.',
  'Invalid cursor: it was made for another list or ordering.':
    'Ongeldige cursor: deze is gemaakt voor een andere lijst of sortering.',
  'Invalid cursor': 'Ongeldige cursor',
  'Invalid offset: the greatest is {limit}.': 'Ongeldige offset: de grootste is {limit}.',
  'Invalid page.': 'Ongeldige pagina.',
  'Invalid page: this list is not fully counted, so its last page is unknown.':
    'Ongeldige pagina: deze lijst is niet volledig geteld, dus de laatste pagina is onbekend.',
  'Unsupported charset "{charset}" in request Content-Type header.':
    'Tekenset "{charset}" in de Content-Type-header wordt niet ondersteund.',
  '{format} parse error - the body is not UTF-8.':
    'Fout bij het lezen van {format} - de inhoud is geen UTF-8.',
  'Form parse error - more than {limit} fields.': {
    one: 'Fout bij het lezen van het formulier - meer dan {limit} veld.',
    other: 'Fout bij het lezen van het formulier - meer dan {limit} velden.',
  },
  'nested deeper than {limit} levels.': {
    one: 'dieper genest dan {limit} niveau.',
    other: 'dieper genest dan {limit} niveaus.',
  },
  'more than {limit} list items and object members.':
    'meer dan {limit} lijstitems en objectvelden.',
  'a number is too large.': 'een getal is te groot.',
  'an integer beyond 2^53 - 1 would be rounded: send it as a string.':
    'een geheel getal boven 2^53 - 1 zou worden afgerond: stuur het als tekenreeks.',
  'JSON parse error - {reason}': 'Fout bij het lezen van JSON - {reason}',
  'the body is not JSON.': 'de inhoud is geen JSON.',
  'the content type has no boundary.': 'het content-type heeft geen boundary.',
  'the body is not multipart.': 'de inhoud is geen multipart.',
  'a part has no name.': 'een deel heeft geen naam.',
  'the field {field} is a file.': 'het veld {field} is een bestand.',
  'more than {limit} files.': 'meer dan {limit} bestanden.',
  'Multipart form parse error - {reason}':
    'Fout bij het lezen van het multipart-formulier - {reason}',
  'Unsupported content encoding "{encoding}" in request.':
    'Inhoudscodering "{encoding}" van het verzoek wordt niet ondersteund.',
  'This needs credentials with the scope {scopes}.':
    'Hiervoor zijn inloggegevens met de scope {scopes} nodig.',
  '{first} and {next}': '{first} en {next}',
  'The signature has been used before.': 'De handtekening is al eerder gebruikt.',
  'Invalid signature.': 'Ongeldige handtekening.',
  'This field is required.': 'Dit veld is verplicht.',
  'This field may not be null.': 'Dit veld mag niet null zijn.',
  'No data provided': 'Geen gegevens opgegeven',
  'The data is nested too deeply.': 'De gegevens zijn te diep genest.',
  'This field is not expected.': 'Dit veld wordt niet verwacht.',
  'Not a valid string.': 'Geen geldige tekenreeks.',
  'This field may not be blank.': 'Dit veld mag niet leeg zijn.',
  'Ensure this field has no more than {limit} characters.': {
    one: 'Zorg dat dit veld niet meer dan {limit} teken heeft.',
    other: 'Zorg dat dit veld niet meer dan {limit} tekens heeft.',
  },
  'Ensure this field has at least {limit} characters.': {
    one: 'Zorg dat dit veld minstens {limit} teken heeft.',
    other: 'Zorg dat dit veld minstens {limit} tekens heeft.',
  },
  'Null characters are not allowed.': 'Null-tekens zijn niet toegestaan.',
  'Surrogate characters are not allowed: U+{surrogate}.':
    'Surrogaattekens zijn niet toegestaan: U+{surrogate}.',
  'A valid integer is required.': 'Een geldig geheel getal is vereist.',
  'A valid number is required.': 'Een geldig getal is vereist.',
  'String value too large.': 'De tekenreeks is te lang.',
  'Ensure this value is less than or equal to {limit}.':
    'Zorg dat deze waarde kleiner dan of gelijk aan {limit} is.',
  'Ensure this value is greater than or equal to {limit}.':
    'Zorg dat deze waarde groter dan of gelijk aan {limit} is.',
  'Ensure this value is less than {limit}.': 'Zorg dat deze waarde kleiner dan {limit} is.',
  'Ensure this value is greater than {limit}.': 'Zorg dat deze waarde groter dan {limit} is.',
  'Ensure this value is a multiple of {step}.': 'Zorg dat deze waarde een veelvoud van {step} is.',
  'Ensure that there are no more than {limit} digits in total.': {
    one: 'Zorg dat er in totaal niet meer dan {limit} cijfer is.',
    other: 'Zorg dat er in totaal niet meer dan {limit} cijfers zijn.',
  },
  'Ensure that there are no more than {limit} decimal places.': {
    one: 'Zorg dat er niet meer dan {limit} decimaal is.',
    other: 'Zorg dat er niet meer dan {limit} decimalen zijn.',
  },
  'Ensure that there are no more than {limit} digits before the decimal point.': {
    one: 'Zorg dat er niet meer dan {limit} cijfer voor de komma is.',
    other: 'Zorg dat er niet meer dan {limit} cijfers voor de komma zijn.',
  },
  'Must be a valid boolean.': 'Moet een geldige booleaanse waarde zijn.',
  'Enter a valid email address.': 'Voer een geldig e-mailadres in.',
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].':
    'Datum en tijd hebben de verkeerde notatie. Gebruik een van deze notaties: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  'Datetime value out of range.': 'Datum en tijd vallen buiten het toegestane bereik.',
  'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.':
    'De datum heeft de verkeerde notatie. Gebruik een van deze notaties: YYYY-MM-DD.',
  'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].':
    'De tijd heeft de verkeerde notatie. Gebruik een van deze notaties: hh:mm[:ss[.uuuuuu]].',
  'Enter a valid URL.': 'Voer een geldige URL in.',
  'Must be a valid UUID.': 'Moet een geldige UUID zijn.',
  'Enter a valid IPv4 address.': 'Voer een geldig IPv4-adres in.',
  'Enter a valid IPv6 address.': 'Voer een geldig IPv6-adres in.',
  'Enter a valid duration.': 'Voer een geldige duur in.',
  'Enter a valid phone number.': 'Voer een geldig telefoonnummer in.',
  'Enter a valid value.': 'Voer een geldige waarde in.',
  '"{choice}" is not a valid choice.': '"{choice}" is geen geldige keuze.',
  'Expected a list of items but got type "{type}".':
    'Verwachtte een lijst, maar kreeg het type "{type}".',
  'This list may not be empty.': 'Deze lijst mag niet leeg zijn.',
  'Ensure this field has no more than {limit} elements.': {
    one: 'Zorg dat dit veld niet meer dan {limit} element heeft.',
    other: 'Zorg dat dit veld niet meer dan {limit} elementen heeft.',
  },
  'Ensure this field has at least {limit} elements.': {
    one: 'Zorg dat dit veld minstens {limit} element heeft.',
    other: 'Zorg dat dit veld minstens {limit} elementen heeft.',
  },
  'Invalid data. Expected a dictionary, but got {type}.':
    'Ongeldige gegevens. Verwachtte een object, maar kreeg {type}.',
  'Not a valid file.': 'Geen geldig bestand.',
  'Ensure this file has no more than {limit} bytes.': {
    one: 'Zorg dat dit bestand niet groter dan {limit} byte is.',
    other: 'Zorg dat dit bestand niet groter dan {limit} bytes is.',
  },
  'Ensure this file has at least {limit} bytes.': {
    one: 'Zorg dat dit bestand minstens {limit} byte groot is.',
    other: 'Zorg dat dit bestand minstens {limit} bytes groot is.',
  },
  'Unable to log in with provided credentials.':
    'Inloggen met deze inloggegevens is niet mogelijk.',
  'The password is empty. For a user without a password, pass null.':
    'Het wachtwoord is leeg. Geef null door voor een gebruiker zonder wachtwoord.',
  'The password is longer than {limit} bytes.': 'Het wachtwoord is langer dan {limit} bytes.',
  'The password has a zero byte.': 'Het wachtwoord bevat een nulbyte.',
  'The password has half of a surrogate pair.': 'Het wachtwoord bevat een half surrogaatpaar.',
  'The password needs at least {limit} characters.':
    'Het wachtwoord heeft minstens {limit} tekens nodig.',
  'The password is too similar to the username.':
    'Het wachtwoord lijkt te veel op de gebruikersnaam.',
  'The password is too similar to the email address.':
    'Het wachtwoord lijkt te veel op het e-mailadres.',
  'The password is too common: many people use it.':
    'Het wachtwoord is te gangbaar: veel mensen gebruiken het.',
  'The password is known from a data breach: choose another one.':
    'Het wachtwoord is bekend uit een datalek: kies een ander.',
  'Referer checking failed - no Referer. Send an Origin or a Referer header over https.':
    'Controle van de Referer mislukt - geen Referer. Stuur een Origin- of Referer-header via https.',
  'Referer checking failed - Referer is malformed.':
    'Controle van de Referer mislukt - de Referer is onjuist opgebouwd.',
  'Referer checking failed - Referer is insecure while host is secure.':
    'Controle van de Referer mislukt - de Referer is onveilig terwijl de host veilig is.',
  'Referer checking failed - {referer} does not match any trusted origins. {advice}':
    'Controle van de Referer mislukt - {referer} komt met geen vertrouwde oorsprong overeen. {advice}',
  'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.':
    "Pagina's van een andere site die met de sessie mogen schrijven, horen in CSRF_TRUSTED_ORIGINS.",
  "Origin checking failed - {origin} does not match any trusted origins. The service's own origin is {own}: if that is wrong, set BASE_URL, or TRUSTED_PROXIES for the proxy in front. {advice}":
    'Controle van de oorsprong mislukt - {origin} komt met geen vertrouwde oorsprong overeen. De eigen oorsprong van de dienst is {own}: als dat onjuist is, stel BASE_URL in, of TRUSTED_PROXIES voor de proxy ervoor. {advice}',
  'Origin checking failed - the request comes from another site (Sec-Fetch-Site: {site}). {advice}':
    'Controle van de oorsprong mislukt - het verzoek komt van een andere site (Sec-Fetch-Site: {site}). {advice}',
  'CSRF Failed: {problem}': 'CSRF-controle mislukt: {problem}',
  'CSRF cookie not set. The login page sets {name} when it is fetched.':
    'De CSRF-cookie ontbreekt. De inlogpagina zet {name} wanneer deze wordt opgehaald.',
  'CSRF token missing. Send the value of the cookie {name} in {header}.':
    'Het CSRF-token ontbreekt. Stuur de waarde van de cookie {name} in {header}.',
  "the '{header}' HTTP header": "de HTTP-header '{header}'",
  'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.':
    'Het CSRF-token uit {place} is onjuist. Stuur de huidige waarde van {name}: inloggen vernieuwt die.',
  'CSRF token from {place} has incorrect length. Send the current value of {name}: login renews it.':
    'Het CSRF-token uit {place} heeft een onjuiste lengte. Stuur de huidige waarde van {name}: inloggen vernieuwt die.',
  'CSRF token from {place} has invalid characters. Send the current value of {name}: login renews it.':
    'Het CSRF-token uit {place} bevat ongeldige tekens. Stuur de huidige waarde van {name}: inloggen vernieuwt die.',
  'Surrogate characters are not allowed.': 'Surrogaattekens zijn niet toegestaan.',
  'Ensure this search has no more than {limit} characters.': {
    one: 'Zorg dat deze zoekopdracht niet meer dan {limit} teken heeft.',
    other: 'Zorg dat deze zoekopdracht niet meer dan {limit} tekens heeft.',
  },
  'Ensure this search has no more than {limit} words.': {
    one: 'Zorg dat deze zoekopdracht niet meer dan {limit} woord heeft.',
    other: 'Zorg dat deze zoekopdracht niet meer dan {limit} woorden heeft.',
  },
  'This field must be unique.': 'Dit veld moet uniek zijn.',
  'These values must be unique.': 'Deze waarden moeten uniek zijn.',
  'A value may not be null.': 'Een waarde mag niet null zijn.',
  'The referenced object does not exist.': 'Het object waarnaar wordt verwezen, bestaat niet.',
  'A referenced object does not exist.': 'Een object waarnaar wordt verwezen, bestaat niet.',
  'This value does not fit the field.': 'Deze waarde past niet in het veld.',
  'A value does not fit its field.': 'Een waarde past niet in het bijbehorende veld.',
  'This field is read-only.': 'Dit veld is alleen-lezen.',
  'A value was sent for a read-only field.':
    'Er is een waarde verzonden voor een alleen-lezen veld.',
  'The fields {fields} must make a unique set.': 'De velden {fields} moeten samen uniek zijn.',
  'The user does not exist, or has been removed.': 'De gebruiker bestaat niet of is verwijderd.',
  'You are signed in as {username}, who is not staff. Sign out, then sign in as a staff user.':
    'U bent ingelogd als {username}, die geen staflid is. Log uit en log daarna in als staflid.',
  'Sign in first.': 'Log eerst in.',
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.':
    'If-None-Match verbiedt dit: het item bestaat, en If-None-Match noemt de tag ervan of alle tags.',
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.':
    'If-Match komt nooit overeen met een zwakke entity-tag: stuur de ETag zoals deze dienst die heeft gestuurd, zonder W/.',
  '{name} must be * or a list of entity tags in quotes, such as "abc".':
    '{name} moet * zijn of een lijst van entity-tags tussen aanhalingstekens, zoals "abc".',
  'Cannot be ordered by "{named}". Fields that may be used: {fields}.':
    'Kan niet op "{named}" sorteren. Velden die mogen worden gebruikt: {fields}.',
  'Unknown query parameter. Did you mean {meant}?': 'Onbekende queryparameter. Bedoelde u {meant}?',
  'Unknown query parameter.': 'Onbekende queryparameter.',
  'Not a valid value.': 'Geen geldige waarde.',
  'Internal Server Error': 'Interne serverfout',
  'Bad Request': 'Ongeldig verzoek',
  Unauthorized: 'Niet ingelogd',
  Forbidden: 'Verboden',
  'Not Found': 'Niet gevonden',
  'Method Not Allowed': 'Methode niet toegestaan',
  'Not Acceptable': 'Niet acceptabel',
  Conflict: 'Conflict',
  'Precondition Failed': 'Niet voldaan aan de voorwaarde',
  'Content Too Large': 'Inhoud te groot',
  'Unsupported Media Type': 'Mediatype niet ondersteund',
  'Precondition Required': 'Voorwaarde vereist',
  'Too Many Requests': 'Te veel verzoeken',
  'Service Unavailable': 'Dienst niet beschikbaar',
  'This needs the role {role}.': 'Hiervoor is de rol {role} nodig.',
  'Invalid API key.': 'Ongeldige API-sleutel.',
  'API keys are managed with a password, a session or a token, not with an API key.':
    'API-sleutels worden beheerd met een wachtwoord, een sessie of een token, niet met een API-sleutel.',
  'The name has a character that cannot be shown.':
    'De naam bevat een teken dat niet kan worden weergegeven.',
  'The name begins or ends with a space.': 'De naam begint of eindigt met een spatie.',
  '{text} is not a scope: a scope has 1 to 100 printable ASCII characters without spaces, quotes and backslashes, such as notes:read.':
    '{text} is geen scope: een scope heeft 1 tot 100 afdrukbare ASCII-tekens zonder spaties, aanhalingstekens en backslashes, zoals notes:read.',
  '{text} is neither an address nor a range such as 10.0.0.0/8.':
    '{text} is geen adres en geen bereik zoals 10.0.0.0/8.',
  'It must expire by {moment}.': 'De geldigheid moet uiterlijk op {moment} eindigen.',
  'It must expire in the future.': 'Het einde van de geldigheid moet in de toekomst liggen.',
  'Invalid API key header. No key provided.':
    'Ongeldige API-sleutelheader. Geen sleutel opgegeven.',
  'Invalid API key header. One key without spaces and commas is expected.':
    "Ongeldige API-sleutelheader. Eén sleutel zonder spaties en komma's wordt verwacht.",
  'Token is invalid or expired.': 'Het token is ongeldig of verlopen.',
  'No active account found with the given credentials.':
    'Geen actief account gevonden met deze inloggegevens.',
  'Authorization header must contain two space-delimited values':
    'De header Authorization moet twee waarden bevatten, gescheiden door een spatie',
  'Given token not valid for any token type': 'Het token is voor geen enkel tokentype geldig',
  'Token is invalid or expired': 'Het token is ongeldig of verlopen',
  'Token has no id': 'Het token heeft geen id',
  'Token has no type': 'Het token heeft geen type',
  'Token has wrong type': 'Het token heeft het verkeerde type',
  "Token has no '{claim}' claim": 'Het token heeft geen claim "{claim}"',
  'Token is blacklisted': 'Het token is geblokkeerd',
  'Token contained no recognizable user identification':
    'Het token bevat geen herkenbare gebruiker',
  'User not found': 'Gebruiker niet gevonden',
  'User is inactive': 'De gebruiker is inactief',
  'No active account found with the given credentials':
    'Geen actief account gevonden met deze inloggegevens',
  'No active account found for the given token.': 'Geen actief account gevonden bij dit token.',
  'The refresh token is invalid, expired or revoked. Sign in again.':
    'Het verversingstoken is ongeldig, verlopen of ingetrokken. Log opnieuw in.',
  'The requested scope is invalid.': 'De gevraagde scope is ongeldig.',
  'Scopes cannot be requested here.': 'Hier kunnen geen scopes worden gevraagd.',
  'The scope {scope} cannot be requested. Valid scopes: {scopes}.':
    'De scope {scope} kan niet worden gevraagd. Geldige scopes: {scopes}.',
  'The URL of the request cannot be signed.': 'De URL van het verzoek kan niet worden ondertekend.',
  'The value of {component} is not ASCII: use the parameter bs.':
    'De waarde van {component} is geen ASCII: gebruik de parameter bs.',
  'The query has the parameter {name} more than once: cover @query.':
    'De query heeft de parameter {name} meer dan eens: dek @query.',
  'The field {name} may have been sent in several lines: cover it without bs.':
    'Het veld {name} is mogelijk in meerdere regels verzonden: dek het zonder bs.',
  '{name} is not known to be a structured field.': '{name} is niet bekend als gestructureerd veld.',
  'The field {name} is not a valid structured field.':
    'Het veld {name} is geen geldig gestructureerd veld.',
  'The signature covers {component}, which the request does not have.':
    'De handtekening dekt {component}, maar het verzoek bevat dat niet.',
  '{text} does not name a component of a request.':
    '{text} benoemt geen component van een verzoek.',
  'The signature covers more than {limit} components.':
    'De handtekening dekt meer dan {limit} componenten.',
  'The signature covers a component twice.': 'De handtekening dekt een component tweemaal.',
  'A component of the signature is not a string.':
    'Een component van de handtekening is geen tekenreeks.',
  'The component @query-param needs the parameter name, and no other.':
    'De component @query-param heeft de parameter name nodig, en geen andere.',
  'A signature of a request cannot cover {name}.':
    'Een handtekening van een verzoek kan {name} niet dekken.',
  'The component {name} takes no parameters.': 'De component {name} heeft geen parameters.',
  '{name} is not the name of a field in lower case.': '{name} is geen veldnaam in kleine letters.',
  'Signatures of trailers (tr) are not supported.':
    'Handtekeningen van trailers (tr) worden niet ondersteund.',
  'Signatures of the request of a response (req) are not supported.':
    'Handtekeningen van het verzoek van een antwoord (req) worden niet ondersteund.',
  'The component {name} has an invalid parameter {parameter}.':
    'De component {name} heeft een ongeldige parameter {parameter}.',
  'The component {name} has the parameter bs and another one.':
    'De component {name} heeft naast de parameter bs nog een andere.',
  'The body does not match its Content-Digest.':
    'De inhoud komt niet overeen met de Content-Digest.',
  'Content-Digest has neither sha-256 nor sha-512.': 'Content-Digest bevat sha-256 noch sha-512.',
  'Content-Digest is not a dictionary of structured fields.':
    'Content-Digest is geen dictionary van gestructureerde velden.',
  'The signature does not cover content-digest.': 'De handtekening dekt content-digest niet.',
  'The request has Signature, but no Signature-Input.':
    'Het verzoek heeft Signature, maar geen Signature-Input.',
  'A member of Signature-Input is not a list.': 'Een lid van Signature-Input is geen lijst.',
  'Signature-Input is empty.': 'Signature-Input is leeg.',
  'The request has {count} signatures that could be meant. Send one.':
    'Het verzoek heeft {count} handtekeningen die bedoeld kunnen zijn. Stuur er een.',
  'The request has no Signature with the label {label}.':
    'Het verzoek heeft geen Signature met het label {label}.',
  '{field} is not a dictionary of structured fields.':
    '{field} is geen dictionary van gestructureerde velden.',
  '{field} has a label twice.': '{field} heeft een label tweemaal.',
  'The signature has no keyid.': 'De handtekening heeft geen keyid.',
  'The signature has no created.': 'De handtekening heeft geen created.',
  'The signature has no nonce.': 'De handtekening heeft geen nonce.',
  'A parameter of the signature has a value of the wrong type.':
    'Een parameter van de handtekening heeft een waarde van het verkeerde type.',
  'The algorithm {alg} is not accepted. Accepted: {accepted}.':
    'Het algoritme {alg} wordt niet geaccepteerd. Geaccepteerd: {accepted}.',
  'The signature was created in the future.': 'De handtekening is in de toekomst gemaakt.',
  'The signature has expired.': 'De handtekening is verlopen.',
  'The signature does not cover {name}.': 'De handtekening dekt {name} niet.',
  'The user does not exist.': 'De gebruiker bestaat niet.',
  'The API keys of {username} have changed since this form was opened, so nothing was done. If you have reloaded the page, the key is there already. To create another one, send the form again.':
    'De API-sleutels van {username} zijn gewijzigd sinds dit formulier is geopend, dus er is niets gedaan. Als u de pagina opnieuw hebt geladen, bestaat de sleutel al. Verstuur het formulier opnieuw om nog een sleutel te maken.',
  'Enter a name.': 'Voer een naam in.',
  'Enter a date such as {example}.': 'Voer een datum in, zoals {example}.',
  'Enter a date or tick this, not both.': 'Voer een datum in of vink dit aan, niet beide.',
  'There is a token already. Reveal its key, or regenerate it.':
    'Er is al een token. Toon de sleutel ervan of genereer het opnieuw.',
  'There is no token any more.': 'Er is geen token meer.',
  'The token cannot be read. Regenerate it.':
    'Het token kan niet worden gelezen. Genereer het opnieuw.',
  'There is no token.': 'Er is geen token.',
  'The token was changed meanwhile, so nothing was done. Check it again.':
    'Het token is intussen gewijzigd, dus er is niets gedaan. Controleer het opnieuw.',
  'Enter a username.': 'Voer een gebruikersnaam in.',
  'You cannot remove your own password, because you might be locked out. Ask another admin.':
    'U kunt uw eigen wachtwoord niet verwijderen, omdat u dan buitengesloten kunt raken. Vraag een andere beheerder.',
  'Enter a password or tick this, not both.': 'Voer een wachtwoord in of vink dit aan, niet beide.',
  'Enter a password, or tick “No password”.':
    'Voer een wachtwoord in of vink „Geen wachtwoord” aan.',
  'The two passwords differ.': 'De twee wachtwoorden verschillen.',
  'You cannot deactivate yourself: ask another admin to do it.':
    'U kunt uzelf niet deactiveren: vraag een andere beheerder om dit te doen.',
  'You cannot remove your own staff rights, because then there might be nobody who can restore them. Ask another admin.':
    'U kunt uw eigen stafrechten niet verwijderen, omdat er dan misschien niemand meer is die ze kan herstellen. Vraag een andere beheerder.',
  'The token has no valid lifetime.': 'Het token heeft geen correcte geldigheidsduur.',
  'The token has expired.': 'Het token is verlopen.',
  'The token is not valid yet.': 'Het token is nog niet geldig.',
  'The token is for another audience.': 'Het token is bestemd voor een andere audience.',
  'The token is not known to be an access token.': 'Het token is niet bekend als toegangstoken.',
  'The token is not an access token.': 'Het token is geen toegangstoken.',
  'The token is bound to a key that the issuer does not name.':
    'Het token is gebonden aan een sleutel die de uitgever niet noemt.',
  'The token is too long.': 'Het token is te lang.',
  'The token is of a user who is inactive.': 'Het token is van een inactieve gebruiker.',
  'The token is expired, revoked or unknown.': 'Het token is verlopen, ingetrokken of onbekend.',
  'The Authorization header has no token.': 'De Authorization-header bevat geen token.',
  'The token in the Authorization header has characters that tokens cannot have.':
    'Het token in de Authorization-header bevat tekens die een token niet kan bevatten.',
  'Send the token as DPoP, with a proof.': 'Stuur het token als DPoP, met een bewijs.',
  'The token is bound to no key: it cannot be sent as DPoP.':
    'Het token is niet aan een sleutel gebonden: het kan niet als DPoP worden gestuurd.',
  'The token is bound to a key: send it as DPoP, with a proof.':
    'Het token is aan een sleutel gebonden: stuur het als DPoP, met een bewijs.',
  'The token is bound to a key, which this service does not check.':
    'Het token is aan een sleutel gebonden, wat deze dienst niet controleert.',
  'The token is bound to something that cannot be read.':
    'Het token is gebonden aan iets dat niet kan worden gelezen.',
  'The token is bound by {member}, which this service does not check.':
    'Het token is gebonden door {member}, wat deze dienst niet controleert.',
  'The DPoP proof has no iat.': 'Het DPoP-bewijs heeft geen iat.',
  'The DPoP proof is from the future.': 'Het DPoP-bewijs komt uit de toekomst.',
  'The DPoP proof is too old.': 'Het DPoP-bewijs is te oud.',
  'The DPoP proof has no jti.': 'Het DPoP-bewijs heeft geen jti.',
  'The DPoP proof is for another method.': 'Het DPoP-bewijs is voor een andere methode.',
  'The DPoP proof is for another URL.': 'Het DPoP-bewijs is voor een andere URL.',
  'The DPoP proof is for another token.': 'Het DPoP-bewijs is voor een ander token.',
  'The DPoP proof was used before.': 'Het DPoP-bewijs is al eerder gebruikt.',
  'There is no DPoP proof.': 'Er is geen DPoP-bewijs.',
  'The DPoP proof is not the only one.': 'Het DPoP-bewijs is niet het enige.',
  'The DPoP proof needs the nonce in DPoP-Nonce.':
    'Het DPoP-bewijs heeft de nonce in DPoP-Nonce nodig.',
  'The DPoP proof is not of the type dpop+jwt.': 'Het DPoP-bewijs heeft niet het type dpop+jwt.',
  'The DPoP proof has a signature that is not one of {algorithms}.':
    'Het DPoP-bewijs heeft een handtekening waarvan het algoritme niet wordt geaccepteerd. Geaccepteerd: {algorithms}.',
  'The DPoP proof was made with another key than that of the token.':
    'Het DPoP-bewijs is met een andere sleutel gemaakt dan die van het token.',
  'The DPoP proof is not a JWT.': 'Het DPoP-bewijs is geen JWT.',
  'The DPoP proof has no public key.': 'Het DPoP-bewijs heeft geen openbare sleutel.',
  'The DPoP proof has a key that is not public.':
    'Het DPoP-bewijs heeft een sleutel die niet openbaar is.',
  'The DPoP proof has a key of an unknown kind.':
    'Het DPoP-bewijs heeft een sleutel van een onbekende soort.',
  'The DPoP proof has a key that is not whole.': 'Het DPoP-bewijs heeft een onvolledige sleutel.',
  'The DPoP proof has a wrong signature.': 'Het DPoP-bewijs heeft een verkeerde handtekening.',
  'The DPoP proof has expired.': 'Het DPoP-bewijs is verlopen.',
  'The DPoP proof has a wrong {claim}.': 'Het DPoP-bewijs heeft een verkeerde waarde voor {claim}.',
  'The DPoP proof cannot be verified.': 'Het DPoP-bewijs kan niet worden geverifieerd.',
  'The token is invalid.': 'Het token is ongeldig.',
  'The token is not a signed JWT.': 'Het token is geen ondertekend JWT.',
  'The token is encrypted (JWE). Send a signed one.':
    'Het token is versleuteld (JWE). Stuur een ondertekend token.',
  'The algorithm of the token is not accepted.':
    'Het algoritme van het token wordt niet geaccepteerd.',
  'The type of the token is not accepted.': 'Het type van het token wordt niet geaccepteerd.',
  'The token is from another issuer.': 'Het token is afkomstig van een andere uitgever.',
  'The signature of the token is invalid.': 'De handtekening van het token is ongeldig.',
  'The token needs an extension that is not supported.':
    'Het token vereist een uitbreiding die niet wordt ondersteund.',
  'The token has a missing or invalid claim.':
    'In het token ontbreekt een claim of is een claim ongeldig.',
  'The token is not of a known user.': 'Het token is niet van een bekende gebruiker.',
}
