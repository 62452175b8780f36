import type { MessageCatalogue } from '../catalogue.ts'

export const catalogue: MessageCatalogue = {
  'The username is empty.': 'Nazwa użytkownika jest pusta.',
  'The username has more than {limit} characters.': {
    one: 'Nazwa użytkownika ma więcej niż {limit} znak.',
    few: 'Nazwa użytkownika ma więcej niż {limit} znaki.',
    many: 'Nazwa użytkownika ma więcej niż {limit} znaków.',
    other: 'Nazwa użytkownika ma więcej niż {limit} znaku.',
  },
  'The username has half of a surrogate pair.': 'Nazwa użytkownika zawiera połowę pary zastępczej.',
  'The username has a control character.': 'Nazwa użytkownika zawiera znak sterujący.',
  'The username begins or ends with a space.': 'Nazwa użytkownika zaczyna się lub kończy spacją.',
  'The username has the invisible or formatting character U+{code}: leave it out.':
    'Nazwa użytkownika zawiera niewidoczny znak lub znak formatujący U+{code}: należy go usunąć.',
  'The email address has more than {limit} characters.': {
    one: 'Adres e-mail ma więcej niż {limit} znak.',
    few: 'Adres e-mail ma więcej niż {limit} znaki.',
    many: 'Adres e-mail ma więcej niż {limit} znaków.',
    other: 'Adres e-mail ma więcej niż {limit} znaku.',
  },
  'The email address is invalid: write it as name@example.com.':
    'Adres e-mail jest nieprawidłowy: należy go podać w postaci nazwa@example.com.',
  '{username} is the last active staff user with a password: add another one first, or nobody could administer the service.':
    '{username} to ostatnia aktywna osoba z personelu, która ma hasło: najpierw należy dodać inną, w przeciwnym razie nikt nie mógłby administrować usługą.',
  'There is already a user {username}.': 'Użytkownik {username} już istnieje.',
  'Invalid {kind} header. No credentials provided.':
    'Nieprawidłowy nagłówek „{kind}”. Nie podano danych uwierzytelniających.',
  'Invalid basic header. Credentials string should not contain spaces.':
    'Nieprawidłowy nagłówek „basic”. Dane uwierzytelniające nie mogą zawierać spacji.',
  'Invalid token header. Token string should not contain spaces.':
    'Nieprawidłowy nagłówek „token”. Token nie może zawierać spacji.',
  'Invalid username/password.': 'Nieprawidłowa nazwa użytkownika lub hasło.',
  'Invalid basic header. Credentials not correctly base64 encoded.':
    'Nieprawidłowy nagłówek „basic”. Dane uwierzytelniające nie są poprawnie zakodowane w base64.',
  'Several remote users were named.': 'Podano kilku użytkowników zdalnych.',
  'The remote user has a name that no user can have.':
    'Użytkownik zdalny ma nazwę, której nie może mieć żaden użytkownik.',
  'User inactive or deleted.': 'Użytkownik jest nieaktywny lub usunięty.',
  'Invalid token header. Token string should not contain invalid characters.':
    'Nieprawidłowy nagłówek „token”. Token nie może zawierać nieprawidłowych znaków.',
  'Invalid token.': 'Nieprawidłowy token.',
  'A server error occurred.': 'Wystąpił błąd serwera.',
  'Server Error (500)': 'Błąd serwera (500)',
  'Bad Request (400)': 'Nieprawidłowe żądanie (400)',
  'Not found.': 'Nie znaleziono.',
  'Malformed request.': 'Żądanie ma nieprawidłowy format.',
  'Invalid input.': 'Nieprawidłowe dane wejściowe.',
  'Incorrect authentication credentials.': 'Nieprawidłowe dane uwierzytelniające.',
  'Authentication credentials were not provided.': 'Nie podano danych uwierzytelniających.',
  'You do not have permission to perform this action.':
    'Brak uprawnień do wykonania tej czynności.',
  'Could not satisfy the request Accept header.':
    'Nie można spełnić wymagań nagłówka Accept żądania.',
  'This conflicts with other data.': 'To jest sprzeczne z innymi danymi.',
  'This has changed since it was read. Read it again.':
    'Dane zmieniły się od czasu odczytu. Należy odczytać je ponownie.',
  'Request body is too large.': 'Treść żądania jest zbyt duża.',
  'Send If-Match with the ETag that you have read.': 'Należy wysłać If-Match z odczytanym ETag.',
  'Request was throttled.': 'Żądanie zostało ograniczone.',
  'Service temporarily unavailable, try again later.':
    'Usługa jest chwilowo niedostępna, proszę spróbować później.',
  "Method '{method}' not allowed.": 'Metoda „{method}” jest niedozwolona.',
  'Unsupported media type "{type}" in request.': 'Nieobsługiwany typ danych „{type}” w żądaniu.',
  'Expected available in {seconds} second.': 'Dostępne za {seconds} sekundę.',
  'Expected available in {seconds} seconds.': {
    one: 'Dostępne za {seconds} sekundę.',
    few: 'Dostępne za {seconds} sekundy.',
    many: 'Dostępne za {seconds} sekund.',
    other: 'Dostępne za {seconds} sekundy.',
  },
  'The request body ended early.': 'Treść żądania skończyła się przedwcześnie.',
  'Invalid cursor: it was made for another list or ordering.':
    'Nieprawidłowy kursor: utworzono go dla innej listy lub innego sortowania.',
  'Invalid cursor': 'Nieprawidłowy kursor',
  'Invalid offset: the greatest is {limit}.': 'Nieprawidłowe przesunięcie: największe to {limit}.',
  'Invalid page.': 'Nieprawidłowa strona.',
  'Invalid page: this list is not fully counted, so its last page is unknown.':
    'Nieprawidłowa strona: ta lista nie jest w całości policzona, więc jej ostatnia strona jest nieznana.',
  'Unsupported charset "{charset}" in request Content-Type header.':
    'Nieobsługiwany zestaw znaków „{charset}” w nagłówku Content-Type żądania.',
  '{format} parse error - the body is not UTF-8.':
    'Błąd odczytu {format} - treść nie jest w UTF-8.',
  'Form parse error - more than {limit} fields.': {
    one: 'Błąd odczytu formularza - więcej niż {limit} pole.',
    few: 'Błąd odczytu formularza - więcej niż {limit} pola.',
    many: 'Błąd odczytu formularza - więcej niż {limit} pól.',
    other: 'Błąd odczytu formularza - więcej niż {limit} pola.',
  },
  'nested deeper than {limit} levels.': {
    one: 'więcej niż {limit} poziom zagnieżdżenia.',
    few: 'więcej niż {limit} poziomy zagnieżdżenia.',
    many: 'więcej niż {limit} poziomów zagnieżdżenia.',
    other: 'więcej niż {limit} poziomu zagnieżdżenia.',
  },
  'more than {limit} list items and object members.':
    'łączna liczba elementów list i pól obiektów przekracza {limit}.',
  'a number is too large.': 'liczba jest zbyt duża.',
  'an integer beyond 2^53 - 1 would be rounded: send it as a string.':
    'liczba całkowita większa niż 2^53 - 1 zostałaby zaokrąglona: należy wysłać ją jako tekst.',
  'JSON parse error - {reason}': 'Błąd odczytu JSON - {reason}',
  'the body is not JSON.': 'treść nie jest w formacie JSON.',
  'the content type has no boundary.': 'typ treści nie ma parametru boundary.',
  'the body is not multipart.': 'treść nie jest w formacie multipart.',
  'a part has no name.': 'część nie ma nazwy.',
  'the field {field} is a file.': 'pole {field} jest plikiem.',
  'more than {limit} files.': 'więcej niż {limit} plików.',
  'Multipart form parse error - {reason}': 'Błąd odczytu formularza multipart - {reason}',
  'Unsupported content encoding "{encoding}" in request.':
    'Nieobsługiwane kodowanie treści „{encoding}” w żądaniu.',
  'This needs credentials with the scope {scopes}.':
    'Wymagane są dane uwierzytelniające z zakresem {scopes}.',
  '{first} and {next}': '{first} i {next}',
  'The signature has been used before.': 'Podpis został już użyty.',
  'Invalid signature.': 'Nieprawidłowy podpis.',
  'This field is required.': 'To pole jest wymagane.',
  'This field may not be null.': 'To pole nie może mieć wartości null.',
  'No data provided': 'Nie podano danych',
  'The data is nested too deeply.': 'Dane są zbyt głęboko zagnieżdżone.',
  'This field is not expected.': 'To pole jest nieoczekiwane.',
  'Not a valid string.': 'Nieprawidłowy tekst.',
  'This field may not be blank.': 'To pole nie może być puste.',
  'Ensure this field has no more than {limit} characters.': {
    one: 'To pole może mieć najwyżej {limit} znak.',
    few: 'To pole może mieć najwyżej {limit} znaki.',
    many: 'To pole może mieć najwyżej {limit} znaków.',
    other: 'To pole może mieć najwyżej {limit} znaku.',
  },
  'Ensure this field has at least {limit} characters.': {
    one: 'To pole musi mieć co najmniej {limit} znak.',
    few: 'To pole musi mieć co najmniej {limit} znaki.',
    many: 'To pole musi mieć co najmniej {limit} znaków.',
    other: 'To pole musi mieć co najmniej {limit} znaku.',
  },
  'Null characters are not allowed.': 'Znaki null są niedozwolone.',
  'Surrogate characters are not allowed: U+{surrogate}.':
    'Znaki zastępcze są niedozwolone: U+{surrogate}.',
  'A valid integer is required.': 'Wymagana jest prawidłowa liczba całkowita.',
  'A valid number is required.': 'Wymagana jest prawidłowa liczba.',
  'String value too large.': 'Tekst jest zbyt długi.',
  'Ensure this value is less than or equal to {limit}.':
    'Ta wartość musi być mniejsza lub równa {limit}.',
  'Ensure this value is greater than or equal to {limit}.':
    'Ta wartość musi być większa lub równa {limit}.',
  'Ensure this value is less than {limit}.': 'Ta wartość musi być mniejsza niż {limit}.',
  'Ensure this value is greater than {limit}.': 'Ta wartość musi być większa niż {limit}.',
  'Ensure this value is a multiple of {step}.': 'Ta wartość musi być wielokrotnością {step}.',
  'Ensure that there are no more than {limit} digits in total.': {
    one: 'Łącznie może być najwyżej {limit} cyfra.',
    few: 'Łącznie mogą być najwyżej {limit} cyfry.',
    many: 'Łącznie może być najwyżej {limit} cyfr.',
    other: 'Łącznie może być najwyżej {limit} cyfry.',
  },
  'Ensure that there are no more than {limit} decimal places.': {
    one: 'Może być najwyżej {limit} miejsce po przecinku.',
    few: 'Mogą być najwyżej {limit} miejsca po przecinku.',
    many: 'Może być najwyżej {limit} miejsc po przecinku.',
    other: 'Może być najwyżej {limit} miejsca po przecinku.',
  },
  'Ensure that there are no more than {limit} digits before the decimal point.': {
    one: 'Przed przecinkiem może być najwyżej {limit} cyfra.',
    few: 'Przed przecinkiem mogą być najwyżej {limit} cyfry.',
    many: 'Przed przecinkiem może być najwyżej {limit} cyfr.',
    other: 'Przed przecinkiem może być najwyżej {limit} cyfry.',
  },
  'Must be a valid boolean.': 'Wymagana jest prawidłowa wartość logiczna.',
  'Enter a valid email address.': 'Proszę podać prawidłowy adres e-mail.',
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].':
    'Data i godzina mają nieprawidłowy format. Należy użyć jednego z formatów: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  'Datetime value out of range.': 'Data i godzina wykraczają poza dozwolony zakres.',
  'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.':
    'Data ma nieprawidłowy format. Należy użyć jednego z formatów: YYYY-MM-DD.',
  'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].':
    'Godzina ma nieprawidłowy format. Należy użyć jednego z formatów: hh:mm[:ss[.uuuuuu]].',
  'Enter a valid URL.': 'Proszę podać prawidłowy adres URL.',
  'Must be a valid UUID.': 'Wymagany jest prawidłowy identyfikator UUID.',
  'Enter a valid IPv4 address.': 'Proszę podać prawidłowy adres IPv4.',
  'Enter a valid IPv6 address.': 'Proszę podać prawidłowy adres IPv6.',
  'Enter a valid duration.': 'Proszę podać prawidłowy czas trwania.',
  'Enter a valid phone number.': 'Proszę podać prawidłowy numer telefonu.',
  'Enter a valid value.': 'Proszę podać prawidłową wartość.',
  '"{choice}" is not a valid choice.': '„{choice}” nie jest prawidłowym wyborem.',
  'Expected a list of items but got type "{type}".': 'Oczekiwano listy, otrzymano typ „{type}”.',
  'This list may not be empty.': 'Ta lista nie może być pusta.',
  'Ensure this field has no more than {limit} elements.': {
    one: 'To pole może mieć najwyżej {limit} element.',
    few: 'To pole może mieć najwyżej {limit} elementy.',
    many: 'To pole może mieć najwyżej {limit} elementów.',
    other: 'To pole może mieć najwyżej {limit} elementu.',
  },
  'Ensure this field has at least {limit} elements.': {
    one: 'To pole musi mieć co najmniej {limit} element.',
    few: 'To pole musi mieć co najmniej {limit} elementy.',
    many: 'To pole musi mieć co najmniej {limit} elementów.',
    other: 'To pole musi mieć co najmniej {limit} elementu.',
  },
  'Invalid data. Expected a dictionary, but got {type}.':
    'Nieprawidłowe dane. Oczekiwano obiektu, otrzymano {type}.',
  'Not a valid file.': 'Nieprawidłowy plik.',
  'Ensure this file has no more than {limit} bytes.': {
    one: 'Ten plik może mieć najwyżej {limit} bajt.',
    few: 'Ten plik może mieć najwyżej {limit} bajty.',
    many: 'Ten plik może mieć najwyżej {limit} bajtów.',
    other: 'Ten plik może mieć najwyżej {limit} bajtu.',
  },
  'Ensure this file has at least {limit} bytes.': {
    one: 'Ten plik musi mieć co najmniej {limit} bajt.',
    few: 'Ten plik musi mieć co najmniej {limit} bajty.',
    many: 'Ten plik musi mieć co najmniej {limit} bajtów.',
    other: 'Ten plik musi mieć co najmniej {limit} bajtu.',
  },
  'Unable to log in with provided credentials.':
    'Nie można zalogować się przy użyciu podanych danych uwierzytelniających.',
  'The password is empty. For a user without a password, pass null.':
    'Hasło jest puste. Dla użytkownika bez hasła należy przekazać null.',
  'The password is longer than {limit} bytes.': {
    one: 'Hasło jest dłuższe niż {limit} bajt.',
    few: 'Hasło jest dłuższe niż {limit} bajty.',
    many: 'Hasło jest dłuższe niż {limit} bajtów.',
    other: 'Hasło jest dłuższe niż {limit} bajtu.',
  },
  'The password has a zero byte.': 'Hasło zawiera bajt zerowy.',
  'The password has half of a surrogate pair.': 'Hasło zawiera połowę pary zastępczej.',
  'The password needs at least {limit} characters.': {
    one: 'Hasło musi mieć co najmniej {limit} znak.',
    few: 'Hasło musi mieć co najmniej {limit} znaki.',
    many: 'Hasło musi mieć co najmniej {limit} znaków.',
    other: 'Hasło musi mieć co najmniej {limit} znaku.',
  },
  'The password is too similar to the username.': 'Hasło jest zbyt podobne do nazwy użytkownika.',
  'The password is too similar to the email address.': 'Hasło jest zbyt podobne do adresu e-mail.',
  'The password is too common: many people use it.':
    'Hasło jest zbyt popularne: używa go wiele osób.',
  'The password is known from a data breach: choose another one.':
    'Hasło jest znane z wycieku danych: należy wybrać inne.',
  'Referer checking failed - no Referer. Send an Origin or a Referer header over https.':
    'Sprawdzenie nagłówka Referer nie powiodło się - brak Referer. Przez https należy wysłać nagłówek Origin lub Referer.',
  'Referer checking failed - Referer is malformed.':
    'Sprawdzenie nagłówka Referer nie powiodło się - Referer ma nieprawidłowy format.',
  'Referer checking failed - Referer is insecure while host is secure.':
    'Sprawdzenie nagłówka Referer nie powiodło się - Referer nie jest bezpieczny, a host jest.',
  'Referer checking failed - {referer} does not match any trusted origins. {advice}':
    'Sprawdzenie nagłówka Referer nie powiodło się - {referer} nie pasuje do żadnego zaufanego źródła. {advice}',
  'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.':
    'Strony innej witryny, które mogą zapisywać dane w ramach sesji, należy podać w CSRF_TRUSTED_ORIGINS.',
  "Origin checking failed - {origin} does not match any trusted origins. The service's own origin is {own}: if that is wrong, set BASE_URL, or TRUSTED_PROXIES for the proxy in front. {advice}":
    'Sprawdzenie źródła nie powiodło się - {origin} nie pasuje do żadnego zaufanego źródła. Własne źródło usługi to {own}: jeśli jest błędne, należy ustawić BASE_URL albo TRUSTED_PROXIES dla poprzedzającego serwera proxy. {advice}',
  'Origin checking failed - the request comes from another site (Sec-Fetch-Site: {site}). {advice}':
    'Sprawdzenie źródła nie powiodło się - żądanie pochodzi z innej witryny (Sec-Fetch-Site: {site}). {advice}',
  'CSRF Failed: {problem}': 'Kontrola CSRF nie powiodła się: {problem}',
  'CSRF cookie not set. The login page sets {name} when it is fetched.':
    'Brak pliku cookie CSRF. Strona logowania ustawia {name} po pobraniu.',
  'CSRF token missing. Send the value of the cookie {name} in {header}.':
    'Brak tokenu CSRF. Należy wysłać wartość pliku cookie {name} w {header}.',
  "the '{header}' HTTP header": 'nagłówek HTTP „{header}”',
  'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.':
    'Token CSRF (źródło: {place}) jest nieprawidłowy. Należy wysłać aktualną wartość {name}: logowanie ją odnawia.',
  'CSRF token from {place} has incorrect length. Send the current value of {name}: login renews it.':
    'Token CSRF (źródło: {place}) ma nieprawidłową długość. Należy wysłać aktualną wartość {name}: logowanie ją odnawia.',
  'CSRF token from {place} has invalid characters. Send the current value of {name}: login renews it.':
    'Token CSRF (źródło: {place}) zawiera nieprawidłowe znaki. Należy wysłać aktualną wartość {name}: logowanie ją odnawia.',
  'Surrogate characters are not allowed.': 'Znaki zastępcze są niedozwolone.',
  'Ensure this search has no more than {limit} characters.': {
    one: 'To wyszukiwanie może mieć najwyżej {limit} znak.',
    few: 'To wyszukiwanie może mieć najwyżej {limit} znaki.',
    many: 'To wyszukiwanie może mieć najwyżej {limit} znaków.',
    other: 'To wyszukiwanie może mieć najwyżej {limit} znaku.',
  },
  'Ensure this search has no more than {limit} words.': {
    one: 'To wyszukiwanie może mieć najwyżej {limit} słowo.',
    few: 'To wyszukiwanie może mieć najwyżej {limit} słowa.',
    many: 'To wyszukiwanie może mieć najwyżej {limit} słów.',
    other: 'To wyszukiwanie może mieć najwyżej {limit} słowa.',
  },
  'This field must be unique.': 'Wartość tego pola musi być unikalna.',
  'These values must be unique.': 'Te wartości muszą być unikalne.',
  'A value may not be null.': 'Wartość nie może być null.',
  'The referenced object does not exist.': 'Wskazany obiekt nie istnieje.',
  'A referenced object does not exist.': 'Jeden ze wskazanych obiektów nie istnieje.',
  'This value does not fit the field.': 'Ta wartość nie pasuje do pola.',
  'A value does not fit its field.': 'Jedna z wartości nie pasuje do swojego pola.',
  'This field is read-only.': 'To pole jest tylko do odczytu.',
  'A value was sent for a read-only field.': 'Przesłano wartość dla pola tylko do odczytu.',
  'The fields {fields} must make a unique set.': 'Pola {fields} muszą tworzyć unikalny zestaw.',
  'The user does not exist, or has been removed.': 'Użytkownik nie istnieje lub został usunięty.',
  'You are signed in as {username}, who is not staff. Sign out, then sign in as a staff user.':
    'Zalogowany użytkownik {username} nie należy do personelu. Należy się wylogować, a następnie zalogować jako osoba z personelu.',
  'Sign in first.': 'Najpierw należy się zalogować.',
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.':
    'If-None-Match na to nie pozwala: element istnieje, a If-None-Match wskazuje jego znacznik lub wszystkie znaczniki.',
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.':
    'If-Match nigdy nie pasuje do słabego znacznika encji: należy wysłać ETag tak, jak wysłała go ta usługa, bez W/.',
  '{name} must be * or a list of entity tags in quotes, such as "abc".':
    '{name} musi mieć wartość * lub być listą znaczników encji w cudzysłowach, na przykład "abc".',
  'Cannot be ordered by "{named}". Fields that may be used: {fields}.':
    'Nie można sortować według „{named}”. Dozwolone pola: {fields}.',
  'Unknown query parameter. Did you mean {meant}?':
    'Nieznany parametr zapytania. Czy chodziło o {meant}?',
  'Unknown query parameter.': 'Nieznany parametr zapytania.',
  'Not a valid value.': 'Nieprawidłowa wartość.',
  'Internal Server Error': 'Wewnętrzny błąd serwera',
  'Bad Request': 'Nieprawidłowe żądanie',
  Unauthorized: 'Brak uwierzytelnienia',
  Forbidden: 'Dostęp zabroniony',
  'Not Found': 'Nie znaleziono',
  'Method Not Allowed': 'Niedozwolona metoda',
  'Not Acceptable': 'Nieakceptowalne',
  Conflict: 'Konflikt',
  'Precondition Failed': 'Niespełniony warunek wstępny',
  'Content Too Large': 'Zbyt duża treść',
  'Unsupported Media Type': 'Nieobsługiwany typ danych',
  'Precondition Required': 'Wymagany warunek wstępny',
  'Too Many Requests': 'Zbyt wiele żądań',
  'Service Unavailable': 'Usługa niedostępna',
  'This needs the role {role}.': 'Wymagana jest rola {role}.',
  'Invalid API key.': 'Nieprawidłowy klucz API.',
  'API keys are managed with a password, a session or a token, not with an API key.':
    'Kluczami API zarządza się za pomocą hasła, sesji lub tokenu, a nie klucza API.',
  'The name has a character that cannot be shown.':
    'Nazwa zawiera znak, którego nie można wyświetlić.',
  'The name begins or ends with a space.': 'Nazwa zaczyna się lub kończy spacją.',
  '{text} is not a scope: a scope has 1 to 100 printable ASCII characters without spaces, quotes and backslashes, such as notes:read.':
    '{text} nie jest zakresem: zakres ma od 1 do 100 drukowalnych znaków ASCII bez spacji, cudzysłowów i ukośników wstecznych, na przykład notes:read.',
  '{text} is neither an address nor a range such as 10.0.0.0/8.':
    '{text} nie jest ani adresem, ani zakresem takim jak 10.0.0.0/8.',
  'It must expire by {moment}.': 'Ważność musi wygasnąć najpóźniej {moment}.',
  'It must expire in the future.': 'Koniec ważności musi leżeć w przyszłości.',
  'Invalid API key header. No key provided.':
    'Nieprawidłowy nagłówek klucza API. Nie podano klucza.',
  'Invalid API key header. One key without spaces and commas is expected.':
    'Nieprawidłowy nagłówek klucza API. Oczekiwano jednego klucza bez spacji i przecinków.',
  'Token is invalid or expired.': 'Token jest nieprawidłowy lub wygasł.',
  'No active account found with the given credentials.':
    'Nie znaleziono aktywnego konta dla podanych danych uwierzytelniających.',
  'Authorization header must contain two space-delimited values':
    'Nagłówek Authorization musi zawierać dwie wartości rozdzielone spacją',
  'Given token not valid for any token type': 'Token nie jest prawidłowy dla żadnego typu tokenu',
  'Token is invalid or expired': 'Token jest nieprawidłowy lub wygasł',
  'Token has no id': 'Token nie ma identyfikatora',
  'Token has no type': 'Token nie ma typu',
  'Token has wrong type': 'Token ma niewłaściwy typ',
  "Token has no '{claim}' claim": 'Token nie ma pola „{claim}”',
  'Token is blacklisted': 'Token jest na czarnej liście',
  'Token contained no recognizable user identification':
    'Token nie zawiera rozpoznawalnej identyfikacji użytkownika',
  'User not found': 'Nie znaleziono użytkownika',
  'User is inactive': 'Użytkownik jest nieaktywny',
  'No active account found with the given credentials':
    'Nie znaleziono aktywnego konta dla podanych danych uwierzytelniających',
  'No active account found for the given token.':
    'Nie znaleziono aktywnego konta dla podanego tokenu.',
  'The refresh token is invalid, expired or revoked. Sign in again.':
    'Token odświeżania jest nieprawidłowy, wygasł lub został unieważniony. Należy zalogować się ponownie.',
  'The requested scope is invalid.': 'Żądany zakres jest nieprawidłowy.',
  'Scopes cannot be requested here.': 'Nie można tu żądać zakresów.',
  'The scope {scope} cannot be requested. Valid scopes: {scopes}.':
    'Nie można zażądać zakresu {scope}. Dozwolone zakresy: {scopes}.',
  'The URL of the request cannot be signed.': 'Adresu URL żądania nie można podpisać.',
  'The value of {component} is not ASCII: use the parameter bs.':
    'Wartość {component} nie jest w ASCII: należy użyć parametru bs.',
  'The query has the parameter {name} more than once: cover @query.':
    'Zapytanie zawiera parametr {name} więcej niż raz: należy objąć podpisem @query.',
  'The field {name} may have been sent in several lines: cover it without bs.':
    'Pole {name} mogło zostać wysłane w kilku wierszach: należy objąć je podpisem bez bs.',
  '{name} is not known to be a structured field.': '{name} nie jest znane jako pole strukturalne.',
  'The field {name} is not a valid structured field.':
    'Pole {name} nie jest prawidłowym polem strukturalnym.',
  'The signature covers {component}, which the request does not have.':
    'Podpis obejmuje {component}, którego nie ma w żądaniu.',
  '{text} does not name a component of a request.': '{text} nie jest nazwą składnika żądania.',
  'The signature covers more than {limit} components.':
    'Liczba składników objętych podpisem przekracza {limit}.',
  'The signature covers a component twice.': 'Podpis obejmuje jeden ze składników dwukrotnie.',
  'A component of the signature is not a string.': 'Składnik podpisu nie jest tekstem.',
  'The component @query-param needs the parameter name, and no other.':
    'Składnik @query-param wymaga parametru name i żadnego innego.',
  'A signature of a request cannot cover {name}.': 'Podpis żądania nie może obejmować {name}.',
  'The component {name} takes no parameters.': 'Składnik {name} nie przyjmuje parametrów.',
  '{name} is not the name of a field in lower case.':
    '{name} nie jest nazwą pola pisaną małymi literami.',
  'Signatures of trailers (tr) are not supported.': 'Podpisy trailerów (tr) nie są obsługiwane.',
  'Signatures of the request of a response (req) are not supported.':
    'Podpisy żądania odpowiedzi (req) nie są obsługiwane.',
  'The component {name} has an invalid parameter {parameter}.':
    'Składnik {name} ma nieprawidłowy parametr {parameter}.',
  'The component {name} has the parameter bs and another one.':
    'Składnik {name} ma oprócz parametru bs jeszcze inny.',
  'The body does not match its Content-Digest.': 'Treść nie odpowiada swojemu Content-Digest.',
  'Content-Digest has neither sha-256 nor sha-512.':
    'Content-Digest nie zawiera ani sha-256, ani sha-512.',
  'Content-Digest is not a dictionary of structured fields.':
    'Content-Digest nie jest słownikiem pól strukturalnych.',
  'The signature does not cover content-digest.': 'Podpis nie obejmuje content-digest.',
  'The request has Signature, but no Signature-Input.':
    'Żądanie ma Signature, ale nie ma Signature-Input.',
  'A member of Signature-Input is not a list.': 'Element Signature-Input nie jest listą.',
  'Signature-Input is empty.': 'Signature-Input jest puste.',
  'The request has {count} signatures that could be meant. Send one.':
    'Liczba możliwych podpisów w żądaniu: {count}. Należy wysłać jeden.',
  'The request has no Signature with the label {label}.':
    'Żądanie nie ma Signature z etykietą {label}.',
  '{field} is not a dictionary of structured fields.':
    '{field} nie jest słownikiem pól strukturalnych.',
  '{field} has a label twice.': '{field} ma dwukrotnie tę samą etykietę.',
  'The signature has no keyid.': 'Podpis nie ma keyid.',
  'The signature has no created.': 'Podpis nie ma created.',
  'The signature has no nonce.': 'Podpis nie ma nonce.',
  'A parameter of the signature has a value of the wrong type.':
    'Parametr podpisu ma wartość niewłaściwego typu.',
  'The algorithm {alg} is not accepted. Accepted: {accepted}.':
    'Algorytm {alg} nie jest akceptowany. Akceptowane: {accepted}.',
  'The signature was created in the future.': 'Podpis został utworzony w przyszłości.',
  'The signature has expired.': 'Podpis wygasł.',
  'The signature does not cover {name}.': 'Podpis nie obejmuje {name}.',
  'The user does not exist.': 'Użytkownik nie istnieje.',
  'The API keys of {username} have changed since this form was opened, so nothing was done. If you have reloaded the page, the key is there already. To create another one, send the form again.':
    'Klucze API użytkownika {username} zmieniły się od otwarcia tego formularza, więc nic nie zrobiono. Jeśli strona została odświeżona, klucz już istnieje. Aby utworzyć kolejny, należy ponownie wysłać formularz.',
  'Enter a name.': 'Proszę podać nazwę.',
  'Enter a date such as {example}.': 'Proszę podać datę, na przykład {example}.',
  'Enter a date or tick this, not both.':
    'Proszę podać datę albo zaznaczyć to pole, nie oba naraz.',
  'There is a token already. Reveal its key, or regenerate it.':
    'Token już istnieje. Należy wyświetlić jego klucz albo wygenerować go ponownie.',
  'There is no token any more.': 'Token już nie istnieje.',
  'The token cannot be read. Regenerate it.':
    'Nie można odczytać tokenu. Należy wygenerować go ponownie.',
  'There is no token.': 'Nie ma tokenu.',
  'The token was changed meanwhile, so nothing was done. Check it again.':
    'Token został w międzyczasie zmieniony, więc nic nie zrobiono. Należy sprawdzić go ponownie.',
  'Enter a username.': 'Proszę podać nazwę użytkownika.',
  'You cannot remove your own password, because you might be locked out. Ask another admin.':
    'Nie można usunąć własnego hasła, ponieważ grozi to utratą dostępu. Należy poprosić innego administratora.',
  'Enter a password or tick this, not both.':
    'Proszę podać hasło albo zaznaczyć to pole, nie oba naraz.',
  'Enter a password, or tick “No password”.': 'Proszę podać hasło albo zaznaczyć „Bez hasła”.',
  'The two passwords differ.': 'Podane hasła różnią się od siebie.',
  'You cannot deactivate yourself: ask another admin to do it.':
    'Nie można dezaktywować samego siebie: należy poprosić innego administratora.',
  'You cannot remove your own staff rights, because then there might be nobody who can restore them. Ask another admin.':
    'Nie można odebrać sobie uprawnień personelu, ponieważ mogłoby nie być nikogo, kto je przywróci. Należy poprosić innego administratora.',
  'The token has no valid lifetime.': 'Token nie ma prawidłowego okresu ważności.',
  'The token has expired.': 'Token wygasł.',
  'The token is not valid yet.': 'Token nie jest jeszcze ważny.',
  'The token is for another audience.': 'Token jest przeznaczony dla innego odbiorcy.',
  'The token is not known to be an access token.': 'Nie wiadomo, czy token jest tokenem dostępu.',
  'The token is not an access token.': 'Token nie jest tokenem dostępu.',
  'The token is bound to a key that the issuer does not name.':
    'Token jest powiązany z kluczem, którego wystawca nie podaje.',
  'The token is too long.': 'Token jest zbyt długi.',
  'The token is of a user who is inactive.': 'Token należy do nieaktywnego użytkownika.',
  'The token is expired, revoked or unknown.':
    'Token wygasł, został unieważniony lub jest nieznany.',
  'The Authorization header has no token.': 'Nagłówek Authorization nie zawiera tokenu.',
  'The token in the Authorization header has characters that tokens cannot have.':
    'Token w nagłówku Authorization zawiera znaki, których token nie może zawierać.',
  'Send the token as DPoP, with a proof.': 'Należy wysłać token jako DPoP, wraz z dowodem.',
  'The token is bound to no key: it cannot be sent as DPoP.':
    'Token nie jest powiązany z żadnym kluczem: nie można go wysłać jako DPoP.',
  'The token is bound to a key: send it as DPoP, with a proof.':
    'Token jest powiązany z kluczem: należy wysłać go jako DPoP, wraz z dowodem.',
  'The token is bound to a key, which this service does not check.':
    'Token jest powiązany z kluczem, czego ta usługa nie sprawdza.',
  'The token is bound to something that cannot be read.':
    'Token jest powiązany z czymś, czego nie można odczytać.',
  'The token is bound by {member}, which this service does not check.':
    'Token jest powiązany przez {member}, czego ta usługa nie sprawdza.',
  'The DPoP proof has no iat.': 'Dowód DPoP nie ma iat.',
  'The DPoP proof is from the future.': 'Dowód DPoP pochodzi z przyszłości.',
  'The DPoP proof is too old.': 'Dowód DPoP jest zbyt stary.',
  'The DPoP proof has no jti.': 'Dowód DPoP nie ma jti.',
  'The DPoP proof is for another method.': 'Dowód DPoP dotyczy innej metody.',
  'The DPoP proof is for another URL.': 'Dowód DPoP dotyczy innego adresu URL.',
  'The DPoP proof is for another token.': 'Dowód DPoP dotyczy innego tokenu.',
  'The DPoP proof was used before.': 'Dowód DPoP został już użyty.',
  'There is no DPoP proof.': 'Nie ma dowodu DPoP.',
  'The DPoP proof is not the only one.': 'Dowód DPoP nie jest jedyny.',
  'The DPoP proof needs the nonce in DPoP-Nonce.':
    'Dowód DPoP wymaga wartości nonce podanej w DPoP-Nonce.',
  'The DPoP proof is not of the type dpop+jwt.': 'Dowód DPoP nie jest typu dpop+jwt.',
  'The DPoP proof has a signature that is not one of {algorithms}.':
    'Dowód DPoP ma podpis, który nie jest żadnym z następujących: {algorithms}.',
  'The DPoP proof was made with another key than that of the token.':
    'Dowód DPoP utworzono za pomocą innego klucza niż klucz tokenu.',
  'The DPoP proof is not a JWT.': 'Dowód DPoP nie jest tokenem JWT.',
  'The DPoP proof has no public key.': 'Dowód DPoP nie ma klucza publicznego.',
  'The DPoP proof has a key that is not public.': 'Dowód DPoP ma klucz, który nie jest publiczny.',
  'The DPoP proof has a key of an unknown kind.': 'Dowód DPoP ma klucz nieznanego rodzaju.',
  'The DPoP proof has a key that is not whole.': 'Dowód DPoP ma niekompletny klucz.',
  'The DPoP proof has a wrong signature.': 'Dowód DPoP ma nieprawidłowy podpis.',
  'The DPoP proof has expired.': 'Dowód DPoP wygasł.',
  'The DPoP proof has a wrong {claim}.': 'Dowód DPoP ma nieprawidłową wartość {claim}.',
  'The DPoP proof cannot be verified.': 'Nie można zweryfikować dowodu DPoP.',
  'The token is invalid.': 'Token jest nieprawidłowy.',
  'The token is not a signed JWT.': 'Token nie jest podpisanym tokenem JWT.',
  'The token is encrypted (JWE). Send a signed one.':
    'Token jest zaszyfrowany (JWE). Należy wysłać podpisany.',
  'The algorithm of the token is not accepted.': 'Algorytm tokenu nie jest akceptowany.',
  'The type of the token is not accepted.': 'Typ tokenu nie jest akceptowany.',
  'The token is from another issuer.': 'Token pochodzi od innego wystawcy.',
  'The signature of the token is invalid.': 'Podpis tokenu jest nieprawidłowy.',
  'The token needs an extension that is not supported.':
    'Token wymaga rozszerzenia, które nie jest obsługiwane.',
  'The token has a missing or invalid claim.':
    'W tokenie brakuje oświadczenia (claim) lub jest ono nieprawidłowe.',
  'The token is not of a known user.': 'Token nie należy do znanego użytkownika.',
}
