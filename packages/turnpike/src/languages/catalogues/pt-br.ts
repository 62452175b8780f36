import type { MessageCatalogue } from '../catalogue.ts'

export const catalogue: MessageCatalogue = {
  'The username is empty.': 'O nome de usuário está vazio.',
  'The username has more than {limit} characters.':
    'O nome de usuário tem mais de {limit} caracteres.',
  'The username has half of a surrogate pair.':
    'O nome de usuário contém metade de um par substituto.',
  'The username has a control character.': 'O nome de usuário contém um caractere de controle.',
  'The username begins or ends with a space.': 'O nome de usuário começa ou termina com um espaço.',
  'The username has the invisible or formatting character U+{code}: leave it out.':
    'O nome de usuário contém o caractere invisível ou de formatação U+{code}: remova-o.',
  'The email address has more than {limit} characters.':
    'O endereço de e-mail tem mais de {limit} caracteres.',
  'The email address is invalid: write it as name@example.com.':
    'O endereço de e-mail é inválido: escreva-o no formato nome@example.com.',
  '{username} is the last active staff user with a password: add another one first, or nobody could administer the service.':
    '{username} é o último membro ativo da equipe com senha: adicione outro antes, ou ninguém poderia administrar o serviço.',
  'There is already a user {username}.': 'Já existe um usuário {username}.',
  'Invalid {kind} header. No credentials provided.':
    'Cabeçalho "{kind}" inválido. Nenhuma credencial foi fornecida.',
  'Invalid basic header. Credentials string should not contain spaces.':
    'Cabeçalho "basic" inválido. As credenciais não devem conter espaços.',
  'Invalid token header. Token string should not contain spaces.':
    'Cabeçalho "token" inválido. O token não deve conter espaços.',
  'Invalid username/password.': 'Nome de usuário ou senha inválidos.',
  'Invalid basic header. Credentials not correctly base64 encoded.':
    'Cabeçalho "basic" inválido. As credenciais não estão codificadas corretamente em base64.',
  'Several remote users were named.': 'Vários usuários remotos foram indicados.',
  'The remote user has a name that no user can have.':
    'O usuário remoto tem um nome que nenhum usuário pode ter.',
  'User inactive or deleted.': 'Usuário inativo ou excluído.',
  'Invalid token header. Token string should not contain invalid characters.':
    'Cabeçalho "token" inválido. O token não deve conter caracteres inválidos.',
  'Invalid token.': 'Token inválido.',
  'A server error occurred.': 'Ocorreu um erro no servidor.',
  'Server Error (500)': 'Erro do servidor (500)',
  'Bad Request (400)': 'Requisição inválida (400)',
  'Not found.': 'Não encontrado.',
  'Malformed request.': 'Requisição malformada.',
  'Invalid input.': 'Entrada inválida.',
  'Incorrect authentication credentials.': 'Credenciais de autenticação incorretas.',
  'Authentication credentials were not provided.':
    'As credenciais de autenticação não foram fornecidas.',
  'You do not have permission to perform this action.':
    'Você não tem permissão para executar esta ação.',
  'Could not satisfy the request Accept header.':
    'Não foi possível atender ao cabeçalho Accept da requisição.',
  'This conflicts with other data.': 'Isto entra em conflito com outros dados.',
  'This has changed since it was read. Read it again.':
    'Os dados mudaram desde que foram lidos. Leia-os novamente.',
  'Request body is too large.': 'O corpo da requisição é grande demais.',
  'Send If-Match with the ETag that you have read.': 'Envie If-Match com o ETag que você leu.',
  'Request was throttled.': 'A requisição foi limitada.',
  'Service temporarily unavailable, try again later.':
    'Serviço temporariamente indisponível, tente novamente mais tarde.',
  "Method '{method}' not allowed.": 'Método "{method}" não permitido.',
  'Unsupported media type "{type}" in request.':
    'Tipo de mídia "{type}" da requisição não suportado.',
  'Expected available in {seconds} second.': 'Disponível em {seconds} segundo.',
  'Expected available in {seconds} seconds.': {
    one: 'Disponível em {seconds} segundo.',
    other: 'Disponível em {seconds} segundos.',
  },
  'The request body ended early.': 'O corpo da requisição terminou antes do esperado.',
  'Invalid cursor: it was made for another list or ordering.':
    'Cursor inválido: foi criado para outra lista ou ordenação.',
  'Invalid cursor': 'Cursor inválido',
  'Invalid offset: the greatest is {limit}.': 'Deslocamento inválido: o maior é {limit}.',
  'Invalid page.': 'Página inválida.',
  'Invalid page: this list is not fully counted, so its last page is unknown.':
    'Página inválida: esta lista não foi contada por completo, portanto sua última página é desconhecida.',
  'Unsupported charset "{charset}" in request Content-Type header.':
    'Conjunto de caracteres "{charset}" do cabeçalho Content-Type não suportado.',
  '{format} parse error - the body is not UTF-8.':
    'Erro ao analisar {format} - o corpo não está em UTF-8.',
  'Form parse error - more than {limit} fields.': {
    one: 'Erro ao analisar o formulário - mais de {limit} campo.',
    other: 'Erro ao analisar o formulário - mais de {limit} campos.',
  },
  'nested deeper than {limit} levels.': {
    one: 'mais de {limit} nível de aninhamento.',
    other: 'mais de {limit} níveis de aninhamento.',
  },
  'more than {limit} list items and object members.':
    'mais de {limit} itens de listas e membros de objetos.',
  'a number is too large.': 'um número é grande demais.',
  'an integer beyond 2^53 - 1 would be rounded: send it as a string.':
    'um inteiro maior que 2^53 - 1 seria arredondado: envie-o como string.',
  'JSON parse error - {reason}': 'Erro ao analisar JSON - {reason}',
  'the body is not JSON.': 'o corpo não é JSON.',
  'the content type has no boundary.': 'o tipo de conteúdo não tem boundary.',
  'the body is not multipart.': 'o corpo não é multipart.',
  'a part has no name.': 'uma parte não tem nome.',
  'the field {field} is a file.': 'o campo {field} é um arquivo.',
  'more than {limit} files.': 'mais de {limit} arquivos.',
  'Multipart form parse error - {reason}': 'Erro ao analisar o formulário multipart - {reason}',
  'Unsupported content encoding "{encoding}" in request.':
    'Codificação de conteúdo "{encoding}" da requisição não suportada.',
  'This needs credentials with the scope {scopes}.':
    'São necessárias credenciais com o escopo {scopes}.',
  '{first} and {next}': '{first} e {next}',
  'The signature has been used before.': 'A assinatura já foi usada.',
  'Invalid signature.': 'Assinatura inválida.',
  'This field is required.': 'Este campo é obrigatório.',
  'This field may not be null.': 'Este campo não pode ser nulo.',
  'No data provided': 'Nenhum dado foi fornecido',
  'The data is nested too deeply.': 'Os dados estão aninhados em níveis demais.',
  'This field is not expected.': 'Este campo não é esperado.',
  'Not a valid string.': 'Não é uma string válida.',
  'This field may not be blank.': 'Este campo não pode estar em branco.',
  'Ensure this field has no more than {limit} characters.': {
    one: 'Certifique-se de que este campo não tenha mais de {limit} caractere.',
    other: 'Certifique-se de que este campo não tenha mais de {limit} caracteres.',
  },
  'Ensure this field has at least {limit} characters.': {
    one: 'Certifique-se de que este campo tenha pelo menos {limit} caractere.',
    other: 'Certifique-se de que este campo tenha pelo menos {limit} caracteres.',
  },
  'Null characters are not allowed.': 'Caracteres nulos não são permitidos.',
  'Surrogate characters are not allowed: U+{surrogate}.':
    'Caracteres substitutos não são permitidos: U+{surrogate}.',
  'A valid integer is required.': 'É necessário um número inteiro válido.',
  'A valid number is required.': 'É necessário um número válido.',
  'String value too large.': 'A string é longa demais.',
  'Ensure this value is less than or equal to {limit}.':
    'Certifique-se de que este valor seja menor ou igual a {limit}.',
  'Ensure this value is greater than or equal to {limit}.':
    'Certifique-se de que este valor seja maior ou igual a {limit}.',
  'Ensure this value is less than {limit}.':
    'Certifique-se de que este valor seja menor que {limit}.',
  'Ensure this value is greater than {limit}.':
    'Certifique-se de que este valor seja maior que {limit}.',
  'Ensure this value is a multiple of {step}.':
    'Certifique-se de que este valor seja múltiplo de {step}.',
  'Ensure that there are no more than {limit} digits in total.': {
    one: 'Certifique-se de que não haja mais de {limit} dígito no total.',
    other: 'Certifique-se de que não haja mais de {limit} dígitos no total.',
  },
  'Ensure that there are no more than {limit} decimal places.': {
    one: 'Certifique-se de que não haja mais de {limit} casa decimal.',
    other: 'Certifique-se de que não haja mais de {limit} casas decimais.',
  },
  'Ensure that there are no more than {limit} digits before the decimal point.': {
    one: 'Certifique-se de que não haja mais de {limit} dígito antes da vírgula decimal.',
    other: 'Certifique-se de que não haja mais de {limit} dígitos antes da vírgula decimal.',
  },
  'Must be a valid boolean.': 'Deve ser um booleano válido.',
  'Enter a valid email address.': 'Informe um endereço de e-mail válido.',
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].':
    'A data e hora estão no formato errado. Use um destes formatos: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  'Datetime value out of range.': 'Data e hora fora do intervalo permitido.',
  'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.':
    'A data está no formato errado. Use um destes formatos: YYYY-MM-DD.',
  'Time has wrong format. Use one of these formats instead: hh:mm[:ss[.uuuuuu]].':
    'A hora está no formato errado. Use um destes formatos: hh:mm[:ss[.uuuuuu]].',
  'Enter a valid URL.': 'Informe uma URL válida.',
  'Must be a valid UUID.': 'Deve ser um UUID válido.',
  'Enter a valid IPv4 address.': 'Informe um endereço IPv4 válido.',
  'Enter a valid IPv6 address.': 'Informe um endereço IPv6 válido.',
  'Enter a valid duration.': 'Informe uma duração válida.',
  'Enter a valid phone number.': 'Informe um número de telefone válido.',
  'Enter a valid value.': 'Informe um valor válido.',
  '"{choice}" is not a valid choice.': '"{choice}" não é uma opção válida.',
  'Expected a list of items but got type "{type}".':
    'Era esperada uma lista, mas foi recebido o tipo "{type}".',
  'This list may not be empty.': 'Esta lista não pode estar vazia.',
  'Ensure this field has no more than {limit} elements.': {
    one: 'Certifique-se de que este campo não tenha mais de {limit} elemento.',
    other: 'Certifique-se de que este campo não tenha mais de {limit} elementos.',
  },
  'Ensure this field has at least {limit} elements.': {
    one: 'Certifique-se de que este campo tenha pelo menos {limit} elemento.',
    other: 'Certifique-se de que este campo tenha pelo menos {limit} elementos.',
  },
  'Invalid data. Expected a dictionary, but got {type}.':
    'Dados inválidos. Era esperado um objeto, mas foi recebido {type}.',
  'Not a valid file.': 'Não é um arquivo válido.',
  'Ensure this file has no more than {limit} bytes.': {
    one: 'Certifique-se de que este arquivo não tenha mais de {limit} byte.',
    other: 'Certifique-se de que este arquivo não tenha mais de {limit} bytes.',
  },
  'Ensure this file has at least {limit} bytes.': {
    one: 'Certifique-se de que este arquivo tenha pelo menos {limit} byte.',
    other: 'Certifique-se de que este arquivo tenha pelo menos {limit} bytes.',
  },
  'Unable to log in with provided credentials.':
    'Não foi possível entrar com as credenciais fornecidas.',
  'The password is empty. For a user without a password, pass null.':
    'A senha está vazia. Para um usuário sem senha, passe null.',
  'The password is longer than {limit} bytes.': 'A senha tem mais de {limit} bytes.',
  'The password has a zero byte.': 'A senha contém um byte nulo.',
  'The password has half of a surrogate pair.': 'A senha contém metade de um par substituto.',
  'The password needs at least {limit} characters.':
    'A senha precisa de pelo menos {limit} caracteres.',
  'The password is too similar to the username.': 'A senha é muito parecida com o nome de usuário.',
  'The password is too similar to the email address.':
    'A senha é muito parecida com o endereço de e-mail.',
  'The password is too common: many people use it.':
    'A senha é comum demais: muitas pessoas a usam.',
  'The password is known from a data breach: choose another one.':
    'A senha é conhecida de um vazamento de dados: escolha outra.',
  'Referer checking failed - no Referer. Send an Origin or a Referer header over https.':
    'Falha na verificação do Referer - Referer ausente. Envie um cabeçalho Origin ou Referer via https.',
  'Referer checking failed - Referer is malformed.':
    'Falha na verificação do Referer - o Referer está malformado.',
  'Referer checking failed - Referer is insecure while host is secure.':
    'Falha na verificação do Referer - o Referer não é seguro, mas o host é.',
  'Referer checking failed - {referer} does not match any trusted origins. {advice}':
    'Falha na verificação do Referer - {referer} não corresponde a nenhuma origem confiável. {advice}',
  'Pages of another site that may write with the session belong in CSRF_TRUSTED_ORIGINS.':
    'Páginas de outro site que podem gravar com a sessão devem constar em CSRF_TRUSTED_ORIGINS.',
  "Origin checking failed - {origin} does not match any trusted origins. The service's own origin is {own}: if that is wrong, set BASE_URL, or TRUSTED_PROXIES for the proxy in front. {advice}":
    'Falha na verificação da origem - {origin} não corresponde a nenhuma origem confiável. A origem do próprio serviço é {own}: se estiver errada, defina BASE_URL, ou TRUSTED_PROXIES para o proxy à frente. {advice}',
  'Origin checking failed - the request comes from another site (Sec-Fetch-Site: {site}). {advice}':
    'Falha na verificação da origem - a requisição vem de outro site (Sec-Fetch-Site: {site}). {advice}',
  'CSRF Failed: {problem}': 'Falha de CSRF: {problem}',
  'CSRF cookie not set. The login page sets {name} when it is fetched.':
    'Cookie CSRF ausente. A página de login define {name} quando é carregada.',
  'CSRF token missing. Send the value of the cookie {name} in {header}.':
    'Token CSRF ausente. Envie o valor do cookie {name} em {header}.',
  "the '{header}' HTTP header": "cabeçalho HTTP '{header}'",
  'CSRF token from {place} incorrect. Send the current value of {name}: login renews it.':
    'O token CSRF (origem: {place}) está incorreto. Envie o valor atual de {name}: o login o renova.',
  'CSRF token from {place} has incorrect length. Send the current value of {name}: login renews it.':
    'O token CSRF (origem: {place}) tem comprimento incorreto. Envie o valor atual de {name}: o login o renova.',
  'CSRF token from {place} has invalid characters. Send the current value of {name}: login renews it.':
    'O token CSRF (origem: {place}) contém caracteres inválidos. Envie o valor atual de {name}: o login o renova.',
  'Surrogate characters are not allowed.': 'Caracteres substitutos não são permitidos.',
  'Ensure this search has no more than {limit} characters.': {
    one: 'Certifique-se de que esta busca não tenha mais de {limit} caractere.',
    other: 'Certifique-se de que esta busca não tenha mais de {limit} caracteres.',
  },
  'Ensure this search has no more than {limit} words.': {
    one: 'Certifique-se de que esta busca não tenha mais de {limit} palavra.',
    other: 'Certifique-se de que esta busca não tenha mais de {limit} palavras.',
  },
  'This field must be unique.': 'Este campo deve ser único.',
  'These values must be unique.': 'Estes valores devem ser únicos.',
  'A value may not be null.': 'Um valor não pode ser nulo.',
  'The referenced object does not exist.': 'O objeto referenciado não existe.',
  'A referenced object does not exist.': 'Um objeto referenciado não existe.',
  'This value does not fit the field.': 'Este valor não é adequado ao campo.',
  'A value does not fit its field.': 'Um valor não é adequado ao seu campo.',
  'This field is read-only.': 'Este campo é somente leitura.',
  'A value was sent for a read-only field.': 'Foi enviado um valor para um campo somente leitura.',
  'The fields {fields} must make a unique set.':
    'Os campos {fields} devem formar um conjunto único.',
  'The user does not exist, or has been removed.': 'O usuário não existe ou foi removido.',
  'You are signed in as {username}, who is not staff. Sign out, then sign in as a staff user.':
    'Você entrou como {username}, que não é da equipe. Saia e entre como membro da equipe.',
  'Sign in first.': 'Entre primeiro.',
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.':
    'If-None-Match impede isto: o item existe, e If-None-Match indica sua etiqueta ou todas as etiquetas.',
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.':
    'If-Match nunca corresponde a uma etiqueta de entidade fraca: envie o ETag como este serviço o enviou, sem W/.',
  '{name} must be * or a list of entity tags in quotes, such as "abc".':
    '{name} deve ser * ou uma lista de etiquetas de entidade entre aspas, como "abc".',
  'Cannot be ordered by "{named}". Fields that may be used: {fields}.':
    'Não é possível ordenar por "{named}". Campos que podem ser usados: {fields}.',
  'Unknown query parameter. Did you mean {meant}?':
    'Parâmetro de consulta desconhecido. Você quis dizer {meant}?',
  'Unknown query parameter.': 'Parâmetro de consulta desconhecido.',
  'Not a valid value.': 'Não é um valor válido.',
  'Internal Server Error': 'Erro interno do servidor',
  'Bad Request': 'Requisição inválida',
  Unauthorized: 'Não autenticado',
  Forbidden: 'Proibido',
  'Not Found': 'Não encontrado',
  'Method Not Allowed': 'Método não permitido',
  'Not Acceptable': 'Não aceitável',
  Conflict: 'Conflito',
  'Precondition Failed': 'Pré-condição não atendida',
  'Content Too Large': 'Conteúdo grande demais',
  'Unsupported Media Type': 'Tipo de mídia não suportado',
  'Precondition Required': 'Pré-condição obrigatória',
  'Too Many Requests': 'Requisições demais',
  'Service Unavailable': 'Serviço indisponível',
  'This needs the role {role}.': 'É necessário o papel {role}.',
  'Invalid API key.': 'Chave de API inválida.',
  'API keys are managed with a password, a session or a token, not with an API key.':
    'As chaves de API são gerenciadas com uma senha, uma sessão ou um token, não com uma chave de API.',
  'The name has a character that cannot be shown.':
    'O nome contém um caractere que não pode ser exibido.',
  'The name begins or ends with a space.': 'O nome começa ou termina com um espaço.',
  '{text} is not a scope: a scope has 1 to 100 printable ASCII characters without spaces, quotes and backslashes, such as notes:read.':
    '{text} não é um escopo: um escopo tem de 1 a 100 caracteres ASCII imprimíveis sem espaços, aspas e barras invertidas, como notes:read.',
  '{text} is neither an address nor a range such as 10.0.0.0/8.':
    '{text} não é um endereço nem um intervalo como 10.0.0.0/8.',
  'It must expire by {moment}.': 'Deve expirar até {moment}.',
  'It must expire in the future.': 'Deve expirar no futuro.',
  'Invalid API key header. No key provided.':
    'Cabeçalho de chave de API inválido. Nenhuma chave foi fornecida.',
  'Invalid API key header. One key without spaces and commas is expected.':
    'Cabeçalho de chave de API inválido. É esperada uma única chave sem espaços nem vírgulas.',
  'Token is invalid or expired.': 'O token é inválido ou expirou.',
  'No active account found with the given credentials.':
    'Nenhuma conta ativa encontrada com as credenciais fornecidas.',
  'Authorization header must contain two space-delimited values':
    'O cabeçalho Authorization deve conter dois valores separados por um espaço',
  'Given token not valid for any token type': 'O token não é válido para nenhum tipo de token',
  'Token is invalid or expired': 'O token é inválido ou expirou',
  'Token has no id': 'O token não tem identificador',
  'Token has no type': 'O token não tem tipo',
  'Token has wrong type': 'O token tem o tipo errado',
  "Token has no '{claim}' claim": 'O token não tem o campo "{claim}"',
  'Token is blacklisted': 'O token está na lista de bloqueios',
  'Token contained no recognizable user identification':
    'O token não contém nenhuma identificação de usuário reconhecível',
  'User not found': 'Usuário não encontrado',
  'User is inactive': 'O usuário está inativo',
  'No active account found with the given credentials':
    'Nenhuma conta ativa encontrada com as credenciais fornecidas',
  'No active account found for the given token.':
    'Nenhuma conta ativa encontrada para o token fornecido.',
  'The refresh token is invalid, expired or revoked. Sign in again.':
    'O token de atualização é inválido, expirou ou foi revogado. Entre novamente.',
  'The requested scope is invalid.': 'O escopo solicitado é inválido.',
  'Scopes cannot be requested here.': 'Aqui não é possível solicitar escopos.',
  'The scope {scope} cannot be requested. Valid scopes: {scopes}.':
    'O escopo {scope} não pode ser solicitado. Escopos válidos: {scopes}.',
  'The URL of the request cannot be signed.': 'A URL da requisição não pode ser assinada.',
  'The value of {component} is not ASCII: use the parameter bs.':
    'O valor de {component} não é ASCII: use o parâmetro bs.',
  'The query has the parameter {name} more than once: cover @query.':
    'A consulta contém o parâmetro {name} mais de uma vez: cubra @query.',
  'The field {name} may have been sent in several lines: cover it without bs.':
    'O campo {name} pode ter sido enviado em várias linhas: cubra-o sem bs.',
  '{name} is not known to be a structured field.': '{name} não é conhecido como campo estruturado.',
  'The field {name} is not a valid structured field.':
    'O campo {name} não é um campo estruturado válido.',
  'The signature covers {component}, which the request does not have.':
    'A assinatura cobre {component}, que a requisição não contém.',
  '{text} does not name a component of a request.':
    '{text} não designa um componente de uma requisição.',
  'The signature covers more than {limit} components.':
    'A assinatura cobre mais de {limit} componentes.',
  'The signature covers a component twice.': 'A assinatura cobre um componente duas vezes.',
  'A component of the signature is not a string.': 'Um componente da assinatura não é uma string.',
  'The component @query-param needs the parameter name, and no other.':
    'O componente @query-param precisa do parâmetro name, e de nenhum outro.',
  'A signature of a request cannot cover {name}.':
    'A assinatura de uma requisição não pode cobrir {name}.',
  'The component {name} takes no parameters.': 'O componente {name} não aceita parâmetros.',
  '{name} is not the name of a field in lower case.':
    '{name} não é o nome de um campo em minúsculas.',
  'Signatures of trailers (tr) are not supported.':
    'Assinaturas de trailers (tr) não são suportadas.',
  'Signatures of the request of a response (req) are not supported.':
    'Assinaturas da requisição de uma resposta (req) não são suportadas.',
  'The component {name} has an invalid parameter {parameter}.':
    'O componente {name} tem um parâmetro {parameter} inválido.',
  'The component {name} has the parameter bs and another one.':
    'O componente {name} tem o parâmetro bs e outro.',
  'The body does not match its Content-Digest.': 'O corpo não corresponde ao seu Content-Digest.',
  'Content-Digest has neither sha-256 nor sha-512.':
    'Content-Digest não contém sha-256 nem sha-512.',
  'Content-Digest is not a dictionary of structured fields.':
    'Content-Digest não é um dicionário de campos estruturados.',
  'The signature does not cover content-digest.': 'A assinatura não cobre content-digest.',
  'The request has Signature, but no Signature-Input.':
    'A requisição tem Signature, mas não Signature-Input.',
  'A member of Signature-Input is not a list.': 'Um membro de Signature-Input não é uma lista.',
  'Signature-Input is empty.': 'Signature-Input está vazio.',
  'The request has {count} signatures that could be meant. Send one.':
    'A requisição tem {count} assinaturas possíveis. Envie uma.',
  'The request has no Signature with the label {label}.':
    'A requisição não tem Signature com o rótulo {label}.',
  '{field} is not a dictionary of structured fields.':
    '{field} não é um dicionário de campos estruturados.',
  '{field} has a label twice.': '{field} tem um rótulo repetido.',
  'The signature has no keyid.': 'A assinatura não tem keyid.',
  'The signature has no created.': 'A assinatura não tem created.',
  'The signature has no nonce.': 'A assinatura não tem nonce.',
  'A parameter of the signature has a value of the wrong type.':
    'Um parâmetro da assinatura tem um valor do tipo errado.',
  'The algorithm {alg} is not accepted. Accepted: {accepted}.':
    'O algoritmo {alg} não é aceito. Aceitos: {accepted}.',
  'The signature was created in the future.': 'A assinatura foi criada no futuro.',
  'The signature has expired.': 'A assinatura expirou.',
  'The signature does not cover {name}.': 'A assinatura não cobre {name}.',
  'The user does not exist.': 'O usuário não existe.',
  'The API keys of {username} have changed since this form was opened, so nothing was done. If you have reloaded the page, the key is there already. To create another one, send the form again.':
    'As chaves de API de {username} mudaram desde que este formulário foi aberto, portanto nada foi feito. Se você recarregou a página, a chave já existe. Para criar outra, envie o formulário novamente.',
  'Enter a name.': 'Informe um nome.',
  'Enter a date such as {example}.': 'Informe uma data como {example}.',
  'Enter a date or tick this, not both.': 'Informe uma data ou marque esta opção, não ambas.',
  'There is a token already. Reveal its key, or regenerate it.':
    'Já existe um token. Revele a chave dele ou gere-o novamente.',
  'There is no token any more.': 'Não há mais token.',
  'The token cannot be read. Regenerate it.': 'O token não pode ser lido. Gere-o novamente.',
  'There is no token.': 'Não há token.',
  'The token was changed meanwhile, so nothing was done. Check it again.':
    'O token foi alterado nesse meio-tempo, portanto nada foi feito. Verifique-o novamente.',
  'Enter a username.': 'Informe um nome de usuário.',
  'You cannot remove your own password, because you might be locked out. Ask another admin.':
    'Você não pode remover a própria senha, pois poderia perder o acesso. Peça a outro administrador.',
  'Enter a password or tick this, not both.': 'Informe uma senha ou marque esta opção, não ambas.',
  'Enter a password, or tick “No password”.': 'Informe uma senha ou marque “Sem senha”.',
  'The two passwords differ.': 'As duas senhas são diferentes.',
  'You cannot deactivate yourself: ask another admin to do it.':
    'Você não pode se desativar: peça a outro administrador.',
  'You cannot remove your own staff rights, because then there might be nobody who can restore them. Ask another admin.':
    'Você não pode remover os próprios direitos de equipe, pois talvez não houvesse quem os restaurasse. Peça a outro administrador.',
  'The token has no valid lifetime.': 'O token não tem um período de validade válido.',
  'The token has expired.': 'O token expirou.',
  'The token is not valid yet.': 'O token ainda não é válido.',
  'The token is for another audience.': 'O token se destina a outra audiência.',
  'The token is not known to be an access token.': 'O token não é conhecido como token de acesso.',
  'The token is not an access token.': 'O token não é um token de acesso.',
  'The token is bound to a key that the issuer does not name.':
    'O token está vinculado a uma chave que o emissor não indica.',
  'The token is too long.': 'O token é longo demais.',
  'The token is of a user who is inactive.': 'O token é de um usuário inativo.',
  'The token is expired, revoked or unknown.': 'O token expirou, foi revogado ou é desconhecido.',
  'The Authorization header has no token.': 'O cabeçalho Authorization não contém nenhum token.',
  'The token in the Authorization header has characters that tokens cannot have.':
    'O token do cabeçalho Authorization contém caracteres que um token não pode ter.',
  'Send the token as DPoP, with a proof.': 'Envie o token como DPoP, com uma prova.',
  'The token is bound to no key: it cannot be sent as DPoP.':
    'O token não está vinculado a nenhuma chave: não pode ser enviado como DPoP.',
  'The token is bound to a key: send it as DPoP, with a proof.':
    'O token está vinculado a uma chave: envie-o como DPoP, com uma prova.',
  'The token is bound to a key, which this service does not check.':
    'O token está vinculado a uma chave, o que este serviço não verifica.',
  'The token is bound to something that cannot be read.':
    'O token está vinculado a algo que não pode ser lido.',
  'The token is bound by {member}, which this service does not check.':
    'O token está vinculado por {member}, o que este serviço não verifica.',
  'The DPoP proof has no iat.': 'A prova DPoP não tem iat.',
  'The DPoP proof is from the future.': 'A prova DPoP é do futuro.',
  'The DPoP proof is too old.': 'A prova DPoP é antiga demais.',
  'The DPoP proof has no jti.': 'A prova DPoP não tem jti.',
  'The DPoP proof is for another method.': 'A prova DPoP é para outro método.',
  'The DPoP proof is for another URL.': 'A prova DPoP é para outra URL.',
  'The DPoP proof is for another token.': 'A prova DPoP é para outro token.',
  'The DPoP proof was used before.': 'A prova DPoP já foi usada.',
  'There is no DPoP proof.': 'Não há prova DPoP.',
  'The DPoP proof is not the only one.': 'A prova DPoP não é a única.',
  'The DPoP proof needs the nonce in DPoP-Nonce.':
    'A prova DPoP precisa do nonce indicado em DPoP-Nonce.',
  'The DPoP proof is not of the type dpop+jwt.': 'A prova DPoP não é do tipo dpop+jwt.',
  'The DPoP proof has a signature that is not one of {algorithms}.':
    'A prova DPoP tem uma assinatura que não é uma destas: {algorithms}.',
  'The DPoP proof was made with another key than that of the token.':
    'A prova DPoP foi criada com uma chave diferente da do token.',
  'The DPoP proof is not a JWT.': 'A prova DPoP não é um JWT.',
  'The DPoP proof has no public key.': 'A prova DPoP não tem chave pública.',
  'The DPoP proof has a key that is not public.': 'A prova DPoP tem uma chave que não é pública.',
  'The DPoP proof has a key of an unknown kind.':
    'A prova DPoP tem uma chave de um tipo desconhecido.',
  'The DPoP proof has a key that is not whole.': 'A prova DPoP tem uma chave incompleta.',
  'The DPoP proof has a wrong signature.': 'A prova DPoP tem uma assinatura incorreta.',
  'The DPoP proof has expired.': 'A prova DPoP expirou.',
  'The DPoP proof has a wrong {claim}.': 'A prova DPoP tem um valor incorreto de {claim}.',
  'The DPoP proof cannot be verified.': 'A prova DPoP não pode ser verificada.',
  'The token is invalid.': 'O token é inválido.',
  'The token is not a signed JWT.': 'O token não é um JWT assinado.',
  'The token is encrypted (JWE). Send a signed one.':
    'O token está criptografado (JWE). Envie um assinado.',
  'The algorithm of the token is not accepted.': 'O algoritmo do token não é aceito.',
  'The type of the token is not accepted.': 'O tipo do token não é aceito.',
  'The token is from another issuer.': 'O token vem de outro emissor.',
  'The signature of the token is invalid.': 'A assinatura do token é inválida.',
  'The token needs an extension that is not supported.':
    'O token precisa de uma extensão que não é suportada.',
  'The token has a missing or invalid claim.': 'Um claim do token está ausente ou é inválido.',
  'The token is not of a known user.': 'O token não é de um usuário conhecido.',
}
