import type { MessageCatalogue } from '../catalogue.ts'

export const catalogue: MessageCatalogue = {
  'The username is empty.': 'ユーザー名が空です。',
  'The username has more than {limit} characters.': 'ユーザー名が {limit} 文字を超えています。',
  'The username has half of a surrogate pair.':
    'ユーザー名に不完全なサロゲートペアが含まれています。',
  'The username has a control character.': 'ユーザー名に制御文字が含まれています。',
  'The username begins or ends with a space.': 'ユーザー名の先頭または末尾に空白があります。',
  'The username has the invisible or formatting character U+{code}: leave it out.':
    'ユーザー名に不可視文字または書式文字 U+{code} が含まれています。取り除いてください。',
  'The email address has more than {limit} characters.':
    'メールアドレスが {limit} 文字を超えています。',
  'The email address is invalid: write it as name@example.com.':
    'メールアドレスが無効です。name@example.com の形式で入力してください。',
  '{username} is the last active staff user with a password: add another one first, or nobody could administer the service.':
    '{username} はパスワードを持つ最後の有効なスタッフです。サービスを管理できる人がいなくなるため、先に別のスタッフを追加してください。',
  'There is already a user {username}.': 'ユーザー {username} はすでに存在します。',
  'Invalid {kind} header. No credentials provided.':
    '{kind} ヘッダーが無効です。認証情報がありません。',
  'Invalid basic header. Credentials string should not contain spaces.':
    'basic ヘッダーが無効です。認証情報に空白を含めることはできません。',
  'Invalid token header. Token string should not contain spaces.':
    'token ヘッダーが無効です。トークンに空白を含めることはできません。',
  'Invalid username/password.': 'ユーザー名またはパスワードが無効です。',
  'Invalid basic header. Credentials not correctly base64 encoded.':
    'basic ヘッダーが無効です。認証情報が正しく base64 でエンコードされていません。',
  'Several remote users were named.': '複数のリモートユーザーが指定されています。',
  'The remote user has a name that no user can have.':
    'リモートユーザーの名前が、ユーザー名として使用できないものです。',
  'User inactive or deleted.': 'ユーザーが無効か、削除されています。',
  'Invalid token header. Token string should not contain invalid characters.':
    'token ヘッダーが無効です。トークンに無効な文字を含めることはできません。',
  'Invalid token.': 'トークンが無効です。',
  'A server error occurred.': 'サーバーエラーが発生しました。',
  'Server Error (500)': 'サーバーエラー (500)',
  'Bad Request (400)': '不正なリクエスト (400)',
  'Not found.': '見つかりませんでした。',
  'Malformed request.': 'リクエストの形式が正しくありません。',
  'Invalid input.': '入力が無効です。',
  'Incorrect authentication credentials.': '認証情報が正しくありません。',
  'Authentication credentials were not provided.': '認証情報が指定されていません。',
  'You do not have permission to perform this action.': 'この操作を行う権限がありません。',
  'Could not satisfy the request Accept header.':
    'リクエストの Accept ヘッダーを満たすことができません。',
  'This conflicts with other data.': 'ほかのデータと競合しています。',
  'This has changed since it was read. Read it again.':
    '読み取った後にデータが変更されました。もう一度読み取ってください。',
  'Request body is too large.': 'リクエスト本文が大きすぎます。',
  'Send If-Match with the ETag that you have read.':
    '読み取った ETag を If-Match で送信してください。',
  'Request was throttled.': 'リクエストが制限されました。',
  'Service temporarily unavailable, try again later.':
    'サービスは一時的に利用できません。しばらくしてからもう一度お試しください。',
  "Method '{method}' not allowed.": 'メソッド "{method}" は許可されていません。',
  'Unsupported media type "{type}" in request.':
    'リクエストのメディアタイプ "{type}" には対応していません。',
  'Expected available in {seconds} second.': '{seconds} 秒後に利用できる見込みです。',
  'Expected available in {seconds} seconds.': '{seconds} 秒後に利用できる見込みです。',
  'The request body ended early.': 'リクエスト本文が途中で終わりました。',
  'Invalid cursor: it was made for another list or ordering.':
    'カーソルが無効です。別のリストまたは並び順のものです。',
  'Invalid cursor': 'カーソルが無効です',
  'Invalid offset: the greatest is {limit}.': 'オフセットが無効です。最大値は {limit} です。',
  'Invalid page.': 'ページが無効です。',
  'Invalid page: this list is not fully counted, so its last page is unknown.':
    'ページが無効です。このリストは全件が数えられていないため、最後のページは不明です。',
  'Unsupported charset "{charset}" in request Content-Type header.':
    'リクエストの Content-Type ヘッダーの文字コード "{charset}" には対応していません。',
  '{format} parse error - the body is not UTF-8.':
    '{format} の解析エラー - 本文が UTF-8 ではありません。',
  'Form parse error - more than {limit} fields.':
    'フォームの解析エラー - フィールドが {limit} 個を超えています。',
  'nested deeper than {limit} levels.': '入れ子が {limit} 階層を超えています。',
  'more than {limit} list items and object members.':
    'リストの要素とオブジェクトのメンバーが合計 {limit} 個を超えています。',
  'a number is too large.': '数値が大きすぎます。',
  'an integer beyond 2^53 - 1 would be rounded: send it as a string.':
    '2^53 - 1 を超える整数は丸められます。文字列として送信してください。',
  'JSON parse error - {reason}': 'JSON の解析エラー - {reason}',
  'the body is not JSON.': '本文が JSON ではありません。',
  'the content type has no boundary.': 'コンテンツタイプに boundary がありません。',
  'the body is not multipart.': '本文が multipart ではありません。',
  'a part has no name.': '名前のない部分があります。',
  'the field {field} is a file.': 'フィールド {field} がファイルです。',
  'more than {limit} files.': 'ファイルが {limit} 個を超えています。',
  'Multipart form parse error - {reason}': 'マルチパートフォームの解析エラー - {reason}',
  'Unsupported content encoding "{encoding}" in request.':
    'リクエストのコンテンツエンコーディング "{encoding}" には対応していません。',
  'This needs credentials with the scope {scopes}.': 'スコープ {scopes} を持つ認証情報が必要です。',
  '{first} and {next}': '{first} および {next}',
  'The signature has been used before.': 'この署名はすでに使用されています。',
  'Invalid signature.': '署名が無効です。',
  'This field is required.': 'この項目は必須です。',
  'This field may not be null.': 'この項目を null にすることはできません。',
  'No data provided': 'データがありません',
  'The data is nested too deeply.': 'データの入れ子が深すぎます。',
  'This field is not expected.': 'この項目は想定されていません。',
  'Not a valid string.': '有効な文字列ではありません。',
  'This field may not be blank.': 'この項目を空にすることはできません。',
  'Ensure this field has no more than {limit} characters.':
    'この項目は {limit} 文字以下にしてください。',
  'Ensure this field has at least {limit} characters.':
    'この項目は {limit} 文字以上にしてください。',
  'Null characters are not allowed.': 'ヌル文字は使用できません。',
  'Surrogate characters are not allowed: U+{surrogate}.':
    'サロゲート文字は使用できません: U+{surrogate}。',
  'A valid integer is required.': '有効な整数を入力してください。',
  'A valid number is required.': '有効な数値を入力してください。',
  'String value too large.': '文字列が長すぎます。',
  'Ensure this value is less than or equal to {limit}.': 'この値は {limit} 以下にしてください。',
  'Ensure this value is greater than or equal to {limit}.': 'この値は {limit} 以上にしてください。',
  'Ensure this value is less than {limit}.': 'この値は {limit} より小さくしてください。',
  'Ensure this value is greater than {limit}.': 'この値は {limit} より大きくしてください。',
  'Ensure this value is a multiple of {step}.': 'この値は {step} の倍数にしてください。',
  'Ensure that there are no more than {limit} digits in total.':
    '全体で {limit} 桁以下にしてください。',
  'Ensure that there are no more than {limit} decimal places.':
    '小数部は {limit} 桁以下にしてください。',
  'Ensure that there are no more than {limit} digits before the decimal point.':
    '整数部は {limit} 桁以下にしてください。',
  'Must be a valid boolean.': '有効な真偽値を入力してください。',
  'Enter a valid email address.': '有効なメールアドレスを入力してください。',
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].':
    '日時の形式が正しくありません。次のいずれかの形式を使用してください: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]。',
  'Datetime value out of range.': '日時の値が範囲外です。',
  'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.':
    '日付の形式が正しくありません。次のいずれかの形式を使用してください: YYYY-MM-DD。',
  'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].':
    '時刻の形式が正しくありません。次のいずれかの形式を使用してください: hh:mm[:ss[.uuuuuu]]。',
  'Enter a valid URL.': '有効な URL を入力してください。',
  'Must be a valid UUID.': '有効な UUID を入力してください。',
  'Enter a valid IPv4 address.': '有効な IPv4 アドレスを入力してください。',
  'Enter a valid IPv6 address.': '有効な IPv6 アドレスを入力してください。',
  'Enter a valid duration.': '有効な期間を入力してください。',
  'Enter a valid phone number.': '有効な電話番号を入力してください。',
  'Enter a valid value.': '有効な値を入力してください。',
  '"{choice}" is not a valid choice.': '"{choice}" は有効な選択肢ではありません。',
  'Expected a list of items but got type "{type}".': 'リストが必要ですが、型は "{type}" でした。',
  'This list may not be empty.': 'このリストを空にすることはできません。',
  'Ensure this field has no more than {limit} elements.':
    'この項目の要素は {limit} 個以下にしてください。',
  'Ensure this field has at least {limit} elements.':
    'この項目の要素は {limit} 個以上にしてください。',
  'Invalid data. Expected a dictionary, but got {type}.':
    'データが無効です。オブジェクトが必要ですが、型は {type} でした。',
  'Not a valid file.': '有効なファイルではありません。',
  'Ensure this file has no more than {limit} bytes.':
    'このファイルは {limit} バイト以下にしてください。',
  'Ensure this file has at least {limit} bytes.':
    'このファイルは {limit} バイト以上にしてください。',
  'Unable to log in with provided credentials.': '指定された認証情報ではログインできません。',
  'The password is empty. For a user without a password, pass null.':
    'パスワードが空です。パスワードのないユーザーには null を渡してください。',
  'The password is longer than {limit} bytes.': 'パスワードが {limit} バイトを超えています。',
  'The password has a zero byte.': 'パスワードにゼロバイトが含まれています。',
  'The password has half of a surrogate pair.':
    'パスワードに不完全なサロゲートペアが含まれています。',
  'The password needs at least {limit} characters.':
    'パスワードは {limit} 文字以上にしてください。',
  'The password is too similar to the username.': 'パスワードがユーザー名に似すぎています。',
  'The password is too similar to the email address.':
    'パスワードがメールアドレスに似すぎています。',
  'The password is too common: many people use it.':
    'パスワードが一般的すぎます。多くの人が使用しています。',
  'The password is known from a data breach: choose another one.':
    'このパスワードは漏えいが確認されています。別のパスワードを選んでください。',
  'Referer checking failed - no Referer. Send an Origin or a Referer header over https.':
    'Referer の検証に失敗しました - Referer がありません。https では Origin または Referer ヘッダーを送信してください。',
  'Referer checking failed - Referer is malformed.':
    'Referer の検証に失敗しました - Referer の形式が正しくありません。',
  'Referer checking failed - Referer is insecure while host is secure.':
    'Referer の検証に失敗しました - ホストは安全ですが、Referer が安全ではありません。',
  'Referer checking failed - {referer} does not match any trusted origins. {advice}':
    'Referer の検証に失敗しました - {referer} は信頼できるオリジンに一致しません。{advice}',
  'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.':
    'セッションを使って書き込みを行う別サイトのページは CSRF_TRUSTED_ORIGINS に指定してください。',
  "Origin checking failed - {origin} does not match any trusted origins. The service's own origin is {own}: if that is wrong, set BASE_URL, or TRUSTED_PROXIES for the proxy in front. {advice}":
    'Origin の検証に失敗しました - {origin} は信頼できるオリジンに一致しません。このサービス自身のオリジンは {own} です。誤っている場合は BASE_URL を設定するか、前段のプロキシを TRUSTED_PROXIES に設定してください。{advice}',
  'Origin checking failed - the request comes from another site (Sec-Fetch-Site: {site}). {advice}':
    'Origin の検証に失敗しました - リクエストは別のサイトから送信されました (Sec-Fetch-Site: {site})。{advice}',
  'CSRF Failed: {problem}': 'CSRF 検証に失敗しました: {problem}',
  'CSRF cookie not set. The login page sets {name} when it is fetched.':
    'CSRF Cookie が設定されていません。ログインページを取得すると {name} が設定されます。',
  'CSRF token missing. Send the value of the cookie {name} in {header}.':
    'CSRF トークンがありません。Cookie {name} の値を {header} で送信してください。',
  "the '{header}' HTTP header": "HTTP ヘッダー '{header}'",
  'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.':
    '{place} の CSRF トークンが正しくありません。{name} の現在の値を送信してください。ログインすると更新されます。',
  'CSRF token from {place} has incorrect length. Send the current value of {name}: login renews it.':
    '{place} の CSRF トークンの長さが正しくありません。{name} の現在の値を送信してください。ログインすると更新されます。',
  'CSRF token from {place} has invalid characters. Send the current value of {name}: login renews it.':
    '{place} の CSRF トークンに無効な文字が含まれています。{name} の現在の値を送信してください。ログインすると更新されます。',
  'Surrogate characters are not allowed.': 'サロゲート文字は使用できません。',
  'Ensure this search has no more than {limit} characters.':
    'この検索は {limit} 文字以下にしてください。',
  'Ensure this search has no more than {limit} words.': 'この検索は {limit} 語以下にしてください。',
  'This field must be unique.': 'この項目は一意でなければなりません。',
  'These values must be unique.': 'これらの値は一意でなければなりません。',
  'A value may not be null.': '値を null にすることはできません。',
  'The referenced object does not exist.': '参照先のオブジェクトが存在しません。',
  'A referenced object does not exist.': '参照先のオブジェクトの一つが存在しません。',
  'This value does not fit the field.': 'この値は項目に適合しません。',
  'A value does not fit its field.': '項目に適合しない値があります。',
  'This field is read-only.': 'この項目は読み取り専用です。',
  'A value was sent for a read-only field.': '読み取り専用の項目に値が送信されました。',
  'The fields {fields} must make a unique set.':
    '項目 {fields} の組み合わせは一意でなければなりません。',
  'The user does not exist, or has been removed.': 'ユーザーが存在しないか、削除されています。',
  'You are signed in as {username}, who is not staff. Sign out, then sign in as a staff user.':
    '{username} としてログインしていますが、スタッフではありません。ログアウトして、スタッフとしてログインしてください。',
  'Sign in first.': '先にログインしてください。',
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.':
    'If-None-Match により許可されません。対象が存在し、If-None-Match がそのタグまたはすべてのタグを指定しています。',
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.':
    'If-Match は弱いエンティティタグには一致しません。このサービスが送信した ETag を、W/ を付けずにそのまま送信してください。',
  '{name} must be * or a list of entity tags in quotes, such as "abc".':
    '{name} は *、または "abc" のように引用符で囲んだエンティティタグのリストでなければなりません。',
  'Cannot be ordered by "{named}". Fields that may be used: {fields}.':
    '"{named}" で並べ替えることはできません。使用できる項目: {fields}。',
  'Unknown query parameter. Did you mean {meant}?':
    '不明なクエリパラメーターです。{meant} のことですか?',
  'Unknown query parameter.': '不明なクエリパラメーターです。',
  'Not a valid value.': '有効な値ではありません。',
  'Internal Server Error': 'サーバー内部エラー',
  'Bad Request': '不正なリクエスト',
  Unauthorized: '認証が必要です',
  Forbidden: 'アクセス禁止',
  'Not Found': '見つかりません',
  'Method Not Allowed': '許可されていないメソッド',
  'Not Acceptable': '受け入れられません',
  Conflict: '競合',
  'Precondition Failed': '前提条件が満たされていません',
  'Content Too Large': 'コンテンツが大きすぎます',
  'Unsupported Media Type': '対応していないメディアタイプ',
  'Precondition Required': '前提条件が必要です',
  'Too Many Requests': 'リクエストが多すぎます',
  'Service Unavailable': 'サービスを利用できません',
  'This needs the role {role}.': 'ロール {role} が必要です。',
  'Invalid API key.': 'API キーが無効です。',
  'API keys are managed with a password, a session or a token, not with an API key.':
    'API キーの管理には、API キーではなく、パスワード、セッション、またはトークンを使用してください。',
  'The name has a character that cannot be shown.': '名前に表示できない文字が含まれています。',
  'The name begins or ends with a space.': '名前の先頭または末尾に空白があります。',
  '{text} is not a scope: a scope has 1 to 100 printable ASCII characters without spaces, quotes and backslashes, such as notes:read.':
    '{text} はスコープではありません。スコープは、空白、引用符、バックスラッシュを除く印字可能な ASCII 文字 1～100 文字です（例：notes:read）。',
  '{text} is neither an address nor a range such as 10.0.0.0/8.':
    '{text} はアドレスでも、10.0.0.0/8 のような範囲でもありません。',
  'It must expire by {moment}.': '有効期限は {moment} までにしてください。',
  'It must expire in the future.': '有効期限には未来の日時を指定してください。',
  'Invalid API key header. No key provided.': 'API キーヘッダーが無効です。キーがありません。',
  'Invalid API key header. One key without spaces and commas is expected.':
    'API キーヘッダーが無効です。空白とカンマを含まないキーを 1 つ指定してください。',
  'Token is invalid or expired.': 'トークンが無効か、有効期限が切れています。',
  'No active account found with the given credentials.':
    '指定された認証情報に一致する有効なアカウントがありません。',
  'Authorization header must contain two space-delimited values':
    'Authorization ヘッダーには、空白で区切った 2 つの値が必要です',
  'Given token not valid for any token type': 'トークンはどの種類のトークンとしても無効です',
  'Token is invalid or expired': 'トークンが無効か、有効期限が切れています',
  'Token has no id': 'トークンに ID がありません',
  'Token has no type': 'トークンに種類がありません',
  'Token has wrong type': 'トークンの種類が違います',
  "Token has no '{claim}' claim": 'トークンにクレーム「{claim}」がありません',
  'Token is blacklisted': 'トークンはブラックリストに登録されています',
  'Token contained no recognizable user identification':
    'トークンに認識できるユーザー情報がありません',
  'User not found': 'ユーザーが見つかりません',
  'User is inactive': 'ユーザーが無効です',
  'No active account found with the given credentials':
    '指定された認証情報に一致する有効なアカウントがありません',
  'No active account found for the given token.':
    '指定されたトークンに対応する有効なアカウントがありません。',
  'The refresh token is invalid, expired or revoked. Sign in again.':
    'リフレッシュトークンが無効か、期限切れか、取り消されています。もう一度ログインしてください。',
  'The requested scope is invalid.': '要求されたスコープが無効です。',
  '{detail} {expected}': '{detail}{expected}',
  'Scopes cannot be requested here.': 'ここではスコープを要求できません。',
  'The scope {scope} cannot be requested. Valid scopes: {scopes}.':
    'スコープ {scope} は要求できません。有効なスコープ: {scopes}。',
  'The URL of the request cannot be signed.': 'リクエストの URL に署名することはできません。',
  'The value of {component} is not ASCII: use the parameter bs.':
    '{component} の値が ASCII ではありません。パラメーター bs を使用してください。',
  'The query has the parameter {name} more than once: cover @query.':
    'クエリにパラメーター {name} が複数あります。@query を署名対象にしてください。',
  'The field {name} may have been sent in several lines: cover it without bs.':
    'フィールド {name} は複数行で送信された可能性があります。bs なしで署名対象にしてください。',
  '{name} is not known to be a structured field.':
    '{name} は構造化フィールドとして知られていません。',
  'The field {name} is not a valid structured field.':
    'フィールド {name} は有効な構造化フィールドではありません。',
  'The signature covers {component}, which the request does not have.':
    '署名対象の {component} がリクエストにありません。',
  '{text} does not name a component of a request.':
    '{text} はリクエストのコンポーネントの名前ではありません。',
  'The signature covers more than {limit} components.':
    '署名対象のコンポーネントが {limit} 個を超えています。',
  'The signature covers a component twice.': '署名対象に同じコンポーネントが 2 回含まれています。',
  'A component of the signature is not a string.':
    '署名のコンポーネントに文字列でないものがあります。',
  'The component @query-param needs the parameter name, and no other.':
    'コンポーネント @query-param にはパラメーター name だけが必要です。',
  'A signature of a request cannot cover {name}.': 'リクエストの署名は {name} を対象にできません。',
  'The component {name} takes no parameters.':
    'コンポーネント {name} にパラメーターは指定できません。',
  '{name} is not the name of a field in lower case.':
    '{name} は小文字のフィールド名ではありません。',
  'Signatures of trailers (tr) are not supported.': 'トレーラー (tr) の署名には対応していません。',
  'Signatures of the request of a response (req) are not supported.':
    'レスポンスに対応するリクエスト (req) の署名には対応していません。',
  'The component {name} has an invalid parameter {parameter}.':
    'コンポーネント {name} のパラメーター {parameter} が無効です。',
  'The component {name} has the parameter bs and another one.':
    'コンポーネント {name} にパラメーター bs とほかのパラメーターがあります。',
  'The body does not match its Content-Digest.': '本文が Content-Digest と一致しません。',
  'Content-Digest has neither sha-256 nor sha-512.':
    'Content-Digest に sha-256 も sha-512 もありません。',
  'Content-Digest is not a dictionary of structured fields.':
    'Content-Digest が構造化フィールドのディクショナリではありません。',
  'The signature does not cover content-digest.': '署名対象に content-digest が含まれていません。',
  'The request has Signature, but no Signature-Input.':
    'リクエストに Signature はありますが、Signature-Input がありません。',
  'A member of Signature-Input is not a list.':
    'Signature-Input にリストでないメンバーがあります。',
  'Signature-Input is empty.': 'Signature-Input が空です。',
  'The request has {count} signatures that could be meant. Send one.':
    '該当しうる署名がリクエストに {count} 個あります。1 個だけ送信してください。',
  'The request has no Signature with the label {label}.':
    'ラベル {label} の Signature がリクエストにありません。',
  '{field} is not a dictionary of structured fields.':
    '{field} が構造化フィールドのディクショナリではありません。',
  '{field} has a label twice.': '{field} に同じラベルが 2 回あります。',
  'The signature has no keyid.': '署名に keyid がありません。',
  'The signature has no created.': '署名に created がありません。',
  'The signature has no nonce.': '署名に nonce がありません。',
  'A parameter of the signature has a value of the wrong type.':
    '署名のパラメーターの値の型が正しくありません。',
  'The algorithm {alg} is not accepted. Accepted: {accepted}.':
    'アルゴリズム {alg} は受け付けられません。使用できるもの: {accepted}。',
  'The signature was created in the future.': '署名の作成時刻が未来です。',
  'The signature has expired.': '署名の有効期限が切れています。',
  'The signature does not cover {name}.': '署名対象に {name} が含まれていません。',
  'The user does not exist.': 'ユーザーが存在しません。',
  'The API keys of {username} have changed since this form was opened, so nothing was done. If you have reloaded the page, the key is there already. To create another one, send the form again.':
    'このフォームを開いた後に {username} の API キーが変更されたため、何も行われませんでした。ページを再読み込みした場合、キーはすでに作成されています。もう 1 つ作成するには、フォームを再送信してください。',
  'Enter a name.': '名前を入力してください。',
  'Enter a date such as {example}.': '{example} のような日付を入力してください。',
  'Enter a date or tick this, not both.':
    '日付を入力するか、これにチェックを入れるか、どちらか一方にしてください。',
  'There is a token already. Reveal its key, or regenerate it.':
    'トークンはすでに存在します。キーを表示するか、再生成してください。',
  'There is no token any more.': 'トークンはもう存在しません。',
  'The token cannot be read. Regenerate it.': 'トークンを読み取れません。再生成してください。',
  'There is no token.': 'トークンがありません。',
  'The token was changed meanwhile, so nothing was done. Check it again.':
    'その間にトークンが変更されたため、何も行われませんでした。もう一度確認してください。',
  'Enter a username.': 'ユーザー名を入力してください。',
  'You cannot remove your own password, because you might be locked out. Ask another admin.':
    'アクセスできなくなるおそれがあるため、自分のパスワードは削除できません。別の管理者に依頼してください。',
  'Enter a password or tick this, not both.':
    'パスワードを入力するか、これにチェックを入れるか、どちらか一方にしてください。',
  'Enter a password, or tick “No password”.':
    'パスワードを入力するか、「パスワードなし」にチェックを入れてください。',
  'The two passwords differ.': '2 つのパスワードが一致しません。',
  'You cannot deactivate yourself: ask another admin to do it.':
    '自分自身を無効にすることはできません。別の管理者に依頼してください。',
  'You cannot remove your own staff rights, because then there might be nobody who can restore them. Ask another admin.':
    '元に戻せる人がいなくなるおそれがあるため、自分のスタッフ権限は削除できません。別の管理者に依頼してください。',
  'The token has no valid lifetime.': 'トークンの有効期間が正しくありません。',
  'The token has expired.': 'トークンの有効期限が切れています。',
  'The token is not valid yet.': 'トークンはまだ有効ではありません。',
  'The token is for another audience.': 'トークンのオーディエンスが異なります。',
  'The token is not known to be an access token.':
    'トークンがアクセストークンであることを確認できません。',
  'The token is not an access token.': 'トークンがアクセストークンではありません。',
  'The token is bound to a key that the issuer does not name.':
    'トークンが、発行者の示していない鍵に紐付けられています。',
  'The token is too long.': 'トークンが長すぎます。',
  'The token is of a user who is inactive.': 'トークンのユーザーは無効になっています。',
  'The token is expired, revoked or unknown.':
    'トークンが期限切れか、取り消されているか、不明です。',
  'The Authorization header has no token.': 'Authorization ヘッダーにトークンがありません。',
  'The token in the Authorization header has characters that tokens cannot have.':
    'Authorization ヘッダーのトークンに、トークンでは使用できない文字が含まれています。',
  'Send the token as DPoP, with a proof.':
    'トークンを DPoP として、プルーフとともに送信してください。',
  'The token is bound to no key: it cannot be sent as DPoP.':
    'トークンが鍵に紐付けられていないため、DPoP として送信することはできません。',
  'The token is bound to a key: send it as DPoP, with a proof.':
    'トークンが鍵に紐付けられています。DPoP として、プルーフとともに送信してください。',
  'The token is bound to a key, which this service does not check.':
    'トークンが鍵に紐付けられていますが、このサービスはそれを検証しません。',
  'The token is bound to something that cannot be read.':
    'トークンが、読み取れないものに紐付けられています。',
  'The token is bound by {member}, which this service does not check.':
    'トークンが {member} で紐付けられていますが、このサービスはそれを検証しません。',
  'The DPoP proof has no iat.': 'DPoP プルーフに iat がありません。',
  'The DPoP proof is from the future.': 'DPoP プルーフの作成時刻が未来です。',
  'The DPoP proof is too old.': 'DPoP プルーフが古すぎます。',
  'The DPoP proof has no jti.': 'DPoP プルーフに jti がありません。',
  'The DPoP proof is for another method.': 'DPoP プルーフは別のメソッドのものです。',
  'The DPoP proof is for another URL.': 'DPoP プルーフは別の URL のものです。',
  'The DPoP proof is for another token.': 'DPoP プルーフは別のトークンのものです。',
  'The DPoP proof was used before.': 'この DPoP プルーフはすでに使用されています。',
  'There is no DPoP proof.': 'DPoP プルーフがありません。',
  'The DPoP proof is not the only one.': 'DPoP プルーフが複数あります。',
  'The DPoP proof needs the nonce in DPoP-Nonce.':
    'DPoP プルーフには DPoP-Nonce の nonce が必要です。',
  'The DPoP proof is not of the type dpop+jwt.':
    'DPoP プルーフのタイプが dpop+jwt ではありません。',
  'The DPoP proof has a signature that is not one of {algorithms}.':
    'DPoP プルーフの署名が次のいずれでもありません: {algorithms}。',
  'The DPoP proof was made with another key than that of the token.':
    'DPoP プルーフが、トークンの鍵とは別の鍵で作成されています。',
  'The DPoP proof is not a JWT.': 'DPoP プルーフが JWT ではありません。',
  'The DPoP proof has no public key.': 'DPoP プルーフに公開鍵がありません。',
  'The DPoP proof has a key that is not public.': 'DPoP プルーフの鍵が公開鍵ではありません。',
  'The DPoP proof has a key of an unknown kind.': 'DPoP プルーフの鍵の種類が不明です。',
  'The DPoP proof has a key that is not whole.': 'DPoP プルーフの鍵が不完全です。',
  'The DPoP proof has a wrong signature.': 'DPoP プルーフの署名が正しくありません。',
  'The DPoP proof has expired.': 'DPoP プルーフの有効期限が切れています。',
  'The DPoP proof has a wrong {claim}.': 'DPoP プルーフの {claim} が正しくありません。',
  'The DPoP proof cannot be verified.': 'DPoP プルーフを検証できません。',
  'The token is invalid.': 'トークンが無効です。',
  'The token is not a signed JWT.': 'トークンが署名付きの JWT ではありません。',
  'The token is encrypted (JWE). Send a signed one.':
    'トークンが暗号化されています (JWE)。署名付きのトークンを送信してください。',
  'The algorithm of the token is not accepted.': 'トークンのアルゴリズムは受け付けられません。',
  'The type of the token is not accepted.': 'トークンのタイプは受け付けられません。',
  'The token is from another issuer.': 'トークンが別の発行者のものです。',
  'The signature of the token is invalid.': 'トークンの署名が無効です。',
  'The token needs an extension that is not supported.':
    'トークンに必要な拡張には対応していません。',
  'The token has a missing or invalid claim.': 'トークンのクレームがないか、無効です。',
  'The token is not of a known user.': 'トークンのユーザーが見つかりません。',
}
