import type { MessageCatalogue } from '../catalogue.ts'

export const catalogue: MessageCatalogue = {
  'The username is empty.': "Le nom d'utilisateur est vide.",
  'The username has more than {limit} characters.':
    "Le nom d'utilisateur compte plus de {limit} caractères.",
  'The username has half of a surrogate pair.':
    "Le nom d'utilisateur contient une moitié de paire de substitution.",
  'The username has a control character.':
    "Le nom d'utilisateur contient un caractère de contrôle.",
  'The username begins or ends with a space.':
    "Le nom d'utilisateur commence ou se termine par une espace.",
  'The username has the invisible or formatting character U+{code}: leave it out.':
    "Le nom d'utilisateur contient le caractère invisible ou de mise en forme U+{code} : retirez-le.",
  'The email address has more than {limit} characters.':
    "L'adresse e-mail compte plus de {limit} caractères.",
  'The email address is invalid: write it as name@example.com.':
    "L'adresse e-mail n'est pas valide : écrivez-la sous la forme nom@example.com.",
  '{username} is the last active staff user with a password: add another one first, or nobody could administer the service.':
    "{username} est le dernier membre actif de l'équipe disposant d'un mot de passe : ajoutez-en d'abord un autre, sinon personne ne pourrait administrer le service.",
  'There is already a user {username}.': 'Il existe déjà un utilisateur {username}.',
  'Invalid {kind} header. No credentials provided.':
    'En-tête « {kind} » non valide. Aucun identifiant fourni.',
  'Invalid basic header. Credentials string should not contain spaces.':
    "En-tête « basic » non valide. Les identifiants ne doivent pas contenir d'espaces.",
  'Invalid token header. Token string should not contain spaces.':
    "En-tête « token » non valide. Le jeton ne doit pas contenir d'espaces.",
  'Invalid username/password.': "Nom d'utilisateur ou mot de passe incorrect.",
  'Invalid basic header. Credentials not correctly base64 encoded.':
    'En-tête « basic » non valide. Les identifiants ne sont pas correctement encodés en base64.',
  'Several remote users were named.': 'Plusieurs utilisateurs distants ont été indiqués.',
  'The remote user has a name that no user can have.':
    "L'utilisateur distant porte un nom qu'aucun utilisateur ne peut avoir.",
  'User inactive or deleted.': 'Utilisateur inactif ou supprimé.',
  'Invalid token header. Token string should not contain invalid characters.':
    'En-tête « token » non valide. Le jeton ne doit pas contenir de caractères non valides.',
  'Invalid token.': 'Jeton non valide.',
  'A server error occurred.': 'Une erreur du serveur est survenue.',
  'Server Error (500)': 'Erreur du serveur (500)',
  'Bad Request (400)': 'Requête incorrecte (400)',
  'Not found.': 'Introuvable.',
  'Malformed request.': 'Requête mal formée.',
  'Invalid input.': 'Saisie non valide.',
  'Incorrect authentication credentials.': 'Identifiants incorrects.',
  'Authentication credentials were not provided.':
    "Aucun identifiant d'authentification n'a été fourni.",
  'You do not have permission to perform this action.':
    "Vous n'avez pas l'autorisation d'effectuer cette action.",
  'Could not satisfy the request Accept header.':
    "Aucun des formats demandés par l'en-tête Accept n'est disponible.",
  'This conflicts with other data.': "Ceci est en conflit avec d'autres données.",
  'This has changed since it was read. Read it again.':
    'Ces données ont changé depuis leur lecture. Relisez-les.',
  'Request body is too large.': 'Le corps de la requête est trop volumineux.',
  'Send If-Match with the ETag that you have read.':
    "Envoyez If-Match avec l'ETag que vous avez lu.",
  'Request was throttled.': 'La requête a été ralentie.',
  'Service temporarily unavailable, try again later.':
    'Service temporairement indisponible, réessayez plus tard.',
  "Method '{method}' not allowed.": 'Méthode « {method} » non autorisée.',
  'Unsupported media type "{type}" in request.':
    'Type de média « {type} » de la requête non pris en charge.',
  'Expected available in {seconds} second.': 'Disponible dans {seconds} seconde.',
  'Expected available in {seconds} seconds.': {
    one: 'Disponible dans {seconds} seconde.',
    other: 'Disponible dans {seconds} secondes.',
  },
  'The request body ended early.': "Le corps de la requête s'est terminé prématurément.",
  'Invalid cursor: it was made for another list or ordering.':
    'Curseur non valide : il a été créé pour une autre liste ou un autre tri.',
  'Invalid cursor': 'Curseur non valide',
  'Invalid offset: the greatest is {limit}.': 'Décalage non valide : le plus grand est {limit}.',
  'Invalid page.': 'Page non valide.',
  'Invalid page: this list is not fully counted, so its last page is unknown.':
    "Page non valide : cette liste n'est pas entièrement comptée, sa dernière page est donc inconnue.",
  'Unsupported charset "{charset}" in request Content-Type header.':
    "Jeu de caractères « {charset} » de l'en-tête Content-Type non pris en charge.",
  '{format} parse error - the body is not UTF-8.':
    "Erreur d'analyse {format} - le corps n'est pas en UTF-8.",
  'Form parse error - more than {limit} fields.': {
    one: "Erreur d'analyse du formulaire - plus de {limit} champ.",
    other: "Erreur d'analyse du formulaire - plus de {limit} champs.",
  },
  'nested deeper than {limit} levels.': {
    one: "plus de {limit} niveau d'imbrication.",
    other: "plus de {limit} niveaux d'imbrication.",
  },
  'more than {limit} list items and object members.':
    "plus de {limit} éléments de listes et membres d'objets.",
  'a number is too large.': 'un nombre est trop grand.',
  'an integer beyond 2^53 - 1 would be rounded: send it as a string.':
    'un entier supérieur à 2^53 - 1 serait arrondi : envoyez-le comme chaîne.',
  'JSON parse error - {reason}': "Erreur d'analyse JSON - {reason}",
  'the body is not JSON.': "le corps n'est pas du JSON.",
  'the content type has no boundary.': "le type de contenu n'a pas de boundary.",
  'the body is not multipart.': "le corps n'est pas au format multipart.",
  'a part has no name.': "une partie n'a pas de nom.",
  'the field {field} is a file.': 'le champ {field} est un fichier.',
  'more than {limit} files.': 'plus de {limit} fichiers.',
  'Multipart form parse error - {reason}': "Erreur d'analyse du formulaire multipart - {reason}",
  'Unsupported content encoding "{encoding}" in request.':
    'Encodage de contenu « {encoding} » de la requête non pris en charge.',
  'This needs credentials with the scope {scopes}.':
    'Ceci nécessite des identifiants avec la portée {scopes}.',
  '{first} and {next}': '{first} et {next}',
  'The signature has been used before.': 'La signature a déjà été utilisée.',
  'Invalid signature.': 'Signature non valide.',
  'This field is required.': 'Ce champ est obligatoire.',
  'This field may not be null.': 'Ce champ ne peut pas être nul.',
  'No data provided': 'Aucune donnée fournie',
  'The data is nested too deeply.': 'Les données sont imbriquées trop profondément.',
  'This field is not expected.': "Ce champ n'est pas attendu.",
  'Not a valid string.': 'Chaîne de caractères non valide.',
  'This field may not be blank.': 'Ce champ ne peut pas être vide.',
  'Ensure this field has no more than {limit} characters.': {
    one: 'Assurez-vous que ce champ comporte au plus {limit} caractère.',
    other: 'Assurez-vous que ce champ comporte au plus {limit} caractères.',
  },
  'Ensure this field has at least {limit} characters.': {
    one: 'Assurez-vous que ce champ comporte au moins {limit} caractère.',
    other: 'Assurez-vous que ce champ comporte au moins {limit} caractères.',
  },
  'Null characters are not allowed.': 'Les caractères nuls ne sont pas autorisés.',
  'Surrogate characters are not allowed: U+{surrogate}.':
    'Les caractères de substitution ne sont pas autorisés : U+{surrogate}.',
  'A valid integer is required.': 'Un nombre entier valide est requis.',
  'A valid number is required.': 'Un nombre valide est requis.',
  'String value too large.': 'Chaîne de caractères trop longue.',
  'Ensure this value is less than or equal to {limit}.':
    'Assurez-vous que cette valeur est inférieure ou égale à {limit}.',
  'Ensure this value is greater than or equal to {limit}.':
    'Assurez-vous que cette valeur est supérieure ou égale à {limit}.',
  'Ensure this value is less than {limit}.':
    'Assurez-vous que cette valeur est inférieure à {limit}.',
  'Ensure this value is greater than {limit}.':
    'Assurez-vous que cette valeur est supérieure à {limit}.',
  'Ensure this value is a multiple of {step}.':
    'Assurez-vous que cette valeur est un multiple de {step}.',
  'Ensure that there are no more than {limit} digits in total.': {
    one: "Assurez-vous qu'il y a au plus {limit} chiffre au total.",
    other: "Assurez-vous qu'il y a au plus {limit} chiffres au total.",
  },
  'Ensure that there are no more than {limit} decimal places.': {
    one: "Assurez-vous qu'il y a au plus {limit} décimale.",
    other: "Assurez-vous qu'il y a au plus {limit} décimales.",
  },
  'Ensure that there are no more than {limit} digits before the decimal point.': {
    one: "Assurez-vous qu'il y a au plus {limit} chiffre avant la virgule.",
    other: "Assurez-vous qu'il y a au plus {limit} chiffres avant la virgule.",
  },
  'Must be a valid boolean.': 'Doit être un booléen valide.',
  'Enter a valid email address.': 'Saisissez une adresse e-mail valide.',
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].':
    "La date et l'heure n'ont pas le bon format. Utilisez l'un de ces formats : YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
  'Datetime value out of range.': 'Date et heure hors de la plage autorisée.',
  'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.':
    "La date n'a pas le bon format. Utilisez l'un de ces formats : YYYY-MM-DD.",
  'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].':
    "L'heure n'a pas le bon format. Utilisez l'un de ces formats : hh:mm[:ss[.uuuuuu]].",
  'Enter a valid URL.': 'Saisissez une URL valide.',
  'Must be a valid UUID.': 'Doit être un UUID valide.',
  'Enter a valid IPv4 address.': 'Saisissez une adresse IPv4 valide.',
  'Enter a valid IPv6 address.': 'Saisissez une adresse IPv6 valide.',
  'Enter a valid duration.': 'Saisissez une durée valide.',
  'Enter a valid phone number.': 'Saisissez un numéro de téléphone valide.',
  'Enter a valid value.': 'Saisissez une valeur valide.',
  '"{choice}" is not a valid choice.': "« {choice} » n'est pas un choix valide.",
  'Expected a list of items but got type "{type}".':
    'Une liste était attendue, mais le type reçu est « {type} ».',
  'This list may not be empty.': 'Cette liste ne peut pas être vide.',
  'Ensure this field has no more than {limit} elements.': {
    one: 'Assurez-vous que ce champ comporte au plus {limit} élément.',
    other: 'Assurez-vous que ce champ comporte au plus {limit} éléments.',
  },
  'Ensure this field has at least {limit} elements.': {
    one: 'Assurez-vous que ce champ comporte au moins {limit} élément.',
    other: 'Assurez-vous que ce champ comporte au moins {limit} éléments.',
  },
  'Invalid data. Expected a dictionary, but got {type}.':
    'Données non valides. Un objet était attendu, mais le type reçu est {type}.',
  'Not a valid file.': 'Fichier non valide.',
  'Ensure this file has no more than {limit} bytes.': {
    one: 'Assurez-vous que ce fichier fait au plus {limit} octet.',
    other: 'Assurez-vous que ce fichier fait au plus {limit} octets.',
  },
  'Ensure this file has at least {limit} bytes.': {
    one: 'Assurez-vous que ce fichier fait au moins {limit} octet.',
    other: 'Assurez-vous que ce fichier fait au moins {limit} octets.',
  },
  'Unable to log in with provided credentials.':
    'Impossible de se connecter avec les identifiants fournis.',
  'The password is empty. For a user without a password, pass null.':
    'Le mot de passe est vide. Pour un utilisateur sans mot de passe, passez null.',
  'The password is longer than {limit} bytes.': 'Le mot de passe dépasse {limit} octets.',
  'The password has a zero byte.': 'Le mot de passe contient un octet nul.',
  'The password has half of a surrogate pair.':
    'Le mot de passe contient une moitié de paire de substitution.',
  'The password needs at least {limit} characters.':
    'Le mot de passe doit comporter au moins {limit} caractères.',
  'The password is too similar to the username.':
    "Le mot de passe ressemble trop au nom d'utilisateur.",
  'The password is too similar to the email address.':
    "Le mot de passe ressemble trop à l'adresse e-mail.",
  'The password is too common: many people use it.':
    "Le mot de passe est trop courant : de nombreuses personnes l'utilisent.",
  'The password is known from a data breach: choose another one.':
    'Le mot de passe figure dans une fuite de données : choisissez-en un autre.',
  'Referer checking failed - no Referer. Send an Origin or a Referer header over https.':
    'Échec de la vérification du Referer - pas de Referer. Envoyez un en-tête Origin ou Referer en https.',
  'Referer checking failed - Referer is malformed.':
    'Échec de la vérification du Referer - le Referer est mal formé.',
  'Referer checking failed - Referer is insecure while host is secure.':
    "Échec de la vérification du Referer - le Referer n'est pas sécurisé alors que l'hôte l'est.",
  'Referer checking failed - {referer} does not match any trusted origins. {advice}':
    'Échec de la vérification du Referer - {referer} ne correspond à aucune origine de confiance. {advice}',
  'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.':
    "Les pages d'un autre site autorisées à écrire avec la session doivent figurer dans CSRF_TRUSTED_ORIGINS.",
  "Origin checking failed - {origin} does not match any trusted origins. The service's own origin is {own}: if that is wrong, set BASE_URL, or TRUSTED_PROXIES for the proxy in front. {advice}":
    "Échec de la vérification de l'origine - {origin} ne correspond à aucune origine de confiance. L'origine du service est {own} : si elle est fausse, définissez BASE_URL, ou TRUSTED_PROXIES pour le proxy en amont. {advice}",
  'Origin checking failed - the request comes from another site (Sec-Fetch-Site: {site}). {advice}':
    "Échec de la vérification de l'origine - la requête provient d'un autre site (Sec-Fetch-Site: {site}). {advice}",
  'CSRF Failed: {problem}': 'Échec de la vérification CSRF : {problem}',
  'CSRF cookie not set. The login page sets {name} when it is fetched.':
    'Cookie CSRF absent. La page de connexion définit {name} lors de son chargement.',
  'CSRF token missing. Send the value of the cookie {name} in {header}.':
    'Jeton CSRF absent. Envoyez la valeur du cookie {name} dans {header}.',
  "the '{header}' HTTP header": "l'en-tête HTTP « {header} »",
  'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.':
    'Jeton CSRF incorrect (source : {place}). Envoyez la valeur actuelle de {name} : la connexion la renouvelle.',
  'CSRF token from {place} has incorrect length. Send the current value of {name}: login renews it.':
    'Jeton CSRF de longueur incorrecte (source : {place}). Envoyez la valeur actuelle de {name} : la connexion la renouvelle.',
  'CSRF token from {place} has invalid characters. Send the current value of {name}: login renews it.':
    'Jeton CSRF avec des caractères non valides (source : {place}). Envoyez la valeur actuelle de {name} : la connexion la renouvelle.',
  'Surrogate characters are not allowed.': 'Les caractères de substitution ne sont pas autorisés.',
  'Ensure this search has no more than {limit} characters.': {
    one: 'Assurez-vous que cette recherche comporte au plus {limit} caractère.',
    other: 'Assurez-vous que cette recherche comporte au plus {limit} caractères.',
  },
  'Ensure this search has no more than {limit} words.': {
    one: 'Assurez-vous que cette recherche comporte au plus {limit} mot.',
    other: 'Assurez-vous que cette recherche comporte au plus {limit} mots.',
  },
  'This field must be unique.': 'Ce champ doit être unique.',
  'These values must be unique.': 'Ces valeurs doivent être uniques.',
  'A value may not be null.': 'Une valeur ne peut pas être nulle.',
  'The referenced object does not exist.': "L'objet référencé n'existe pas.",
  'A referenced object does not exist.': "Un objet référencé n'existe pas.",
  'This value does not fit the field.': 'Cette valeur ne convient pas au champ.',
  'A value does not fit its field.': 'Une valeur ne convient pas à son champ.',
  'This field is read-only.': 'Ce champ est en lecture seule.',
  'A value was sent for a read-only field.':
    'Une valeur a été envoyée pour un champ en lecture seule.',
  'The fields {fields} must make a unique set.':
    'Les champs {fields} doivent former un ensemble unique.',
  'The user does not exist, or has been removed.': "L'utilisateur n'existe pas ou a été supprimé.",
  'You are signed in as {username}, who is not staff. Sign out, then sign in as a staff user.':
    "Vous êtes connecté en tant que {username}, qui ne fait pas partie de l'équipe. Déconnectez-vous, puis connectez-vous comme membre de l'équipe.",
  'Sign in first.': "Connectez-vous d'abord.",
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.':
    "If-None-Match l'interdit : l'élément existe, et If-None-Match désigne son étiquette ou toutes les étiquettes.",
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.':
    "If-Match ne correspond jamais à une étiquette d'entité faible : envoyez l'ETag tel que ce service l'a envoyé, sans W/.",
  '{name} must be * or a list of entity tags in quotes, such as "abc".':
    '{name} doit être * ou une liste d\'étiquettes d\'entité entre guillemets, par exemple "abc".',
  'Cannot be ordered by "{named}". Fields that may be used: {fields}.':
    'Impossible de trier par « {named} ». Champs utilisables : {fields}.',
  'Unknown query parameter. Did you mean {meant}?':
    'Paramètre de requête inconnu. Vouliez-vous dire {meant} ?',
  'Unknown query parameter.': 'Paramètre de requête inconnu.',
  'Not a valid value.': 'Valeur non valide.',
  'Internal Server Error': 'Erreur interne du serveur',
  'Bad Request': 'Requête incorrecte',
  Unauthorized: 'Non authentifié',
  Forbidden: 'Interdit',
  'Not Found': 'Introuvable',
  'Method Not Allowed': 'Méthode non autorisée',
  'Not Acceptable': 'Non acceptable',
  Conflict: 'Conflit',
  'Precondition Failed': 'Échec de la précondition',
  'Content Too Large': 'Contenu trop volumineux',
  'Unsupported Media Type': 'Type de média non pris en charge',
  'Precondition Required': 'Précondition requise',
  'Too Many Requests': 'Trop de requêtes',
  'Service Unavailable': 'Service indisponible',
  'This needs the role {role}.': 'Ceci nécessite le rôle {role}.',
  'Invalid API key.': "Clé d'API non valide.",
  'API keys are managed with a password, a session or a token, not with an API key.':
    "Les clés d'API se gèrent avec un mot de passe, une session ou un jeton, pas avec une clé d'API.",
  'The name has a character that cannot be shown.':
    'Le nom contient un caractère qui ne peut pas être affiché.',
  'The name begins or ends with a space.': 'Le nom commence ou se termine par une espace.',
  '{text} is not a scope: a scope has 1 to 100 printable ASCII characters without spaces, quotes and backslashes, such as notes:read.':
    "{text} n'est pas une portée : une portée a de 1 à 100 caractères ASCII imprimables sans espaces, guillemets ni barres obliques inverses, comme notes:read.",
  '{text} is neither an address nor a range such as 10.0.0.0/8.':
    "{text} n'est ni une adresse ni une plage comme 10.0.0.0/8.",
  'It must expire by {moment}.': 'Elle doit expirer au plus tard le {moment}.',
  'It must expire in the future.': "La date d'expiration doit être dans le futur.",
  'Invalid API key header. No key provided.':
    "En-tête de clé d'API non valide. Aucune clé fournie.",
  'Invalid API key header. One key without spaces and commas is expected.':
    "En-tête de clé d'API non valide. Une seule clé, sans espaces ni virgules, est attendue.",
  'Token is invalid or expired.': 'Le jeton est non valide ou expiré.',
  'No active account found with the given credentials.':
    'Aucun compte actif ne correspond aux identifiants fournis.',
  'Authorization header must contain two space-delimited values':
    "L'en-tête Authorization doit contenir deux valeurs séparées par une espace",
  'Given token not valid for any token type': "Le jeton n'est valide pour aucun type de jeton",
  'Token is invalid or expired': 'Le jeton est non valide ou expiré',
  'Token has no id': "Le jeton n'a pas d'identifiant",
  'Token has no type': "Le jeton n'a pas de type",
  'Token has wrong type': "Le jeton n'est pas du bon type",
  "Token has no '{claim}' claim": "Le jeton n'a pas de revendication « {claim} »",
  'Token is blacklisted': 'Le jeton est sur la liste noire',
  'Token contained no recognizable user identification':
    "Le jeton ne contient aucune identification d'utilisateur reconnaissable",
  'User not found': 'Utilisateur introuvable',
  'User is inactive': "L'utilisateur est inactif",
  'No active account found with the given credentials':
    'Aucun compte actif ne correspond aux identifiants fournis',
  'No active account found for the given token.':
    'Aucun compte actif ne correspond au jeton fourni.',
  'The refresh token is invalid, expired or revoked. Sign in again.':
    "Le jeton d'actualisation est non valide, expiré ou révoqué. Reconnectez-vous.",
  'The requested scope is invalid.': "La portée demandée n'est pas valide.",
  'Scopes cannot be requested here.': 'Aucune portée ne peut être demandée ici.',
  'The scope {scope} cannot be requested. Valid scopes: {scopes}.':
    'La portée {scope} ne peut pas être demandée. Portées valides : {scopes}.',
  'The URL of the request cannot be signed.': "L'URL de la requête ne peut pas être signée.",
  'The value of {component} is not ASCII: use the parameter bs.':
    "La valeur de {component} n'est pas en ASCII : utilisez le paramètre bs.",
  'The query has the parameter {name} more than once: cover @query.':
    'La requête contient plusieurs fois le paramètre {name} : couvrez @query.',
  'The field {name} may have been sent in several lines: cover it without bs.':
    'Le champ {name} a pu être envoyé sur plusieurs lignes : couvrez-le sans bs.',
  '{name} is not known to be a structured field.': "{name} n'est pas connu comme champ structuré.",
  'The field {name} is not a valid structured field.':
    "Le champ {name} n'est pas un champ structuré valide.",
  'The signature covers {component}, which the request does not have.':
    'La signature couvre {component}, que la requête ne contient pas.',
  '{text} does not name a component of a request.':
    "{text} ne désigne aucun composant d'une requête.",
  'The signature covers more than {limit} components.':
    'La signature couvre plus de {limit} composants.',
  'The signature covers a component twice.': 'La signature couvre deux fois un composant.',
  'A component of the signature is not a string.':
    "Un composant de la signature n'est pas une chaîne.",
  'The component @query-param needs the parameter name, and no other.':
    'Le composant @query-param exige le paramètre name, et aucun autre.',
  'A signature of a request cannot cover {name}.':
    "La signature d'une requête ne peut pas couvrir {name}.",
  'The component {name} takes no parameters.': "Le composant {name} n'accepte pas de paramètres.",
  '{name} is not the name of a field in lower case.':
    "{name} n'est pas un nom de champ en minuscules.",
  'Signatures of trailers (tr) are not supported.':
    'Les signatures de trailers (tr) ne sont pas prises en charge.',
  'Signatures of the request of a response (req) are not supported.':
    "Les signatures de la requête d'une réponse (req) ne sont pas prises en charge.",
  'The component {name} has an invalid parameter {parameter}.':
    'Le composant {name} a un paramètre {parameter} non valide.',
  'The component {name} has the parameter bs and another one.':
    'Le composant {name} a le paramètre bs et un autre.',
  'The body does not match its Content-Digest.': 'Le corps ne correspond pas à son Content-Digest.',
  'Content-Digest has neither sha-256 nor sha-512.':
    'Content-Digest ne contient ni sha-256 ni sha-512.',
  'Content-Digest is not a dictionary of structured fields.':
    "Content-Digest n'est pas un dictionnaire de champs structurés.",
  'The signature does not cover content-digest.': 'La signature ne couvre pas content-digest.',
  'The request has Signature, but no Signature-Input.':
    'La requête a Signature, mais pas Signature-Input.',
  'A member of Signature-Input is not a list.': "Un membre de Signature-Input n'est pas une liste.",
  'Signature-Input is empty.': 'Signature-Input est vide.',
  'The request has {count} signatures that could be meant. Send one.':
    'La requête a {count} signatures possibles. Envoyez-en une.',
  'The request has no Signature with the label {label}.':
    "La requête n'a pas de Signature avec le label {label}.",
  '{field} is not a dictionary of structured fields.':
    "{field} n'est pas un dictionnaire de champs structurés.",
  '{field} has a label twice.': '{field} contient deux fois un même label.',
  'The signature has no keyid.': "La signature n'a pas de keyid.",
  'The signature has no created.': "La signature n'a pas de created.",
  'The signature has no nonce.': "La signature n'a pas de nonce.",
  'A parameter of the signature has a value of the wrong type.':
    'Un paramètre de la signature a une valeur du mauvais type.',
  'The algorithm {alg} is not accepted. Accepted: {accepted}.':
    "L'algorithme {alg} n'est pas accepté. Acceptés : {accepted}.",
  'The signature was created in the future.': 'La signature a été créée dans le futur.',
  'The signature has expired.': 'La signature a expiré.',
  'The signature does not cover {name}.': 'La signature ne couvre pas {name}.',
  'The user does not exist.': "L'utilisateur n'existe pas.",
  'The API keys of {username} have changed since this form was opened, so nothing was done. If you have reloaded the page, the key is there already. To create another one, send the form again.':
    "Les clés d'API de {username} ont changé depuis l'ouverture de ce formulaire, rien n'a donc été fait. Si vous avez rechargé la page, la clé existe déjà. Pour en créer une autre, renvoyez le formulaire.",
  'Enter a name.': 'Saisissez un nom.',
  'Enter a date such as {example}.': 'Saisissez une date telle que {example}.',
  'Enter a date or tick this, not both.': 'Saisissez une date ou cochez cette case, pas les deux.',
  'There is a token already. Reveal its key, or regenerate it.':
    'Il existe déjà un jeton. Affichez sa clé ou régénérez-le.',
  'There is no token any more.': "Il n'y a plus de jeton.",
  'The token cannot be read. Regenerate it.': 'Le jeton ne peut pas être lu. Régénérez-le.',
  'There is no token.': "Il n'y a pas de jeton.",
  'The token was changed meanwhile, so nothing was done. Check it again.':
    "Le jeton a été modifié entre-temps, rien n'a donc été fait. Vérifiez-le de nouveau.",
  'Enter a username.': "Saisissez un nom d'utilisateur.",
  'You cannot remove your own password, because you might be locked out. Ask another admin.':
    "Vous ne pouvez pas supprimer votre propre mot de passe, car vous risqueriez de perdre l'accès. Demandez à un autre administrateur.",
  'Enter a password or tick this, not both.':
    'Saisissez un mot de passe ou cochez cette case, pas les deux.',
  'Enter a password, or tick “No password”.':
    'Saisissez un mot de passe ou cochez « Aucun mot de passe ».',
  'The two passwords differ.': 'Les deux mots de passe sont différents.',
  'You cannot deactivate yourself: ask another admin to do it.':
    'Vous ne pouvez pas vous désactiver vous-même : demandez à un autre administrateur.',
  'You cannot remove your own staff rights, because then there might be nobody who can restore them. Ask another admin.':
    "Vous ne pouvez pas retirer vos propres droits d'équipe, car plus personne ne pourrait peut-être les rétablir. Demandez à un autre administrateur.",
  'The token has no valid lifetime.': "Le jeton n'a pas de durée de validité correcte.",
  'The token has expired.': 'Le jeton a expiré.',
  'The token is not valid yet.': "Le jeton n'est pas encore valide.",
  'The token is for another audience.': 'Le jeton est destiné à une autre audience.',
  'The token is not known to be an access token.': "Le jeton n'est pas connu comme jeton d'accès.",
  'The token is not an access token.': "Le jeton n'est pas un jeton d'accès.",
  'The token is bound to a key that the issuer does not name.':
    "Le jeton est lié à une clé que l'émetteur n'indique pas.",
  'The token is too long.': 'Le jeton est trop long.',
  'The token is of a user who is inactive.': "Le jeton est celui d'un utilisateur inactif.",
  'The token is expired, revoked or unknown.': 'Le jeton est expiré, révoqué ou inconnu.',
  'The Authorization header has no token.': "L'en-tête Authorization ne contient pas de jeton.",
  'The token in the Authorization header has characters that tokens cannot have.':
    "Le jeton de l'en-tête Authorization contient des caractères qu'un jeton ne peut pas contenir.",
  'Send the token as DPoP, with a proof.': 'Envoyez le jeton en tant que DPoP, avec une preuve.',
  'The token is bound to no key: it cannot be sent as DPoP.':
    "Le jeton n'est lié à aucune clé : il ne peut pas être envoyé en tant que DPoP.",
  'The token is bound to a key: send it as DPoP, with a proof.':
    'Le jeton est lié à une clé : envoyez-le en tant que DPoP, avec une preuve.',
  'The token is bound to a key, which this service does not check.':
    'Le jeton est lié à une clé, ce que ce service ne vérifie pas.',
  'The token is bound to something that cannot be read.':
    'Le jeton est lié à quelque chose qui ne peut pas être lu.',
  'The token is bound by {member}, which this service does not check.':
    'Le jeton est lié par {member}, ce que ce service ne vérifie pas.',
  'The DPoP proof has no iat.': "La preuve DPoP n'a pas de claim iat.",
  'The DPoP proof is from the future.': 'La preuve DPoP vient du futur.',
  'The DPoP proof is too old.': 'La preuve DPoP est trop ancienne.',
  'The DPoP proof has no jti.': "La preuve DPoP n'a pas de claim jti.",
  'The DPoP proof is for another method.': 'La preuve DPoP est destinée à une autre méthode.',
  'The DPoP proof is for another URL.': 'La preuve DPoP est destinée à une autre URL.',
  'The DPoP proof is for another token.': 'La preuve DPoP est destinée à un autre jeton.',
  'The DPoP proof was used before.': 'La preuve DPoP a déjà été utilisée.',
  'There is no DPoP proof.': "Il n'y a pas de preuve DPoP.",
  'The DPoP proof is not the only one.': "La preuve DPoP n'est pas la seule.",
  'The DPoP proof needs the nonce in DPoP-Nonce.':
    'La preuve DPoP doit contenir le nonce de DPoP-Nonce.',
  'The DPoP proof is not of the type dpop+jwt.': "La preuve DPoP n'est pas du type dpop+jwt.",
  'The DPoP proof has a signature that is not one of {algorithms}.':
    "La preuve DPoP a une signature dont l'algorithme n'est pas accepté. Acceptés : {algorithms}.",
  'The DPoP proof was made with another key than that of the token.':
    'La preuve DPoP a été créée avec une autre clé que celle du jeton.',
  'The DPoP proof is not a JWT.': "La preuve DPoP n'est pas un JWT.",
  'The DPoP proof has no public key.': "La preuve DPoP n'a pas de clé publique.",
  'The DPoP proof has a key that is not public.':
    "La preuve DPoP a une clé qui n'est pas publique.",
  'The DPoP proof has a key of an unknown kind.': "La preuve DPoP a une clé d'un type inconnu.",
  'The DPoP proof has a key that is not whole.': 'La preuve DPoP a une clé incomplète.',
  'The DPoP proof has a wrong signature.': 'La preuve DPoP a une signature incorrecte.',
  'The DPoP proof has expired.': 'La preuve DPoP a expiré.',
  'The DPoP proof has a wrong {claim}.': 'La preuve DPoP a une valeur incorrecte pour {claim}.',
  'The DPoP proof cannot be verified.': 'La preuve DPoP ne peut pas être vérifiée.',
  'The token is invalid.': "Le jeton n'est pas valide.",
  'The token is not a signed JWT.': "Le jeton n'est pas un JWT signé.",
  'The token is encrypted (JWE). Send a signed one.':
    'Le jeton est chiffré (JWE). Envoyez un jeton signé.',
  'The algorithm of the token is not accepted.': "L'algorithme du jeton n'est pas accepté.",
  'The type of the token is not accepted.': "Le type du jeton n'est pas accepté.",
  'The token is from another issuer.': "Le jeton provient d'un autre émetteur.",
  'The signature of the token is invalid.': "La signature du jeton n'est pas valide.",
  'The token needs an extension that is not supported.':
    "Le jeton exige une extension qui n'est pas prise en charge.",
  'The token has a missing or invalid claim.': 'Le jeton a un claim manquant ou non valide.',
  'The token is not of a known user.': "Le jeton n'est pas celui d'un utilisateur connu.",
}
