"""Verifies a delivery by the text of Standard Webhooks. Reads {secret, headers, body} as JSON, and prints what is
wrong with it: "timestamp", "signature", or nothing."""
import base64, hashlib, hmac, json, sys, time

TOLERANCE_SECONDS = 5 * 60


def flaw(secret, headers, body):
    if abs(time.time() - int(headers["webhook-timestamp"])) > TOLERANCE_SECONDS:
        return "timestamp"
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    signatures = [signature.split(",", 1) for signature in headers["webhook-signature"].split(" ")]
    found = any(version == "v1" and hmac.compare_digest(expected, value) for version, value in signatures)
    return "" if found else "signature"


print(flaw(**json.load(sys.stdin)), end="")
