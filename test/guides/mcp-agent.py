"""A client in Python, with Authlib: from a bare 401 to the answer of a tool.

It prints the URL at which the user signs in, reads the URL of the answer, and prints what the tool says.
"""

import sys
from urllib.request import parse_http_list, parse_keqv_list

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

url, redirect_uri = sys.argv[1:]
message = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "search_notes", "arguments": {"word": "tea"}},
}
accept = {"Accept": "application/json, text/event-stream"}

refusal = requests.post(url, json=message, headers=accept)
assert refusal.status_code == 401, refusal.status_code
scheme, parameters = refusal.headers["WWW-Authenticate"].split(" ", 1)
assert scheme == "Bearer", scheme
challenge = parse_keqv_list(parse_http_list(parameters))

resource = requests.get(challenge["resource_metadata"]).json()
assert resource["resource"] == url, resource
[issuer] = resource["authorization_servers"]
server = requests.get(issuer + "/.well-known/openid-configuration").json()

session = OAuth2Session(
    client_id="agent",
    redirect_uri=redirect_uri,
    scope=challenge["scope"],
    token_endpoint_auth_method="none",
    code_challenge_method="S256",
)
verifier = generate_token(48)
authorization_url, state = session.create_authorization_url(
    server["authorization_endpoint"], code_verifier=verifier, resource=resource["resource"]
)
print(authorization_url, flush=True)
session.fetch_token(
    server["token_endpoint"],
    authorization_response=sys.stdin.readline().strip(),
    state=state,
    code_verifier=verifier,
    resource=resource["resource"],
)
answer = session.post(url, json=message, headers=accept)
print(answer.json()["result"]["content"][0]["text"])
