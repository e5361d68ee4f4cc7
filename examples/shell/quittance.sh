#!/bin/sh
# A client of the crypto API in POSIX shell, with curl and openssl only: it issues an invoice, lets the
# sandbox's customer pay it, watches the balance move, and pays out from it.
#
#     export QUITTANCE_URL=http://127.0.0.1:3000 QUITTANCE_CREDENTIALS=data/sandbox-credentials.json
#     sh examples/shell/quittance.sh
#
# Arguments of commands can be seen by others on the same machine (`ps`), and the secret is one of them here.
# That is fine for a sandbox; with a key of money, sign in a program.
set -eu

for tool in curl openssl; do
  command -v "$tool" >/dev/null || { echo "$tool is needed and not installed" >&2; exit 1; }
done
: "${QUITTANCE_URL:?is where the server listens, such as http://127.0.0.1:3000}"
: "${QUITTANCE_CREDENTIALS:?is the file that the first start of a sandbox wrote}"

answer=$(mktemp -d)
trap 'rm -rf "$answer"' EXIT
trap 'exit 1' INT TERM

# The first value of that name in the JSON of the answer, or of another file. Enough for numbers, words, and
# text without commas and quotes, which is all that is asked for here.
field() {
  tr ',{}' '\n\n\n' <"${2-$answer/body}" |
    sed -n "s/^ *\"$1\" *: *\"\{0,1\}\([^\"]*\)\"\{0,1\} *\$/\1/p" | head -n 1
}

public_key=$(field publicKey "$QUITTANCE_CREDENTIALS")
secret=$(field secret "$QUITTANCE_CREDENTIALS")
[ -n "$public_key" ] && [ -n "$secret" ] || { echo "there is no key in $QUITTANCE_CREDENTIALS" >&2; exit 1; }

# Every request goes out through here, and anything but 200 ends the script. What came back is in two files.
send() {
  code=$(curl -sS -D "$answer/headers" -o "$answer/body" -w '%{http_code}' \
    -H 'content-type: application/json' "$@")
  [ "$code" = 200 ] || { echo "answered $code: $(cat "$answer/body")" >&2; exit 1; }
}

# signed METHOD PATH [BODY [IDEMPOTENCY_KEY]]
#
# The string to sign is METHOD, path without the query, timestamp, the body's SHA-256 in hex (nothing when there
# is no body) and BIND, with nothing between them. BIND is the idempotency key (nothing when there is none), unless the key
# was made with `--bind none`, which is what a sandbox makes: then it is always empty. Of a key that was made
# otherwise than its mode makes them, QUITTANCE_BIND says so.
case $public_key in pk_live_*) bind_default=idempotency ;; *) bind_default=none ;; esac
bind_mode=${QUITTANCE_BIND:-$bind_default}
requests=0
signed() {
  # Milliseconds out of a clock that counts seconds. The counter keeps two requests apart, because the same
  # signature is not taken twice. So this must not run in a subshell, where the counter would not count.
  requests=$((requests + 1))
  timestamp=$(($(date +%s) * 1000 + requests))
  body=${3-} hash='' bind=''
  [ -z "$body" ] || hash=$(printf %s "$body" | openssl dgst -sha256 | sed 's/.*= *//')
  [ "$bind_mode" != idempotency ] || bind=${4-}
  signature=$(printf %s "$1$2$timestamp$hash$bind" | openssl dgst -sha256 -hmac "$secret" | sed 's/.*= *//')

  method=$1 path=$2
  set -- -X "$method" -H "x-api-key: $public_key" -H "x-timestamp: $timestamp" -H "x-signature: $signature" \
    ${4:+-H "X-Idempotency-Key: $4"} ${3:+--data-binary "$3"}
  send "$@" "$QUITTANCE_URL$path"
}

# The sandbox's own operations take the secret itself, and exist in no live deployment.
sandbox() {
  send -X POST -H "x-api-key: $secret" --data-binary "$2" "$QUITTANCE_URL/sandbox/v1/$1"
}

show_balance() {
  signed GET /api/v2/crypto/balance
  echo "balance: $(field available) available, $(field received) received"
}

signed GET /api/v2/crypto/networks
names=$(tr '{' '\n' <"$answer/body" | sed -n 's/^"name":"\([^"]*\)".*/\1/p')
# Without quotes, so that the lines become words.
echo "networks:" $names
show_balance

# Unique for each run, so that the script can run twice: an invoice is found again by its external id.
order="order-$(date +%s)-$$"
signed POST /api/v2/crypto/invoices "{\"amount\":100,\"network\":\"tron\",\"externalId\":\"$order\"}"
address=$(field address)
invoice=$(field id)
echo "invoice: $(field status), $(field expectedAmount) $(field currency) expected"

sandbox crypto/deposits "{\"address\":\"$address\",\"amount\":100}"
signed GET "/api/v2/crypto/invoices/$invoice"
echo "invoice: $(field status), $(field paidAmount) paid"
show_balance

# The idempotency key says which wish this is. The note goes with this run, so that the body does too.
to=TJRabPrwbZy45sbavfcjinPJC18kjpRTv8
wish="{\"amount\":25,\"address\":\"$to\",\"network\":\"tron\",\"note\":\"for $order\"}"
signed POST /api/v2/crypto/payouts "$wish" "payout-for-$order"
payout=$(field id)
echo "payout: $(field status), $(field amount) plus a fee of $(field fee)"

# As if the first answer had been lost: the same key and fields are answered again, and nothing is sent twice.
signed POST /api/v2/crypto/payouts "$wish" "payout-for-$order"
replayed=$(tr -d '\r' <"$answer/headers" | sed -n 's/^[Ii]dempotent-[Rr]eplayed: *//p')
[ "$(field id)" = "$payout" ] || { echo "the second answer is another payout" >&2; exit 1; }
echo "asked again: the same payout, Idempotent-Replayed: $replayed"

signed GET "/api/v2/crypto/payouts/$payout"
polls=1
while [ "$(field status)" = PENDING ]; do
  [ "$polls" -lt 30 ] || { echo "the payout is still PENDING after $polls looks" >&2; exit 1; }
  sleep 1
  polls=$((polls + 1))
  signed GET "/api/v2/crypto/payouts/$payout"
done
echo "payout: $(field status)"
show_balance
